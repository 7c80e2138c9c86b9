"""Problems: every failure has its kind, and a bug tells callers nothing."""

import asyncio
import re
from collections.abc import Iterator

import pytest
import structlog
from msgspec import structs

from service.errors import Diagnostic, EngineError, NotReadyError, RuleRejectedError, ServiceError
from service.http.app import create_app
from service.http.kinds import INTERNAL, KINDS, UNROUTED, Kind, kind_of
from service.http.parts import HttpParts
from service.http.problems import problem_of
from tests.http.asking import Asked, body
from tests.http.served import RULES, parts

README = (RULES.parent / "openapi" / "README.md").read_text()
SOURCES = [path.read_text() for path in (RULES.parent / "service").rglob("*.py") if "cli" not in path.parts]
CODES = {code for text in SOURCES for code in re.findall(r'\b(?:Issue|RefusedError|_issue)\(\s*"([a-z-]+)"', text)}
QUESTION = b'{"inputs": {"model": "small"}}'


def concrete(base: type[ServiceError] = ServiceError) -> Iterator[type[ServiceError]]:
    """The failures that are raised: the leaves of the tree in `service/errors`."""
    for one in base.__subclasses__():
        if one.__module__.startswith("service.errors."):
            yield from concrete(one) if one.__subclasses__() else (one,)


@pytest.mark.parametrize("error", list(concrete()), ids=lambda one: one.__name__)
def test_every_failure_has_a_kind(error: type[ServiceError]) -> None:
    assert error in KINDS


@pytest.mark.parametrize("kind", list(dict.fromkeys((*KINDS.values(), *UNROUTED.values()))), ids=lambda one: one.slug)
def test_every_kind_is_documented(kind: Kind) -> None:
    assert f"| `{kind.slug}` | {kind.status.value} |" in README


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_of_an_error_is_documented(code: str) -> None:
    assert re.search(rf"^\| (?:`[a-z-]+`, )*`{code}`(?:, `[a-z-]+`)* \|", README, re.MULTILINE)


def test_types_are_unique() -> None:
    kinds = dict.fromkeys(KINDS.values())
    assert len({kind.type for kind in kinds}) == len({kind.title for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("error", [ValueError("secret"), EngineError("secret"), KeyError("secret")], ids=repr)
def test_a_bug_is_told_to_the_log_alone(http_parts: HttpParts, error: Exception) -> None:
    def decide(*_: object, **__: object) -> None:
        raise error

    app = create_app(structs.replace(http_parts, decide=decide))
    asked = Asked("/v1/decisions/training-gpu", body(QUESTION), content_type="application/json", x_request_id="mine")
    with structlog.testing.capture_logs() as logs:
        asyncio.run(asked.of(app))
    assert asked.status == 500
    assert asked.answer["type"] == INTERNAL.type
    assert asked.answer["request_id"] == "mine"
    assert "secret" not in str(asked.sent)
    assert [(one["event"], one["path"], one["exc_info"]) for one in logs] == [
        ("request failed", "/v1/decisions/training-gpu", error)
    ]


@pytest.mark.parametrize("path", ["/readyz", "/v1/rules", "/openapi.json", "/v1/decisions/training-gpu"])
def test_without_rules_the_service_is_not_ready(path: str) -> None:
    asked = Asked(path, [])
    asked.scope["method"] = "GET"
    asyncio.run(asked.of(create_app(parts(load=False))))
    assert (asked.status, asked.answer["type"]) == (503, "urn:gpu-rules:problem:not-ready")


def test_without_rules_the_process_is_alive() -> None:
    asked = Asked("/healthz", [])
    asked.scope["method"] = "GET"
    assert asyncio.run(asked.of(create_app(parts(load=False)))).status == 200


def test_a_rejected_rule_lists_its_diagnostics() -> None:
    found = Diagnostic(code="unknown-name", message="`x` is not known", path="start", line=3, file="a/1.0.0.yaml")
    (error,) = problem_of(RuleRejectedError([found])).errors
    assert (error.code, error.path, error.message) == ("unknown-name", "start", str(found))


def test_a_kind_of_failure_that_is_not_listed_is_taken_for_a_bug() -> None:
    assert kind_of(RuntimeError()) is INTERNAL
    assert kind_of(type("Later", (NotReadyError,), {})()) is KINDS[NotReadyError]
