"""What commands read of the answers of a service; whatever else is in them does not matter."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from service.cli.desk.schemas import Schema
from service.errors import Diagnostic


class Activation(Struct, frozen=True):
    """When a version went live last."""

    at: datetime


class ListedVersion(Struct, frozen=True):
    """A version in the history of its rule."""

    version: str
    digest: str
    live: bool
    author: str
    published: datetime
    activated: Activation | None


class PublishedVersion(Struct, frozen=True):
    """A version that is published now."""

    digest: str
    warnings: list[Diagnostic]


class LiveVersion(Struct, frozen=True):
    """The version that is live."""

    version: str
    digest: str
    warnings: list[Diagnostic] = []


class InputsSchema(Struct, frozen=True):
    """The JSON Schema of the inputs of a rule."""

    properties: Mapping[str, Schema]
