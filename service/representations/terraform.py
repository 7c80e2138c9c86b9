"""Terraform: a flat map of texts for the `external` data source, and a state for `terraform_remote_state`."""

from typing import Any, Final
from uuid import UUID, uuid5

from msgspec import json

from service.representations.facts import Facts, text

_NAMESPACE: Final = UUID("b7a4a1c2-6d7e-5f0b-9a55-0f6f1d1c9e31")
"""Ours alone; lineages are made of it and of what a state holds."""
_VERSION: Final = 4
_WRITER: Final = "1.0.0"
"""The oldest Terraform whose states have this version; newer ones read them."""


def flat(facts: Facts) -> str:
    """Every value as text, which is all that an external program may answer: lists as JSON, unknown ones empty."""
    return json.encode({name: text(value) for name, value in sorted(facts.items())}).decode() + "\n"


def state(facts: Facts) -> str:
    """A state of version 4 whose outputs are the values, those that are unknown left out.

    The same values make the same state, byte by byte: a state that changes without cause would look like a change.
    """
    known = {name: value for name, value in sorted(facts.items()) if value is not None}
    outputs = {name: {"value": value, "type": _type(value)} for name, value in known.items()}
    made = {
        "version": _VERSION,
        "terraform_version": _WRITER,
        "serial": 1,
        "lineage": str(uuid5(_NAMESPACE, json.encode(outputs).decode())),
        "outputs": outputs,
        "resources": [],
    }
    return json.format(json.encode(made), indent=2).decode() + "\n"


def _type(value: Any) -> object:
    """The type as Terraform writes it."""
    match value:
        case bool():
            return "bool"
        case int() | float():
            return "number"
        case list():
            return ["list", "string"]
        case _:
            return "string"
