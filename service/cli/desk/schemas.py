"""Text of a command line as JSON, by the JSON Schema of a rule's inputs."""

from collections.abc import Mapping
from typing import Any

from msgspec import DecodeError, json

Schema = Mapping[str, Any]

_NAMES: dict[type, frozenset[str]] = {
    bool: frozenset({"boolean"}),
    int: frozenset({"integer", "number"}),
    float: frozenset({"integer", "number"}),
    list: frozenset({"array"}),
}
"""How the schema calls the types of JSON values; text is never read as null or as an object."""


def value_by_schema(schema: Schema, text: str) -> Any:
    """The value that the text means where the schema allows its type; else it stays text, for the service to judge."""
    try:
        value = json.decode(text)
    except (DecodeError, RecursionError):
        return text
    return value if _NAMES.get(type(value), frozenset()) & _types(schema) else text


def _types(schema: Schema) -> frozenset[str]:
    named = schema.get("type", [])
    types = frozenset([named] if isinstance(named, str) else named)
    return types.union(*(_types(one) for one in schema.get("anyOf", [])))
