"""What lies outside the envelope of durable-rules 2.0.28 is refused, by the door or by `check`; its edge is served."""

import re
from typing import Any

import pytest

from service.engine.durable import MAX_RULES, MAX_SHARED, MAX_TESTS, Production, QuietHost, compile_ruleset
from service.engine.engine import Engine
from service.errors import EngineError
from service.model.files import RuleFiles
from service.model.text import dump
from service.usecases.check import check_files
from tests.engine.building import build


@pytest.mark.parametrize("symbol", ["100", "1", "", "1e-05", "-1", "Abc", "n0 ", "n-0", "größe", "x" * 82])
def test_what_the_engine_could_take_for_a_number_is_no_symbol(symbol: str) -> None:
    with pytest.raises(EngineError, match="is not a symbol"):
        compile_ruleset([Production("r", ({"at": "n0", "b0": symbol},))])


@pytest.mark.parametrize("field", ["id", "sid", "$s", "$nex", "$and", "$ext", "n0.x"])
def test_a_field_that_the_engine_takes_for_itself_is_refused(field: str) -> None:
    with pytest.raises(EngineError, match=re.escape(f"`{field}`")):
        compile_ruleset([Production("r", ({"at": "n0", field: "T"},))])


@pytest.mark.parametrize("tests", [(), ({"b0": "T"},), ({"at": "n0"}, {"b0": "T"}), ({"at": "n0"}, {})])
def test_a_test_that_names_no_position_and_so_could_match_a_state_message_is_refused(
    tests: tuple[dict[str, str], ...],
) -> None:
    with pytest.raises(EngineError):
        compile_ruleset([Production("r", tests)])


def test_names_that_are_one_to_the_engine_are_refused() -> None:
    reached: list[str] = []
    host = QuietHost()
    both = {"$and": [{"at": "n0"}, {"aeema": "T"}]}
    host.register_rulesets({"r": {"one": {"all": [{"m0": both}], "run": lambda _: reached.append("one")}}})
    host.post("r", {"id": "n0", "sid": "run", "at": "n0", "b50884": "T"})
    assert reached == ["one"], "the engine compares hashes of 32 bits"
    with pytest.raises(EngineError, match="`b50884` and `aeema` are one"):
        compile_ruleset([Production("r", ({"at": "n0", "aeema": "T", "b50884": "T"},))])
    with pytest.raises(EngineError, match="`b50884` and `aeema` are one"):
        compile_ruleset([Production("r", ({"at": "aeema"},)), Production("s", ({"at": "b50884"},))])


def test_more_rules_than_the_engine_carries_are_refused() -> None:
    with pytest.raises(EngineError, match=f"1 to {MAX_RULES} rules, not {MAX_RULES + 1}"):
        compile_ruleset(Production(f"r{one}", ({"at": f"n{one}"},)) for one in range(MAX_RULES + 1))
    with pytest.raises(EngineError, match=f"1 to {MAX_RULES} rules, not 0"):
        compile_ruleset([])


def test_more_rules_behind_one_test_than_the_engine_carries_are_refused() -> None:
    rules = [Production(f"r{one}", ({"at": "n0", f"b{one}": "T"},)) for one in range(MAX_SHARED + 1)]
    with pytest.raises(
        EngineError, match=f"at most {MAX_SHARED} rules may begin at one position, not {MAX_SHARED + 1}"
    ):
        compile_ruleset(rules)


def test_a_rule_that_waits_for_more_messages_than_the_engine_holds_is_refused() -> None:
    tests = tuple({"at": f"f{one}"} for one in range(MAX_TESTS + 1))
    with pytest.raises(EngineError, match=f"1 to {MAX_TESTS} tests, not {MAX_TESTS + 1}"):
        compile_ruleset([Production("r", tests)], facts=True)
    ruleset = compile_ruleset([Production("r", tests[:-1])], facts=True)
    assert ruleset.fire([test["at"] for test in tests[:-1]], {}) == ("r",)


def test_as_many_rules_as_are_allowed_may_pass_their_test_at_once() -> None:
    branches = [Production(f"b{one}_holds", ({"at": "n0", f"b{one}": "T"},), (), one) for one in range(50)]
    ruleset = compile_ruleset([*branches, Production("none", ({"at": "n0"},), (), 999)])
    assert ruleset.fire(["n0"], {"n0": {f"b{one}": "T" for one in range(50)}}) == ("b0_holds",)
    facts = compile_ruleset([Production(f"r{one}", ({"at": "f0"},)) for one in range(MAX_SHARED)], facts=True)
    assert sorted(facts.fire(["f0"], {})) == sorted(f"r{one}" for one in range(MAX_SHARED))


def fan(branches: int) -> dict[str, Any]:
    """A tree of one node."""
    ways = [{"when": f"here == {index}", "then": "found"} for index in range(branches)]
    return tree({"n0": {"title": "Where?", "branches": ways, "otherwise": {"then": "lost"}}})


def row(nodes: int) -> dict[str, Any]:
    """A tree of nodes one behind the other."""
    return tree(
        {
            f"n{index}": {
                "title": "Here?",
                "branches": [{"when": f"here == {index}", "then": "found"}],
                "otherwise": {"then": f"n{index + 1}" if index + 1 < nodes else "lost"},
            }
            for index in range(nodes)
        }
    )


def tree(nodes: dict[str, Any]) -> dict[str, Any]:
    outcomes = {name: {"title": name} for name in ("found", "lost")}
    inputs = {"here": {"type": "integer", "ask": "Which one?"}}
    cases = [
        {"name": "the first", "given": {"here": 0}, "expect": {"outcome": "found"}},
        {"name": "none", "given": {"here": -1}, "expect": {"outcome": "lost"}},
    ]
    header = {"kind": "tree", "name": "tree", "version": "1.0.0", "title": "A tree", "inputs": inputs}
    return {**header, "start": "n0", "nodes": nodes, "outcomes": outcomes, "cases": cases}


def advice(rules: int) -> dict[str, Any]:
    """One rule that asserts a fact, which all others wait for."""
    first = {"id": "r0", "when": "hot", "assert": {"cause": "heat"}, "advise": {"title": "Look"}}
    others = [{"id": f"r{one}", "match": {"cause": "heat"}, "advise": {"title": "Cool"}} for one in range(1, rules)]
    cases = [{"name": "all", "given": {"hot": True}, "expect": {"advice": [f"r{one}" for one in range(rules)]}}]
    header = {"kind": "advice", "name": "advice", "version": "1.0.0", "title": "Advice"}
    return {**header, "inputs": {"hot": {"type": "boolean"}}, "rules": [first, *others], "cases": cases}


@pytest.mark.parametrize(
    ("document", "limit", "found"),
    [
        pytest.param(fan(51), 50, 51, id="51 branches of one node"),
        pytest.param(fan(600), 50, 600, id="600 branches of one node"),
        pytest.param(advice(101), 100, 101, id="101 rules of advice"),
    ],
)
def test_check_refuses_what_the_engine_cannot_carry_and_names_the_limit(
    document: dict[str, Any], limit: int, found: int
) -> None:
    file = f"{document['name']}/1.0.0.yaml"
    report = check_files(RuleFiles({file: dump(document).encode()}, f"{document['name']}: 1.0.0".encode()))
    (diagnostic,) = report.diagnostics
    assert diagnostic.code == "limit"
    assert str(limit) in diagnostic.message
    assert str(found) in diagnostic.message
    assert report.revision is None


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(fan(50), id="50 branches of one node"),
        pytest.param(row(2000), id="2,000 nodes in a row"),
        pytest.param(advice(100), id="100 rules of advice behind one fact"),
    ],
)
def test_check_takes_what_is_at_the_edge(document: dict[str, Any]) -> None:
    file = f"{document['name']}/1.0.0.yaml"
    report = check_files(RuleFiles({file: dump(document).encode()}, f"{document['name']}: 1.0.0".encode()))
    assert report.diagnostics == []


@pytest.mark.parametrize(
    "document", [pytest.param(fan(50), id="50 branches"), pytest.param(row(2000), id="2,000 nodes")]
)
def test_large_trees_are_decided_and_ask(document: dict[str, Any]) -> None:
    rule, engine, size = build([document]), Engine(), 50 if len(document["nodes"]) == 1 else 2000
    for here in (0, 1, size // 2, size - 1):
        assert rule.found({"here": here}, engine).outcome == "found"
    lost = rule.decide({"here": size}, engine)
    assert lost.outcome
    assert lost.outcome.id == "lost"
    assert len(lost.path) == len(document["nodes"])
    assert rule.found({}, engine).ask == ("here",)
