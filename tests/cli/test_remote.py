"""Commands that change rules, at a service: what is sent, and what its answers mean."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec import json, structs

from service.model.publication import Draft
from service.model.replay import Replay
from tests.cli.conftest import FakeService, FakeTools, Request
from tests.cli.stores import shipped, wider
from tests.cli.test_diff import EQUAL
from tests.cli.test_nearest import CHANGED

Run = Callable[..., Result]

TOKEN = "gr_1_secret"  # noqa: S105 - made up
OLD, NEW = (Draft("", "", content).digest for content in (shipped("training-gpu"), wider()))
LIVE = "GET /v1/rules/training-gpu/live"
STANDING = {"rule": "training-gpu", "version": "1.0.0", "digest": OLD, "activated": None}
MOVED: dict[str, Any] = {**STANDING, "version": "1.1.0", "digest": NEW, "previous": "1.0.0", "warnings": []}
PUBLISHED = {
    "name": "training-gpu", "version": "1.1.0", "digest": NEW, "published": "2026-03-01T00:00:00Z", "author": "ci",
    "warnings": [],
}  # fmt: skip
REPLAY = Replay(rule="training-gpu", version="1.1.0", digest=NEW, replayed=2, changed=0, skipped=0, shifts=[], total=2)


@pytest.fixture(autouse=True)
def known(service: FakeService, tools: FakeTools) -> None:
    """A service at which `training-gpu` 1.0.0 is live, and a token for it."""
    service.answers = {
        LIVE: (200, STANDING),
        "GET /v1/rules/training-gpu/versions/1.0.0": (200, shipped("training-gpu")),
        "PUT /v1/rules/training-gpu/live": (200, MOVED),
    }
    service.status, service.body = 404, {"type": "urn:gpu-rules:problem:version-not-found", "detail": "it is not there"}
    tools.server, tools.token = service.url, TOKEN


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    file = tmp_path / "draft.yaml"
    file.write_bytes(wider())
    return file


def sent(service: FakeService, method: str = "PUT") -> Request:
    [request] = [one for one in service.requests if one.method == method]
    return request


def test_the_token_of_the_settings_goes_as_a_bearer_token(run: Run, service: FakeService, draft: Path) -> None:
    service.answers["PUT /v1/rules/training-gpu/versions/1.1.0"] = (201, PUBLISHED)
    result = run("publish", draft)
    assert (result.exit_code, result.output) == (0, "published: training-gpu 1.1.0\n")
    request = sent(service)
    assert request.headers["authorization"] == f"Bearer {TOKEN}"
    assert (request.content_type, request.body) == ("application/yaml", wider())


def test_nothing_is_sent_for_a_token_that_is_not_there(run: Run, service: FakeService, tools: FakeTools) -> None:
    tools.token = ""
    run("activate", "training-gpu", "1.1.0")
    assert all("authorization" not in one.headers for one in service.requests)


def test_a_reason_is_sent_and_a_version_that_was_there_is_told(run: Run, service: FakeService, draft: Path) -> None:
    place = "/v1/rules/training-gpu/versions/1.1.0?reason=a+%26+b"
    service.answers[f"PUT {place}"] = (200, PUBLISHED)
    result = run("publish", draft, "--reason", "a & b")
    assert (result.exit_code, result.output) == (0, "published before: training-gpu 1.1.0\n")


def test_a_change_names_the_version_that_was_seen(run: Run, service: FakeService) -> None:
    result = run("activate", "training-gpu", "1.1.0", "--reason", "wider")
    request = sent(service)
    assert (result.exit_code, result.output) == (0, "live: training-gpu 1.0.0 -> 1.1.0\n")
    assert request.headers["if-match"] == f'"{OLD}"'
    assert (request.content_type, json.decode(request.body)) == (
        "application/json",
        {"version": "1.1.0", "reason": "wider"},
    )


def test_a_first_version_names_none(run: Run, service: FakeService) -> None:
    service.answers[LIVE] = (404, {"type": "urn:gpu-rules:problem:rule-not-live", "detail": "none is live"})
    result = run("activate", "training-gpu", "1.1.0")
    assert (result.exit_code, result.output) == (0, "live: training-gpu none -> 1.1.0\n")
    assert "if-match" not in sent(service).headers


def test_a_rule_is_retired(run: Run, service: FakeService) -> None:
    service.answers["DELETE /v1/rules/training-gpu/live?reason=old"] = (204, b"")
    result = run("retire", "training-gpu", "--reason", "old")
    assert (result.exit_code, result.output) == (0, "retired: training-gpu 1.0.0\n")
    assert sent(service, "DELETE").headers["if-match"] == f'"{OLD}"'


def event(sequence: int, action: str, version: str | None, previous: str | None = None) -> dict[str, Any]:
    at = "2026-03-01T00:00:00Z"
    return {
        "sequence": sequence, "at": at, "action": action, "who": "ci", "rule": "training-gpu", "version": version,
        "digest": None, "previous": previous, "why": "",
    }  # fmt: skip


def test_a_rollback_reads_the_audit_log(run: Run, service: FakeService) -> None:
    audit = "GET /v1/audit?limit=100&rule=training-gpu"
    service.answers[audit] = (200, {"items": [event(7, "published", "1.2.0")], "next": "7"})
    service.answers[f"{audit}&next=7"] = (200, {"items": [event(5, "activated", "1.0.0", "1.1.0")], "next": None})
    result = run("rollback", "training-gpu")
    assert (result.exit_code, result.output) == (0, "live: training-gpu 1.0.0 -> 1.1.0\n")
    assert json.decode(sent(service).body)["version"] == "1.1.0"


def test_a_rollback_of_what_others_have_moved_meanwhile(run: Run, service: FakeService) -> None:
    items = [event(5, "activated", "1.2.0", "1.0.0")]
    service.answers["GET /v1/audit?limit=100&rule=training-gpu"] = (200, {"items": items, "next": None})
    result = run("rollback", "training-gpu")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: `training-gpu` is not as the change expects")
    assert all(one.method == "GET" for one in service.requests)


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        pytest.param((401, "token-needed"), 2, "`gpu-rules token new --name NAME --scope activate`", id="no token"),
        pytest.param((403, "scope-needed"), 2, "`gpu-rules token new --name NAME --scope activate`", id="not for this"),
        pytest.param((403, "writing-disabled"), 2, "commands take it from `GPU_RULES_TOKEN`", id="no token at all"),
        pytest.param(
            (412, "live-version-moved"), 1, "error: what the service says\n", id="a change by others meanwhile"
        ),
        pytest.param((428, "expectation-missing"), 1, "error: what the service says\n", id="a rule that went live"),
        pytest.param((409, "rule-entered"), 1, "error: what the service says\n", id="a rule that others enter"),
        pytest.param((409, "of-a-later-version"), 1, "error: what the service says\n", id="a conflict of another kind"),
        pytest.param((404, "version-not-found"), 2, "error: what the service says\n", id="no such version"),
        pytest.param((413, "request-too-large"), 2, "error: what the service says\n", id="too much"),
        pytest.param((503, "store-unavailable"), 3, "error: what the service says\n", id="no database"),
        pytest.param((503, "busy"), 3, "error: what the service says\n", id="too many examinations"),
        pytest.param((503, "sandbox-failed"), 3, "error: what the service says\n", id="an examination that failed"),
    ],
)
def test_a_refusal(run: Run, service: FakeService, problem: tuple[int, str], code: int, said: str) -> None:
    status, kind = problem
    body = {"type": f"urn:gpu-rules:problem:{kind}", "detail": "what the service says"}
    service.answers["PUT /v1/rules/training-gpu/live"] = (status, body)
    result = run("activate", "training-gpu", "1.1.0")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)
    assert said in result.stderr
    assert TOKEN not in result.stderr
    assert json.decode(run("activate", "training-gpu", "1.1.0", "--json").stdout)["type"] == kind


def test_what_is_wrong_with_a_document_is_told_by_the_name_of_its_file(
    run: Run, service: FakeService, draft: Path
) -> None:
    messages = ["training-gpu/1.1.0.yaml:86: cel-type: one", "choose-gpu/1.0.0.yaml:9: case-failed: two"]
    errors = [{"code": "cel-type", "path": "nodes", "message": message} for message in messages]
    problem = {"type": "urn:gpu-rules:problem:rule-rejected", "detail": "x", "errors": errors}
    service.answers["PUT /v1/rules/training-gpu/versions/1.1.0"] = (422, problem)
    result = run("publish", draft)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: {draft}:86: cel-type: one\nerror: choose-gpu/1.0.0.yaml:9: case-failed: two\n"


def test_two_versions_are_compared_by_the_service(run: Run, service: FakeService) -> None:
    service.answers["GET /v1/rules/training-gpu/diff?from=1.0.0&to=1.1.0"] = (
        200,
        {**json.decode(json.encode(EQUAL)), "from": {}},
    )
    assert run("diff", "training-gpu", "1.0.0", "1.1.0").stdout.startswith("proved equal")


def test_a_replay_of_a_version(run: Run, service: FakeService) -> None:
    service.answers["POST /v1/rules/training-gpu/replay"] = (200, REPLAY)
    result = run("replay", "training-gpu", "1.1.0", "--limit", "2")
    assert (result.exit_code, result.output) == (0, "training-gpu 1.1.0: none of 2 recorded decisions would change\n")
    assert json.decode(sent(service, "POST").body) == {"version": "1.1.0", "limit": 2}


def test_a_replay_of_a_file_goes_on_where_a_page_ended(run: Run, service: FakeService, draft: Path) -> None:
    place = "POST /v1/rules/training-gpu/replay?version=1.1.0"
    service.answers[f"{place}&limit=1000"] = (200, structs.replace(REPLAY, replayed=1000, total=1002, next="x"))
    service.answers[f"{place}&limit=1000&before=x"] = (200, structs.replace(REPLAY, total=1002))
    result = run("replay", "training-gpu", draft)
    assert result.output == "training-gpu 1.1.0: none of 1002 recorded decisions would change\n"
    assert [(one.content_type, one.body) for one in service.requests] == [("application/yaml", wider())] * 2


def test_the_smallest_change_is_asked_for_with_typed_inputs(run: Run, service: FakeService) -> None:
    properties = {"vms": {"type": ["integer", "null"]}, "model": {"type": "string"}}
    service.answers["GET /v1/rules/training-gpu/schema"] = (200, {"properties": properties})
    service.answers["POST /v1/decisions/training-gpu/counterfactual"] = (200, CHANGED)
    assert run("nearest", "training-gpu", "l4", "vms=6", "model=3", "x=1").stdout.startswith("to reach `l4`, change")
    body = json.decode(sent(service, "POST").body)
    assert body == {"inputs": {"vms": 6, "model": "3", "x": "1"}, "wanted": "l4"}


def test_lists_are_read_to_their_end(run: Run, service: FakeService) -> None:
    rule = {"kind": "tree", "title": "A", "summary": None, "live": None, "versions": ["1.0.0"], "of_a_later_version": 1}
    rules = [{"name": name, **rule} for name in ("a", "b")]
    service.answers["GET /v1/rules?limit=100"] = (200, {"items": rules[:1], "next": "a"})
    service.answers["GET /v1/rules?limit=100&next=a"] = (200, {"items": rules[1:], "next": None})
    assert [one["name"] for one in json.decode(run("rules", "--json").stdout)] == ["a", "b"]


def test_a_list_of_another_service(run: Run, service: FakeService) -> None:
    service.answers["GET /v1/rules?limit=100"] = (200, {"items": 7})
    result = run("rules")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "something that is no list" in result.stderr
