"""What a tree means, in the smallest trees that show it."""

from typing import Any

import pytest

from service.engine.engine import Engine
from service.errors import DecisionError, EvaluationFailedError, NoBranchHoldsError, RequirementNotMetError
from service.model.answer import Answer
from service.model.decision import Decision
from tests.engine.building import build

Document = dict[str, Any]
INPUTS = {
    "a": {"type": "boolean", "ask": "a?"},
    "b": {"type": "boolean", "ask": "b?"},
    "n": {"type": "integer", "ask": "n?"},
    "m": {"type": "integer", "ask": "m?", "default": 2},
}


def node(*branches: tuple[str, Any], otherwise: Any = "no", **way: Any) -> Document:
    """Branches of condition and target; `way` says more about the first of them."""
    ways: list[Document] = [{"when": when, "then": then} for when, then in branches]
    ways[0] |= way
    return {"title": "A node", "branches": ways, **({"otherwise": {"then": otherwise}} if otherwise else {})}


def tree(*nodes: Document, **header: Any) -> Document:
    """A tree of the nodes n0, n1 and so on."""
    return {
        "kind": "tree",
        "name": "tree",
        "version": "1.0.0",
        "title": "A tree",
        "inputs": INPUTS,
        "start": "n0",
        "nodes": {f"n{index}": one for index, one in enumerate(nodes)},
        "actions": {name: {"title": name} for name in ("look", "fix")},
        "outcomes": {name: {"title": name, "caveats": [f"{name} it is"]} for name in ("yes", "no", "so")},
        "cases": [],
        **header,
    }


def decide(given: dict[str, Any], *documents: Document) -> Decision:
    return build(documents).decide(given, Engine())


FAILING = tree(node(("n > 5", "yes"), ("10 / n > 3", "no"), ("100 / m > 10", "yes"), otherwise="so"))


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        pytest.param({"n": 6, "m": 0}, "yes", id="a division by zero behind the branch that is taken"),
        pytest.param({"n": 2, "m": 0}, "no", id="a division by zero behind the second branch"),
        pytest.param({"n": 5}, "yes", id="no division by zero"),
    ],
)
def test_an_expression_without_a_value_does_not_count_where_the_way_does_not_come(
    given: dict[str, Any], outcome: str
) -> None:
    decision = decide(given, FAILING)
    assert decision.outcome
    assert decision.outcome.id == outcome


@pytest.mark.parametrize(
    ("given", "words"),
    [
        pytest.param({"n": 0}, "`10 / n > 3` has no value: divide by zero", id="the second branch"),
        pytest.param({"n": 5, "m": 0}, "`100 / m > 10` has no value: divide by zero", id="the third branch"),
    ],
)
def test_an_expression_without_a_value_is_refused_where_the_way_comes(given: dict[str, Any], words: str) -> None:
    with pytest.raises(EvaluationFailedError, match=words):
        decide(given, FAILING)


def test_a_derived_value_that_fails_names_the_inputs_behind_it_and_only_where_it_is_read() -> None:
    document = tree(node(("a", "yes"), ("ratio > 1", "no")), derived={"part": "n + 1", "ratio": "10 / part"})
    assert decide({"a": True, "n": -1}, document).outcome
    with pytest.raises(EvaluationFailedError, match="divide by zero") as refused:
        decide({"a": False, "n": -1}, document)
    assert [issue.path for issue in refused.value.issues] == ["$.inputs.n"]


def test_a_failing_branch_of_another_node_in_reach_is_only_a_possibility() -> None:
    document = tree(node(("a", "n1"), otherwise="yes"), node(("10 / n > 3", "yes"), otherwise="yes"))
    assert [question.input for question in decide({"n": 0}, document).ask] == ["a"]
    assert decide({"a": False, "n": 0}, document).outcome
    with pytest.raises(EvaluationFailedError):
        decide({"a": True, "n": 0}, document)


def test_where_every_way_is_refused_the_first_one_says_why() -> None:
    document = tree(
        node(("a", "n1"), otherwise="n2"), node(("10 / n > 3", "yes")), node(("n > 0", "yes"), otherwise=None)
    )
    with pytest.raises(EvaluationFailedError):
        decide({"n": 0}, document)


def test_no_branch_holds_names_the_node() -> None:
    with pytest.raises(NoBranchHoldsError, match=r"no branch of `n0` \(A node\) in tree 1.0.0 holds for these inputs"):
        decide({"a": False}, tree(node(("a", "yes"), otherwise=None)))


@pytest.mark.parametrize(
    ("given", "outcome", "inputs"),
    [
        pytest.param({}, "no", {"m": 2}, id="what is missing"),
        pytest.param({"m": None}, "no", {"m": 2}, id="what is null"),
        pytest.param({"m": 3}, "yes", {"m": 3}, id="what is given counts instead"),
    ],
)
def test_a_default_fills_in_and_is_never_asked_for(given: dict[str, Any], outcome: str, inputs: dict[str, Any]) -> None:
    decision = decide(given, tree(node(("m > 2", "yes"))))
    assert decision.outcome
    assert (decision.outcome.id, decision.inputs) == (outcome, inputs)
    assert decide(given, tree(node(("m > 2 && a", "yes"), ("b", "yes")))).ask[0].input in ("a", "b")


@pytest.mark.parametrize(
    ("given", "condition", "asked"),
    [
        pytest.param({}, "n > 1 && a", ["n", "a"], id="what the condition reads first is asked first"),
        pytest.param({}, "n > 1 && (b || a)", ["n", "a", "b"], id="the rest follows in the order of the document"),
        pytest.param({"n": 0}, "(n > 1 && a) || b", ["b"], id="what cannot matter any more is not asked"),
        pytest.param({"a": True}, "a ? b : n > 1", ["b"], id="only the first side of a choice is asked"),
        pytest.param({"a": False}, "a ? b : n > 1", ["n"], id="only the second side of a choice is asked"),
        pytest.param({"b": True}, "a || 1 / (n - n) > 0", ["a", "n"], id="an error may still be overruled"),
    ],
)
def test_what_is_asked(given: dict[str, Any], condition: str, asked: list[str]) -> None:
    assert [question.input for question in decide(given, tree(node((condition, "yes")))).ask] == asked


@pytest.mark.parametrize("condition", ["n > 1 || true", "false && a", "a && !b", "(n > 0 || a) && false"])
def test_a_condition_that_is_known_asks_nothing(condition: str) -> None:
    assert not decide({"b": True}, tree(node((condition, "yes")))).ask


def test_a_step_shows_what_was_read_to_take_its_branch_and_nothing_else() -> None:
    document = tree(
        node(("a", "yes"), ("double_n > 4", "n1"), ("b", "no")), node(("b", "yes")), derived={"double_n": "n * 2"}
    )
    first, second = decide({"a": False, "n": 3, "b": True}, document).path
    assert (first.branch, first.read) == (2, {"a": False, "n": 3})
    assert (second.branch, second.read) == (1, {"b": True})
    assert decide({"a": False, "n": 0, "b": False}, document).path[0].read == {"a": False, "n": 0, "b": False}


def test_actions_and_caveats_of_the_way_are_gathered_in_order_each_action_once() -> None:
    first = node(("a", "n1"), do=["look"], caveats=["mind a"])
    second = node(("b", "yes"), do=["fix", "look"], caveats=["mind b"])
    decision = decide({"a": True, "b": True}, tree(first, second))
    assert [action.id for action in decision.actions] == ["look", "fix"]
    assert decision.outcome
    assert decision.outcome.caveats == ("mind a", "mind b", "yes it is")


GUARDED = tree(node(("b", "yes"), otherwise="yes"), name="guarded", requires=[{"check": "n > m", "message": "more"}])
ENTERING = tree(node(("a", {"rule": "guarded"}), otherwise="no"))


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        pytest.param(
            {"a": False, "n": 0}, Answer(outcome="no", path=(("tree", "n0", None),)), id="the rule is not entered"
        ),
        pytest.param({"a": True, "n": 0}, Answer(problem="requirement-not-met"), id="the rule is entered"),
        pytest.param({"a": True}, Answer(outcome="yes", path=(("tree", "n0", 1),)), id="the check waits for an input"),
        pytest.param({"n": 0}, Answer(ask=("a",)), id="whether the rule is entered is open"),
    ],
)
def test_a_requirement_counts_where_its_rule_is_entered_and_its_inputs_are_known(
    given: dict[str, Any], answer: Answer
) -> None:
    assert build([GUARDED, ENTERING]).found(given, Engine()) == answer


def test_a_requirement_names_its_inputs() -> None:
    with pytest.raises(RequirementNotMetError, match=r"more \(`n` is 1, `m` is 2\)") as refused:
        decide({"n": 1}, GUARDED)
    assert [(issue.code, issue.path) for issue in refused.value.issues] == [("requirement-not-met", "$.inputs.n")]


def test_a_requirement_on_a_derived_value_names_an_input_behind_it() -> None:
    with pytest.raises(DecisionError) as refused:
        decide(
            {"n": 1},
            tree(node(("a", "yes")), derived={"less": "n - 1"}, requires=[{"check": "less > 0", "message": "x"}]),
        )
    assert [issue.path for issue in refused.value.issues] == ["$.inputs.n"]


def test_outcomes_of_two_versions_of_a_rule_are_two_and_those_of_one_version_are_one() -> None:
    one, other = (
        tree(node(("b", "yes"), otherwise="yes"), name="leaf", version=version) for version in ("1.0.0", "2.0.0")
    )
    ways = [{"rule": "leaf"}, {"rule": "leaf", "version": "1.0.0"}, {"rule": "leaf", "version": "2.0.0"}]
    same = decide({}, one, other, tree(node(("a", ways[0]), otherwise=ways[1])))
    assert same.outcome
    assert [str(rule) for rule in same.rules] == ["tree 1.0.0", "leaf 1.0.0"]
    assert [
        question.input for question in decide({}, one, other, tree(node(("a", ways[0]), otherwise=ways[2]))).ask
    ] == ["a", "b"]
