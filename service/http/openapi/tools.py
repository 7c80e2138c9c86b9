"""The operation that lists the rules as tools."""

from http import HTTPStatus
from typing import Any, Final

from service.http.openapi.names import schema
from service.http.openapi.responses import JSON, KEPT, not_modified, ok, problems
from service.http.tools import DEFAULT, STYLE
from service.model.tool import STYLES

_WORDS: Final = (
    "What a model is given so that it can ask the rules. `openai` lists functions for the Responses API of OpenAI, "
    "`openai-chat` for Chat Completions and what is compatible with it: strict, so each argument is there, and null "
    "where nothing is known. The arguments of a call are the `inputs` of `POST /v1/decisions/{rule}`, the name of the "
    "function is the rule. `mcp` lists the tools of `/mcp` as that protocol does. A rule whose schema is too large for "
    "strict mode says `strict: false`."
)
_REFUSED: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)
_WHOSE: Final = (("openai", "FunctionTool"), ("openai-chat", "ChatTool"), ("mcp", "Tool"))


def tools() -> dict[str, Any]:
    """The path of the list."""
    lists = [{"type": "array", "items": schema(name), "title": style} for style, name in _WHOSE]
    form = {"type": "object", "properties": {"tools": {"anyOf": lists}}, "required": ["tools"]}
    style = {"type": "string", "enum": list(STYLES), "default": DEFAULT}
    return {
        "/v1/tools": {
            "get": {
                "operationId": "listTools",
                "summary": "List the rules as tools",
                "description": _WORDS,
                "tags": ["rules"],
                "parameters": [{"name": STYLE, "in": "query", "description": "How to write them.", "schema": style}],
                "responses": {
                    **ok("The tools.", {JSON: {"schema": form}}, KEPT),
                    **not_modified(),
                    **problems(*_REFUSED),
                },
            }
        }
    }
