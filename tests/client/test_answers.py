"""How answers are read: those of the service, and those of whatever else may stand at its address."""

import gzip
from typing import Any

import pytest
from msgspec import json

from service.client import ClientError, Refused, Unexpected, Unreachable, calls, replies
from service.errors import Issue
from service.model.problem import Problem
from tests.client.asking import Kind
from tests.client.samples import CANDIDATE, DECIDED, RECOMMENDED, REFUSED, RULE
from tests.client.scripted import URL, Clock, Said, Script

DECIDE = calls.decide("training-gpu", {"vms": 3})
ANSWERS = f"`{URL}` answers with "


def failure(kind: Kind, clock: Clock, said: Said, call: calls.Call[Any] = DECIDE) -> tuple[ClientError, Script]:
    script = Script(clock, said)
    with kind(URL, transport=script, token="gr_1_secret") as asker, pytest.raises(ClientError) as raised:  # noqa: S106
        asker.send(call)
    assert all(one.closed for one in script.bodies)
    assert "secret" not in str(raised.value)
    return raised.value, script


def test_an_answer_is_typed_and_what_it_has_more_is_passed_over(kind: Kind, clock: Clock) -> None:
    with kind(URL, transport=Script(clock, Said(body=DECIDED))) as asker:
        decision = asker.send(DECIDE)
    assert decision.outcome
    assert (decision.outcome.title, decision.rules[0].name, decision.inputs) == ("L4", "training-gpu", {"vms": 3})


def test_a_refusal_has_all_that_the_problem_says(kind: Kind, clock: Clock) -> None:
    error, _ = failure(kind, clock, Said(status=422, body=REFUSED))
    assert isinstance(error, Refused)
    assert (error.status, error.kind, error.title) == (422, "inputs-rejected", "Inputs rejected")
    assert (error.type, error.request_id) == ("urn:gpu-rules:problem:inputs-rejected", "r-1")
    assert (str(error), error.detail, error.retry_after) == ("`vms` is too large", "`vms` is too large", None)
    assert error.errors == (Issue("out-of-range", "$.inputs.vms", "`vms` is too large: at most 9 fits"),)
    assert error.scope == "decide"


@pytest.mark.parametrize(
    ("body", "kind_", "detail"),
    [
        pytest.param({"title": "Too large"}, "blank", "Too large", id="without detail"),
        pytest.param({}, "blank", f"{ANSWERS}status 413", id="without a word"),
        pytest.param({"type": "/problems/a-b", "detail": "no"}, "a-b", "no", id="with a type that is a path"),
        pytest.param({"message": "of a gateway", "detail": "no"}, "blank", "no", id="of somebody else"),
    ],
)
def test_a_refusal_that_says_less(kind: Kind, clock: Clock, body: Any, kind_: str, detail: str) -> None:
    error, _ = failure(kind, clock, Said(status=413, body=body))
    assert isinstance(error, Refused)
    assert (error.status, error.kind, str(error)) == (413, kind_, detail)


@pytest.mark.parametrize(
    ("said", "message", "status"),
    [
        pytest.param(
            Said(status=502, body=b"<html><h1>502 Bad Gateway</h1></html>", headers={"content-type": "text/html"}),
            f"{ANSWERS}status 502, and not as this service does",
            502,
            id="the page of a proxy",
        ),
        pytest.param(Said(status=500, body=b""), "status 500, and not as", 500, id="nothing at all"),
        pytest.param(
            Said(status=301, body=b"", headers={"location": "http://evil.example"}), "status 301", 301, id="a redirect"
        ),
        pytest.param(Said(status=307, body=REFUSED), "status 307, and not as", 307, id="a redirect with words"),
        pytest.param(Said(status=304, body=b""), "status 304, and not as", 304, id="what was not asked for"),
        pytest.param(Said(status=422, body=b'{"type": 7}'), "status 422, and not as", 422, id="a problem that is none"),
        pytest.param(Said(status=204, body=b""), "something that is no decision: ", 204, id="no body"),
        pytest.param(Said(body=b"<html>"), "something that is no decision: ", 200, id="a page"),
        pytest.param(Said(body=b'{"decision_id": "1", "ru'), "no decision: ", 200, id="JSON that breaks off"),
        pytest.param(Said(body={"status": "up"}), "no decision: ", 200, id="JSON of another service"),
        pytest.param(Said(body={**DECIDED, "status": "maybe"}), "`$.status`", 200, id="a status that there is not"),
        pytest.param(Said(body=b'{"decision_id": "\xff"}'), "no decision: ", 200, id="no UTF-8"),
        pytest.param(Said(body=b'{"x": ' + b"[" * 100_000), "no decision: ", 200, id="brackets without end"),
        pytest.param(Said(status=503, body=b"[" * 100_000), "status 503", 503, id="a refusal of brackets"),
        pytest.param(
            Said(body=b"{}", headers={"content-encoding": "gzip"}), "can't be taken: ", None, id="no gzip at all"
        ),
    ],
)
def test_what_is_no_answer(kind: Kind, clock: Clock, said: Said, message: str, status: int | None) -> None:
    error, script = failure(kind, clock, said)
    assert isinstance(error, Unexpected)
    assert message in str(error)
    assert error.status == status
    assert {one.url.host for one in script.requests} == {"rules.example"}


def test_a_body_may_be_packed(kind: Kind, clock: Clock) -> None:
    packed = gzip.compress(json.encode(DECIDED))
    said = Said(body=packed, headers={"content-encoding": "gzip", "content-length": str(len(packed))})
    with kind(URL, transport=Script(clock, said)) as asker:
        assert asker.send(DECIDE).outcome


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_without_end_is_left(kind: Kind, clock: Clock, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    monkeypatch.setattr(replies, "LARGEST", 1_000_000)
    blanks = b" " * 100_000
    said = Said(body=[gzip.compress(blanks * 100)], headers={"content-encoding": "gzip"})
    error, script = failure(kind, clock, said if packed else Said(body=[blanks] * 1000))
    assert isinstance(error, Unexpected)
    assert str(error) == f"{ANSWERS}something that can't be taken: more than 1000000 bytes"
    assert len(script.requests) == 1


def test_a_body_that_trickles_is_not_waited_for(kind: Kind, clock: Clock) -> None:
    error, _ = failure(kind, clock, Said(body=[b" "] * 1000, slowly=29.0))
    assert isinstance(error, Unreachable)
    assert str(error) == f"no answer from `{URL}`: nothing came within 30 s"
    assert clock.now < 1000 + 90


def test_a_large_body_has_time(kind: Kind, clock: Clock) -> None:
    pieces = [b" " * 1_000_000] * 10 + [json.encode(DECIDED)]
    with kind(URL, transport=Script(clock, Said(body=pieces, slowly=10.0))) as asker:
        assert asker.send(DECIDE).outcome


def test_a_batch_tells_decisions_from_problems(kind: Kind, clock: Clock) -> None:
    body = {
        "rule": RULE,
        "results": [DECIDED, {**REFUSED, "request_id": None}, DECIDED],
        "counts": {"decided": 2, "needs_input": 0, "refused": 1},
    }
    with kind(URL, transport=Script(clock, Said(body=body))) as asker:
        found = asker.send(calls.decide_all("training-gpu", [{"vms": 3}, {"vms": 10}, {"vms": 3}]))
    assert [type(one).__name__ for one in found.results] == ["Decision", "Problem", "Decision"]
    assert isinstance(found.results[1], Problem)
    assert (found.results[1].detail, found.counts.refused) == ("`vms` is too large", 1)


def test_a_recommendation(kind: Kind, clock: Clock) -> None:
    with kind(URL, transport=Script(clock, Said(body=RECOMMENDED))) as asker:
        found = asker.send(calls.recommend("training-gpu", {"vms": 2, "gpus": 16}))
    first, other = found.candidates[0], found.rejected[0]
    assert (first.rank, first.key, first.because) == (1, "g2-standard-96", ("8 accelerators on each VM",))
    assert first.fields == {"machine_type": "g2-standard-96", "accelerators_per_vm": 8, "price_per_hour": None}
    assert [(one.check, one.because) for one in other.because] == [("count", "has one"), ("memory", "is small")]


@pytest.mark.parametrize(
    "members",
    [
        pytest.param({"candidates": [{}]}, id="a candidate of nothing"),
        pytest.param({"candidates": [{**CANDIDATE, "because": 7}]}, id="a candidate with a number for reasons"),
        pytest.param({"rejected": [{"machine_type": "a", "because": ["b"], "checks": []}]}, id="a reason too many"),
        pytest.param({"candidates": None}, id="no list"),
    ],
)
def test_what_is_no_recommendation(kind: Kind, clock: Clock, members: dict[str, Any]) -> None:
    error, _ = failure(kind, clock, Said(body={**RECOMMENDED, **members}), calls.recommend("training-gpu", {}))
    assert isinstance(error, Unexpected)
    assert "something that is no recommendation: " in str(error)


def test_a_list_is_read_page_by_page_to_its_end(kind: Kind, clock: Clock) -> None:
    rule = {"kind": "tree", "title": "A", "summary": None, "live": None, "versions": ["1.0.0"]}
    pages = [
        {"items": [{"name": "a", **rule}, {"name": "b", **rule}], "next": "b & c"},
        {"items": [], "next": "d"},
        {"items": [{"name": "e", **rule}], "next": None},
    ]
    script = Script(clock, *[Said(body=page) for page in pages])
    with kind(URL, transport=script) as asker:
        assert [one.name for one in asker.each(calls.rules(page=2))] == ["a", "b", "e"]
    assert [one.url.query.decode() for one in script.requests] == [
        "limit=2",
        "limit=2&next=b+%26+c",
        "limit=2&next=d",
    ]


def test_a_list_without_end_is_left(kind: Kind, clock: Clock) -> None:
    script = Script(clock, Said(body={"items": [], "next": "a"}))
    with kind(URL, transport=script) as asker, pytest.raises(Unexpected, match="a list that has no end"):
        asker.each(calls.rules())
    assert len(script.requests) == 2


def test_an_answer_can_be_had_as_it_came(kind: Kind, clock: Clock) -> None:
    with kind(URL, transport=Script(clock, Said(body=DECIDED))) as asker:
        assert asker.send(calls.verbatim(DECIDE)) == json.encode(DECIDED)
    error, _ = failure(kind, clock, Said(body={"status": "up"}), calls.verbatim(DECIDE))
    assert isinstance(error, Unexpected)
