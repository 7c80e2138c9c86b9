"""The memo keeps inferences by what was inferred in and from which verdicts: values, words and rules stay apart."""

from typing import Any

import pytest

from service.engine.durable import Ruleset
from service.engine.engine import Engine
from tests.engine.building import Built, build
from tests.engine.recording import recorded


def tree(word: str) -> dict[str, Any]:
    """Three ways: more than 10, more than 5, any other; the structure is the same whatever the word."""
    return {
        "kind": "tree",
        "name": "tree",
        "version": "1.0.0",
        "title": word,
        "inputs": {"vms": {"type": "integer", "ask": "How many?"}},
        "start": "scale",
        "nodes": {
            "scale": {
                "title": word,
                "branches": [
                    {"when": "vms > 10", "then": "many"},
                    {"when": "vms > 5", "then": "some", "because": word},
                ],
                "otherwise": {"then": "few"},
            }
        },
        "outcomes": {name: {"title": f"{word} {name}"} for name in ("many", "some", "few")},
        "cases": [],
    }


def advice(word: str) -> dict[str, Any]:
    return {
        "kind": "advice",
        "name": "advice",
        "version": "1.0.0",
        "title": word,
        "inputs": {"vms": {"type": "integer"}},
        "rules": [{"id": word, "when": "vms > 5", "advise": {"title": word}, "gain": "vms"}],
        "cases": [],
    }


def titles(rule: Built, engine: Engine, *questions: int) -> list[str]:
    decisions = [rule.decide({"vms": vms}, engine) for vms in questions]
    return [decision.outcome.title for decision in decisions if decision.outcome]


def test_values_with_the_same_verdicts_share_an_inference_and_keep_their_own_readings() -> None:
    rule, engine = build([tree("a")]), Engine()
    decisions = [rule.decide({"vms": vms}, engine) for vms in (6, 7, 10, 11, 99)]
    assert [decision.path[0].read for decision in decisions] == [{"vms": vms} for vms in (6, 7, 10, 11, 99)]
    assert [decision.path[0].branch for decision in decisions] == [2, 2, 2, 1, 1]
    assert engine.memo_hits_and_misses() == (3, 2)


@pytest.mark.parametrize(
    ("size", "asked", "hits", "misses"),
    [
        pytest.param(2, [11, 6, 11, 6], 2, 2, id="two inferences fit into a memo of two"),
        pytest.param(2, [11, 6, 1, 11], 0, 4, id="the third pushes out the one that was used least recently"),
        pytest.param(2, [11, 6, 11, 1, 11], 2, 3, id="one that was used again stays"),
        pytest.param(1, [11, 11, 6, 11], 1, 3, id="a memo of one keeps the latest"),
        pytest.param(0, [11, 11, 11], 0, 3, id="a memo of none keeps nothing"),
    ],
)
def test_the_memo_is_bounded_and_forgets_what_was_used_least_recently(
    size: int, asked: list[int], hits: int, misses: int
) -> None:
    rule, engine = build([tree("a")]), Engine(memo_size=size)
    words = {11: "a many", 6: "a some", 1: "a few"}
    assert titles(rule, engine, *asked) == [words[vms] for vms in asked]
    assert engine.memo_hits_and_misses() == (hits, misses)


def test_an_open_verdict_is_not_one_that_does_not_hold() -> None:
    rule, engine = build([tree("a")]), Engine()
    assert rule.found({}, engine).ask == ("vms",)
    assert rule.found({"vms": 1}, engine).outcome == "few"
    assert rule.found({}, engine).ask == ("vms",)


def test_trees_of_one_structure_share_a_ruleset_but_no_answers() -> None:
    one, other = build([tree("a")]), build([tree("b")])
    assert one.program.common.id.digest != other.program.common.id.digest
    engine = Engine()
    assert titles(one, engine, 6) == ["a some"]
    assert titles(other, engine, 6, 11) == ["b some", "b many"]
    assert titles(one, engine, 11, 6) == ["a many", "a some"]
    assert engine.memo_hits_and_misses() == (1, 4)
    because = [rule.decide({"vms": 6}, engine).path[0].because for rule in (one, other, one)]
    assert because == ["a", "b", "a"]


def test_a_rule_of_a_structure_that_is_known_compiles_nothing() -> None:
    with recorded() as crossings:
        build([tree("a")])
        build([tree("a")])
        build([tree("b")])
        assert len(crossings.definitions) == 1


def test_advice_of_one_structure_shares_a_ruleset_but_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    fired: list[Ruleset] = []
    original = Ruleset.fire

    def fire(ruleset: Ruleset, *arguments: Any) -> tuple[str, ...]:
        fired.append(ruleset)
        return original(ruleset, *arguments)

    monkeypatch.setattr(Ruleset, "fire", fire)
    one, other, engine = build([advice("a")]), build([advice("b")]), Engine()
    answers = [
        [(given.id, given.gain) for given in rule.decide({"vms": vms}, engine).advice]
        for rule, vms in ((one, 6), (other, 7), (one, 8), (one, 1))
    ]
    assert answers == [[("a", 6.0)], [("b", 7.0)], [("a", 8.0)], []]
    assert len(fired) == 2, "once with the rule, once without it"
    assert len(set(map(id, fired))) == 1


def test_the_same_verdicts_from_another_node_on_are_another_inference() -> None:
    document = tree("a")
    document["nodes"] = {
        "first": {"title": "?", "branches": [{"when": "vms > 100", "then": "scale"}], "otherwise": {"then": "second"}},
        "second": {"title": "?", "branches": [{"when": "vms > 50", "then": "scale"}], "otherwise": {"then": "scale"}},
        **document["nodes"],
    }
    document["start"] = "first"
    rule, engine = build([document]), Engine()
    assert [step.node for step in rule.decide({"vms": 101}, engine).path] == ["first", "scale"]
    assert [step.node for step in rule.decide({"vms": 51}, engine).path] == ["first", "second", "scale"]
    assert rule.found({}, engine).ask == ("vms",)
