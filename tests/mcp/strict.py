"""What OpenAI's strict mode takes, read from its guide to structured outputs (section "Supported schemas").

https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
"""

from collections.abc import Iterator
from typing import Any, Final

ANYWHERE: Final = {"type", "description", "enum", "const", "anyOf", "$ref", "$defs"}
OF: Final = {
    "string": {"pattern", "format"},
    "number": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
    "integer": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
    "array": {"items", "minItems", "maxItems"},
    "object": {"properties", "required", "additionalProperties"},
    "boolean": set(),
    "null": set(),
}
"""The supported types, and the supported keywords of each."""
FORMATS: Final = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
MAX_PROPERTIES, MAX_LEVELS, MAX_CHARACTERS, MAX_CHOICES = 5_000, 10, 120_000, 1_000


def violations(schema: dict[str, Any]) -> list[str]:
    """Everything for which the API would refuse the schema of a function."""
    found = [*_root(schema), *_node(schema, "$", 0)]
    nodes = [*_nodes(schema)]
    names = [name for node in nodes for name in node.get("properties", {})]
    choices = [str(one) for node in nodes for one in node.get("enum", [])]
    if len(names) > MAX_PROPERTIES:
        found.append(f"{len(names)} properties")
    if len(choices) > MAX_CHOICES:
        found.append(f"{len(choices)} choices")
    if sum(map(len, names + choices)) > MAX_CHARACTERS:
        found.append("too many characters")
    return found


def _root(schema: dict[str, Any]) -> Iterator[str]:
    if schema.get("type") != "object" or "anyOf" in schema:
        yield "the root is no object"


def _node(schema: dict[str, Any], at: str, level: int) -> Iterator[str]:
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if not kinds and not schema.keys() & {"anyOf", "enum", "const", "$ref"}:
        yield f"{at} has no type"
    yield from (f"{at} is of the type {kind}" for kind in kinds if kind not in OF)
    allowed = ANYWHERE.union(*(OF.get(kind, set()) for kind in kinds))
    yield from (f"{at} has `{keyword}`" for keyword in schema if keyword not in allowed)
    if schema.get("format", "date") not in FORMATS:
        yield f"{at} has another format"
    if level > MAX_LEVELS:
        yield f"{at} is nested too deeply"
    if "object" in kinds:
        yield from _object(schema, at, level)
    if "array" in kinds:
        yield from _node(schema["items"], f"{at}[]", level + 1)
    for index, one in enumerate(schema.get("anyOf", [])):
        yield from _node(one, f"{at}|{index}", level)


def _object(schema: dict[str, Any], at: str, level: int) -> Iterator[str]:
    if schema.get("additionalProperties") is not False:
        yield f"{at} takes additional properties"
    if sorted(schema.get("required", [])) != sorted(schema.get("properties", {})):
        yield f"{at} does not require all of its properties"
    for name, one in schema.get("properties", {}).items():
        yield from _node(one, f"{at}.{name}", level + 1)


def _nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    inside = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    for one in [*inside, *([schema["items"]] if "items" in schema else [])]:
        yield from _nodes(one)
