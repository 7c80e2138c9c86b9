"""The JSON Schema of rule files, for editors: completion, hovering help, and errors while typing."""

from typing import Any

from msgspec import json

from service.model.rule import RuleDocument


def rule_schema_text() -> str:
    """The schema as `rules/rule.schema.json` holds it."""
    return json.format(json.encode(rule_schema()), indent=2).decode() + "\n"


def rule_schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of a rule file, generated from the model; what only `check` can know is not in it."""
    schema = json.schema(RuleDocument)
    definitions = schema.pop("$defs")
    _simplify(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "rule.schema.json",
        "title": "A rule file of gpu-rules",
        **schema,
        "$defs": definitions,
    }


def _simplify(part: Any) -> None:
    """Leave out defaults: an editor would offer `null` where the author may say nothing."""
    if isinstance(part, dict):
        if part.get("default", ...) is None or part.get("default") in ([], {}):
            del part["default"]
        options = part.get("anyOf")
        if options and {"type": "null"} in options:
            rest = [option for option in options if option != {"type": "null"}]
            del part["anyOf"]
            part |= rest[0] if len(rest) == 1 else {"anyOf": rest}
        for item in list(part.values()):
            _simplify(item)
    elif isinstance(part, list):
        for item in part:
            _simplify(item)
