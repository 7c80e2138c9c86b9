"""What bodies of questions to a rule have in common."""

from typing import Any

from service.http.openapi.responses import JSON
from service.http.openapi.samples import Sampled


def version_member(rule: Sampled) -> dict[str, Any]:
    """The member that pins a version."""
    words = "A version to decide by, in place of the live one, whose inputs are described here."
    return {"type": ["string", "null"], "enum": [*rule.rule.versions, None], "description": words}


def json_body(members: dict[str, Any], required: list[str], examples: dict[str, Any]) -> dict[str, Any]:
    """A body with these members and no others."""
    form = {"type": "object", "properties": members, "required": required, "additionalProperties": False}
    return {"required": True, "content": {JSON: {"schema": form, "examples": examples}}}
