"""JSON Schemas in the subset that OpenAI's strict mode takes.

There every property is required (one that may be left out is null instead), no object takes others, and only some
keywords are allowed. What a keyword said that is dropped here is demanded by the service when the tool is used.
Source: https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from service.model.tool import Schema

_KEPT: Final = frozenset(
    (
        *("type", "description", "enum", "const", "anyOf", "$ref", "$defs"),
        *("properties", "items", "minItems", "maxItems", "pattern", "format"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    )
)
_BOUNDS: Final = ("minimum", "maximum")
_TELLING: Final = 1e15
"""Bounds beyond this are limits of a type, which tell a model nothing."""
_NULL: Final[Schema] = {"type": "null"}
_MAX_PROPERTIES, _MAX_LEVELS, _MAX_CHOICES, _MAX_CHARACTERS = 5_000, 10, 1_000, 120_000
_LONG_CHOICES, _MAX_LONG_CHARACTERS = 250, 15_000
"""The limits of one schema; those of one list of choices, if it is longer than that."""


def strict(schema: Schema) -> Schema | None:
    """The same in the subset; nothing if it is too large for that."""
    made = _closed(schema)
    return made if _fits(made) else None


def _closed(schema: Schema) -> Schema:
    """One schema with all those inside it."""
    if "enum" in schema and None in schema["enum"]:
        return _nullable(
            _closed({**schema, "type": "string", "enum": [one for one in schema["enum"] if one is not None]})
        )
    kept = {name: one for name, one in schema.items() if name in _KEPT and not _is_idle(name, one)}
    if "default" in schema and schema["default"] is not None:
        kept["description"] = _with_default(schema)
    if "anyOf" in kept:
        kept["anyOf"] = [_closed(one) for one in kept["anyOf"]]
    if "items" in kept:
        kept["items"] = _closed(kept["items"])
    if "properties" not in kept:
        return kept
    required = set(schema.get("required", ()))
    members = {
        name: _closed(one) if name in required else _nullable(_closed(one)) for name, one in kept["properties"].items()
    }
    return {**kept, "properties": members, "required": list(members), "additionalProperties": False}


def _nullable(schema: Schema) -> Schema:
    """The same, or null."""
    if "anyOf" in schema:
        return schema if _NULL in schema["anyOf"] else {**schema, "anyOf": [*schema["anyOf"], _NULL]}
    if "enum" in schema:
        words = {name: one for name, one in schema.items() if name == "description"}
        return {**words, "anyOf": [{name: one for name, one in schema.items() if name not in words}, _NULL]}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return schema if "null" in kinds else {**schema, "type": [*kinds, "null"]}


def _is_idle(name: str, value: Any) -> bool:
    return name in _BOUNDS and abs(value) > _TELLING


def _with_default(schema: Schema) -> str:
    value = schema["default"]
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    words = f"If null, `{shown}`."
    return f"{schema['description']} {words}" if "description" in schema else words


def _fits(schema: Schema) -> bool:
    names = [name for one in _objects(schema) for name in one]
    choices = [one["enum"] for one in _all(schema) if "enum" in one]
    lengths = [sum(map(len, map(str, one))) for one in choices]
    long = [length for one, length in zip(choices, lengths, strict=True) if len(one) > _LONG_CHOICES]
    return (
        len(names) <= _MAX_PROPERTIES
        and _levels(schema) <= _MAX_LEVELS
        and sum(map(len, choices)) <= _MAX_CHOICES
        and sum(map(len, names)) + sum(lengths) <= _MAX_CHARACTERS
        and all(length <= _MAX_LONG_CHARACTERS for length in long)
    )


def _objects(schema: Schema) -> Iterator[Mapping[str, Schema]]:
    return (one["properties"] for one in _all(schema) if "properties" in one)


def _all(schema: Schema) -> Iterator[Schema]:
    """The schema and all those inside it."""
    yield schema
    for one in _inside(schema):
        yield from _all(one)


def _inside(schema: Schema) -> list[Schema]:
    single = [schema["items"]] if "items" in schema else []
    return [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *single]


def _levels(schema: Schema) -> int:
    """How deep objects and lists are nested; a choice between schemas is no level."""
    deepest = max(map(_levels, _inside(schema)), default=0)
    return deepest + (1 if "properties" in schema or "items" in schema else 0)
