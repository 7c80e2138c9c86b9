"""Both clients against the running application."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import json

from service.client import Refused, calls
from service.model.decision import Decision
from service.model.problem import Problem
from service.model.publication import Draft
from tests.client.asking import Asker, Kind
from tests.client.running import GIVEN, RECORDED, RULE, Running, pointed, running
from tests.http.documents import small_job

PLACE = ("small-job", "1.0.0", small_job())


@pytest.fixture(scope="module")
def service() -> Iterator[Running]:
    """A service that nobody changes."""
    with running() as one:
        yield one


@pytest.fixture
def asker(kind: Kind, service: Running) -> Iterator[Asker]:
    with pointed(kind, service) as one:
        yield one


@pytest.fixture
def author(kind: Kind) -> Iterator[Asker]:
    """A client of a service of its own."""
    with running() as service, pointed(kind, service) as one:
        yield one


def test_questions(asker: Asker) -> None:
    decision = asker.send(calls.decide(RULE, GIVEN))
    assert (decision.status, decision.outcome and decision.outcome.id) == ("decided", "l4")
    texts = {"model": "other", "vms": "3", "gpus": "16", "latency_critical": "false"}
    same = asker.send(calls.decide_by_text(RULE, texts, version="1.0.0"))
    assert (same.inputs, same.path, same.outcome) == (decision.inputs, decision.path, decision.outcome)
    asked = asker.send(calls.decide(RULE, {"model": "other"}))
    assert (asked.status, asked.outcome, asked.ask[0].input) == ("needs-input", None, "vms")


def test_machines(asker: Asker) -> None:
    found = asker.send(calls.recommend(RULE, {**GIVEN, "vms": 2}, constraints={"number_format": "bf16"}))
    assert (found.status, found.decision.outcome and found.decision.outcome.id) == ("recommended", "l4")
    assert (found.candidates[0].key, found.candidates[0].fields["accelerators_per_vm"]) == ("g2-standard-96", 8)
    texts = {"model": "other", "vms": "2", "gpus": "16", "latency_critical": "false", "number_format": "bf16"}
    call = calls.recommend_by_text(RULE, texts)
    same = asker.send(call)
    assert (same.candidates, same.rejected, same.units) == (found.candidates, found.rejected, found.units)
    assert json.decode(asker.send(calls.represent(call, "terraform")))["machine_type"] == "g2-standard-96"
    assert "machine-type=g2-standard-96" in asker.send(calls.represent(call, "gcloud"))


def test_a_batch(asker: Asker) -> None:
    found = asker.send(calls.decide_all(RULE, [GIVEN, {"vms": 0}, {"vms": "x"}], common={"model": "other"}))
    first, *others = found.results
    assert isinstance(first, Decision)
    assert [one.status for one in others if isinstance(one, Problem)] == [422, 422]
    assert (found.rule.name, found.counts.decided, found.counts.refused) == (RULE, 1, 2)


def test_formulas_both_ways(asker: Asker) -> None:
    shares = {"scheduling_goodput": 0.8, "runtime_goodput": 0.75}
    rule, target = "ml-productivity-goodput", ("ml_productivity_goodput", 0.3)
    solution = asker.send(calls.solve(rule, shares, unknown="program_goodput", target=target))
    assert solution.value == pytest.approx(0.5)
    weights = asker.send(calls.sensitivity(rule, {**shares, "program_goodput": 0.5}, output=target[0]))
    assert weights.values == {target[0]: pytest.approx(0.3)}
    assert weights.rule.name == rule


def test_a_timeline(asker: Asker) -> None:
    events = [
        {"event": "allocated", "time": 0},
        {"event": "initialized", "time": 10},
        {"event": "released", "time": 100},
    ]
    ledger = asker.send(calls.timeline(events, program_goodput=0.5))
    assert (ledger.period, ledger.seconds["start_up"], ledger.program_goodput) == (100, 10, 0.5)
    assert asker.send(calls.timeline_picture(events)).startswith("<?xml")


def test_every_shipped_rule_can_be_read(asker: Asker) -> None:
    for summary in asker.each(calls.rules(page=2)):
        assert asker.send(calls.rule(summary.name)).version == summary.live
        for version in asker.each(calls.versions(summary.name)):
            rule = asker.send(calls.rule(summary.name, version.version))
            assert (rule.document.title != "", rule.digest) == (True, version.digest)
            document = asker.send(calls.document(summary.name, version.version))
            assert Draft(summary.name, version.version, document).digest == version.digest


def test_what_a_rule_asks_for(asker: Asker) -> None:
    schema = asker.send(calls.schema(RULE))
    assert schema.properties["vms"]["minimum"] == 1
    assert asker.send(calls.diagram(RULE, {"model": "small"})).startswith("flowchart")


def test_a_change_from_its_check_to_its_end(author: Asker) -> None:
    assert author.send(calls.check(PLACE[2])).passed
    made = author.send(calls.publish(*PLACE, reason="a first try"))
    again = author.send(calls.publish(*PLACE))
    assert (made.new, again.new, made.version.digest) == (True, False, again.version.digest)
    first = author.send(calls.activate("small-job", "1.0.0"))
    assert (first.previous, author.send(calls.live("small-job")).digest) == (None, first.digest)
    author.send(calls.publish("small-job", "1.1.0", small_job("1.1.0", limit=48.0)))
    assert author.send(calls.diff("small-job", None, "1.1.0")).lines
    with pytest.raises(Refused) as stale:
        author.send(calls.activate("small-job", "1.1.0", seen="sha256:0"))
    assert (stale.value.status, stale.value.kind) == (412, "live-version-moved")
    assert author.send(calls.activate("small-job", "1.1.0", seen=first.digest)).previous == "1.0.0"
    assert author.send(calls.activate("small-job", "1.0.0", seen=calls.ANY, reason="back")).previous == "1.1.0"
    assert author.send(calls.retire("small-job", seen=first.digest)) is None
    told = [(one.action, one.version, one.why) for one in author.each(calls.audit("small-job", page=2))]
    assert told[-1] == ("published", "1.0.0", "a first try")
    assert [action for action, _, _ in told].count("activated") == 3


def test_records(asker: Asker) -> None:
    assert [one.decision_id for one in asker.each(calls.records(RULE))] == [RECORDED]
    record = asker.send(calls.record(RECORDED))
    assert json.decode(record.decision, type=Decision).outcome
    replay = asker.send(calls.replay(RULE, "1.0.0", limit=10))
    assert (replay.replayed, replay.changed, replay.total) == (1, 0, 1)


@pytest.mark.parametrize(
    ("call", "status", "name"),
    [
        pytest.param(calls.decide("traning-gpu", {}), 404, "rule-not-found", id="an unknown rule"),
        pytest.param(calls.decide(RULE, {}, version="9.0.0"), 404, "version-not-found", id="an unknown version"),
        pytest.param(calls.decide(RULE, {"vms": 0}), 422, "inputs-rejected", id="inputs out of range"),
        pytest.param(calls.counterfactual(RULE, {}, wanted="x"), 422, "request-rejected", id="an unknown outcome"),
        pytest.param(
            calls.represent(calls.recommend(RULE, GIVEN, constraints={"memory_gb_per_accelerator": 1e5}), "env"),
            422,
            "no-candidate",
            id="no machine",
        ),
        pytest.param(calls.represent(calls.decide(RULE, GIVEN), "x"), 422, "request-rejected", id="no such format"),
        pytest.param(calls.rule("a/../b"), 404, "not-found", id="a name that is none"),
        pytest.param(calls.publish("a", "1.0.0", b"\xff"), 422, "rule-rejected", id="a document that is none"),
        pytest.param(calls.timeline([]), 422, "timeline-rejected", id="no events"),
        pytest.param(calls.record("x"), 404, "record-not-found", id="no record"),
    ],
)
def test_a_refusal(asker: Asker, call: calls.Call[Any], status: int, name: str) -> None:
    with pytest.raises(Refused) as raised:
        asker.send(call)
    assert (raised.value.status, raised.value.kind, raised.value.request_id is not None) == (status, name, True)


@pytest.mark.parametrize(("token", "status", "name"), [("", 401, "token-needed"), ("reader", 403, "scope-needed")])
def test_a_token_that_may_not(kind: Kind, service: Running, token: str, status: int, name: str) -> None:
    with pointed(kind, service, token) as asker, pytest.raises(Refused) as raised:
        asker.send(calls.publish(*PLACE))
    assert (raised.value.status, raised.value.kind, raised.value.scope) == (status, name, "publish")
