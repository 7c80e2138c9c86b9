"""Problems as callers see them: RFC 9457, and the three handlers that make them."""

from http import HTTPStatus
from typing import Any, Final

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from msgspec import json

from service.errors import (
    BusyError,
    DecisionError,
    ForgedRequestError,
    Issue,
    NotReadyError,
    RequestRejectedError,
    RequestTimeoutError,
    RuleRejectedError,
    SandboxError,
    ScopeNeededError,
    ServiceError,
    StoreUnavailableError,
    TimelineRejectedError,
    TokenNeededError,
    TooManyConversationsError,
)
from service.http.envelope import request_id
from service.http.kinds import INTERNAL, Kind, kind_of, kind_of_status
from service.http.metrics import Metrics
from service.http.paths import loggable
from service.model.problem import Problem

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER: Final = 2
"""Seconds after which what is not available now may be."""
_REALM: Final = 'Bearer realm="gpu-rules"'
_NOT_SAID: Final = "something went wrong in the service; its log says more under this `request_id`"

_Request = Request[Any, Any, Any]


def problem_of(error: Exception, request: str | None = None) -> Problem:
    """The problem of a failure; of a bug, only that it is one."""
    kind = kind_of(error)
    if kind is INTERNAL:
        return _problem(kind, _NOT_SAID, request)
    return _problem(kind, str(error), request, errors=_issues(error))


class ProblemHandlers:
    """The three handlers of the application."""

    def __init__(self, metrics: Metrics) -> None:
        """Problems are counted by their type."""
        self._metrics = metrics

    def table(self) -> ExceptionHandlersMap:
        """Which handler meets which exception."""
        return {ServiceError: self._refused, HTTPException: self._unrouted, Exception: self._broken}

    def _refused(self, request: _Request, error: ServiceError) -> Response[bytes]:
        if kind_of(error) is INTERNAL:
            return self._broken(request, error)
        return self._respond(request, problem_of(error, request_id()), headers_of(error))

    def _unrouted(self, request: _Request, error: HTTPException) -> Response[bytes]:
        status = HTTPStatus(error.status_code)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return self._broken(request, error)
        problem = _problem(kind_of_status(status), _words(request, status, error.detail), request_id())
        return self._respond(request, problem, error.headers)

    def _broken(self, request: _Request, error: Exception) -> Response[bytes]:
        structlog.get_logger("gpu_rules.http").error("request failed", path=loggable(request.url.path), exc_info=error)
        return self._respond(request, _problem(INTERNAL, _NOT_SAID, request_id()))

    def _respond(self, request: _Request, problem: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
        self._metrics.refused(problem.type)
        event = {"path": loggable(request.scope["path"]), "status": problem.status, "type": problem.type}
        if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            structlog.get_logger("gpu_rules.http").info("refused", **event)
        elif problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
            structlog.get_logger("gpu_rules.http").warning("unavailable", **event, detail=problem.detail)
        body = json.encode(problem)
        headers = {**(headers or {}), "content-length": str(len(body))}
        content = b"" if request.method == "HEAD" else body
        return Response(content, status_code=problem.status, headers=headers, media_type=MEDIA_TYPE)


def _problem(kind: Kind, detail: str, request: str | None, errors: tuple[Issue, ...] = ()) -> Problem:
    return Problem(
        type=kind.type, title=kind.title, status=kind.status.value, detail=detail, errors=errors, request_id=request
    )


def headers_of(error: Exception) -> dict[str, str]:
    """What the head of an answer says about a failure: how to prove who one is, and when to try again."""
    match error:
        case TokenNeededError(sent=sent):
            return {"www-authenticate": f'{_REALM}, error="invalid_token"' if sent else _REALM}
        case ForgedRequestError(challenge=challenge):
            return {"www-authenticate": challenge}
        case ScopeNeededError(scope=scope):
            return {"www-authenticate": f'{_REALM}, error="insufficient_scope", scope="{scope}"'}
        case BusyError() | SandboxError() | StoreUnavailableError() | NotReadyError():
            return {"retry-after": str(RETRY_AFTER)}
        case TooManyConversationsError(seconds=seconds):
            return {"retry-after": str(seconds)}
        case RequestTimeoutError():
            return {"connection": "close"}
        case _:
            return {}


def _issues(error: Exception) -> tuple[Issue, ...]:
    match error:
        case DecisionError(issues=issues) | RequestRejectedError(issues=issues) | TimelineRejectedError(issues=issues):
            return tuple(issues)
        case RuleRejectedError(diagnostics=diagnostics):
            return tuple(Issue(one.code, one.path, str(one)) for one in diagnostics)
        case _:
            return ()


def _words(request: _Request, status: HTTPStatus, detail: str) -> str:
    """What the framework means, in the words of this service."""
    if status == HTTPStatus.NOT_FOUND:
        return f"there is nothing at `{request.scope['path']}`; `/openapi.json` lists what there is"
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return f"`{request.method}` is not an operation of `{request.scope['path']}`; `Allow` lists those that are"
    return f"{detail[:1].lower()}{detail[1:]}"
