"""What an operation may answer."""

from http import HTTPStatus
from typing import Any, Final

from service.http.openapi.components import RESPONSES
from service.http.openapi.names import headers as refs

JSON: Final = "application/json"
YAML: Final = "application/yaml"
ALONE: Final = ("X-Request-Id",)
BY_RULES: Final = (*ALONE, "Rules-Revision")
KEPT: Final = (*BY_RULES, "ETag")
"""The headers of all answers, of those by the rules, and of those among them that callers may keep."""

BODY: Final = (
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
"""What is wrong with a body before it is read."""


def ok(
    description: str,
    content: dict[str, Any],
    headers: tuple[str, ...] = BY_RULES,
    status: HTTPStatus = HTTPStatus.OK,
) -> dict[str, Any]:
    """The answer when all is well; `content` maps media types to what they hold."""
    return {str(status.value): {"description": description, "headers": refs(*headers), "content": content}}


def not_modified() -> dict[str, Any]:
    """The answer to a caller that already has it."""
    return {"304": {"description": "What the caller has is still right.", "headers": refs(*KEPT)}}


def problems(*statuses: HTTPStatus) -> dict[str, Any]:
    """The problems that an operation may answer; a bug is possible everywhere."""
    named = (*statuses, HTTPStatus.INTERNAL_SERVER_ERROR)
    return {str(status.value): {"$ref": f"#/components/responses/{RESPONSES[status]}"} for status in sorted(named)}
