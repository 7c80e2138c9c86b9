"""The forms of tools in which decisions and recommendations can be had beside JSON."""

from typing import Any, Final

from service.http.representing import NAMES
from service.representations.forms import FORMS

FORMAT_PARAMETER: Final[dict[str, Any]] = {
    "name": "format",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": list(NAMES)},
    "description": (
        "The form of the answer; `Accept` names one as well. A tool gets an answer that it can use or a problem: what "
        "is still open is `inputs-missing`, no machine at all is `no-candidate`."
    ),
}


_FLAT: Final = {
    "type": "object",
    "additionalProperties": {"type": "string"},
    "description": "All values as text: lists as JSON, unknown ones empty.",
}
_STATE: Final = {
    "type": "object",
    "properties": {
        "version": {"const": 4},
        "terraform_version": {"type": "string"},
        "serial": {"const": 1},
        "lineage": {"type": "string", "format": "uuid"},
        "outputs": {"type": "object", "additionalProperties": {"type": "object", "required": ["value", "type"]}},
        "resources": {"type": "array", "maxItems": 0},
    },
    "required": ["version", "terraform_version", "serial", "lineage", "outputs", "resources"],
    "additionalProperties": False,
    "description": "A state of Terraform; the same for the same answer, byte by byte.",
}
_JSON: Final = {FORMS["terraform"].media_type: _FLAT, FORMS["tfstate"].media_type: _STATE}


def _content() -> dict[str, Any]:
    types = {one for form in FORMS.values() for one in (form.media_type.partition(";")[0], form.own_media_type)}
    return {one: {"schema": _JSON.get(one, {"type": "string"})} for one in sorted(types)}


FORM_CONTENT: Final = _content()
"""What an answer may hold beside JSON."""
