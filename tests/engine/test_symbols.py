"""Only symbols go in: no value of a caller and no text of a rule file reaches durable-rules."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.engine import Engine
from service.errors import DecisionError
from tests.engine.building import build
from tests.engine.recording import recorded
from tests.engine.trees import advice, families

FORGETTING: Final = Engine(memo_size=0)
FIELD, SYMBOL = re.compile(r"at|b\d+"), re.compile(r"[nvf]\d+|T|U")

hostile = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["$nex", "n0", "1e-05", "100", '"}', "sid", 1e-05, 1e16, 2**63, "1e5 s", "PT1H", "a-1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "$s", "cost"]), inner, max_size=2)
    ),
    max_leaves=5,
)
valid: dict[str, st.SearchStrategy[Any]] = {
    "id": st.integers(-(2**63), 2**63 - 1),
    "sid": st.floats(allow_nan=False, allow_infinity=False),
    "at": st.sampled_from(["n0", "a-1", "100"]),
    "vms": st.integers(-3, 3),
    "share": st.floats(allow_nan=False, allow_infinity=False),
    "wait": st.sampled_from([0, 1e-05, 1e16, "PT1H", "90 min"]),
    "hot": st.booleans(),
    "runs": st.lists(st.fixed_dictionaries({"cost": st.floats(-1e16, 1e16)}), max_size=3),
}
questions = st.fixed_dictionaries({}, optional=valid) | st.dictionaries(st.sampled_from([*valid, "b0", "$s"]), hostile)

INPUTS: Final[dict[str, dict[str, Any]]] = {
    "id": {"type": "integer"},
    "sid": {"type": "number"},
    "at": {"type": "choice", "values": {"n0": "A position", "a-1": "A symbol", "100": "A number"}},
    "vms": {"type": "integer"},
    "share": {"type": "number"},
    "wait": {"type": "duration"},
    "hot": {"type": "boolean"},
    "runs": {"type": "list", "of": {"cost": {"type": "number"}}},
}
CONDITIONS: Final = [
    "id > 3",
    "share == 1e-05 || sid > 1e16",
    'at == "100"',
    "vms / id > 2",
    "wait > 3600.0",
    "sum(runs.cost) > 1.0",
    "hot",
]


def document(kind: str) -> dict[str, Any]:
    """A rule that reads inputs with the names that the engine takes for itself."""
    header = {"kind": kind, "name": kind, "version": "1.0.0", "title": "100", "cases": []}
    inputs = {name: {"ask": "$nex", **one} for name, one in INPUTS.items()}
    if kind == "advice":
        facts = {"match": {"sid": "100"}, "assert": {"id": "n0"}}
        rules = [{"id": f"r{n}", "when": one, "advise": {"title": "$s"}} for n, one in enumerate(CONDITIONS)]
        rules[0]["assert"] = {"sid": "100"}
        return {**header, "inputs": inputs, "rules": [*rules, {"id": "sid", **facts, "advise": {"title": "$s"}}]}
    nodes = {
        f"id_{n}": {
            "title": "$and",
            "branches": [{"when": one, "then": "at"}],
            "otherwise": {"then": f"id_{n + 1}" if n + 1 < len(CONDITIONS) else "sid"},
        }
        for n, one in enumerate(CONDITIONS)
    }
    outcomes = {"at": {"title": "n0"}, "sid": {"title": "run"}}
    return {**header, "inputs": inputs, "start": "id_0", "nodes": nodes, "outcomes": outcomes}


def test_no_value_of_a_caller_reaches_the_engine() -> None:
    with recorded() as crossings:
        rules = [build([document("tree")]), build([document("advice")])]

        posted: set[str] = set()

        @given(questions, st.sampled_from(rules))
        def ask(question: dict[str, Any], rule: Any) -> None:
            crossings.all.clear()
            with suppress(DecisionError):
                rule.decide(question, FORGETTING)
            posted.update(message["at"] for message in crossings.messages)
            for message in crossings.messages:
                assert message.pop("sid") == "run"
                assert message.pop("id") == message["at"]
                assert all(map(FIELD.fullmatch, message))
                assert all(map(SYMBOL.fullmatch, message.values()))
            assert all(state == {"sid": "run", "id": "sid-run", "$s": 1} for state in crossings.of("update_state"))

        ask()
    assert len(posted) > len(CONDITIONS), "questions of both kinds came as far as the engine"


def test_what_is_defined_tests_only_that_fields_are_symbols_and_always_the_position() -> None:
    with recorded() as crossings:

        @settings(max_examples=settings().max_examples // 10)
        @given(st.one_of(families(), advice().map(lambda one: [one])))
        def compile_all(documents: list[dict[str, Any]]) -> None:
            build(documents)

        compile_all()
        build([document("tree")])
        build([document("advice")])
        assert len(crossings.definitions) >= 10
        for definition in crossings.definitions:
            definition.pop("1st")
            for rule in definition.values():
                assert set(rule) == {"all", "pri"}
                for fields in fields_of(rule["all"]):
                    assert "at" in fields
                    assert all(map(FIELD.fullmatch, fields))
                    assert all(map(SYMBOL.fullmatch, fields.values()))


def fields_of(patterns: list[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """The fields that each message must have: one test, or several under one `$and` that is not nested."""
    for pattern in patterns:
        (test,) = pattern.values()
        yield {field: symbol for one in test.get("$and", [test]) for field, symbol in one.items()}


def test_values_with_an_exponent_and_divisions_by_zero_stay_in_cel() -> None:
    rule = build([document("tree")])
    assert rule.found({"id": 0, "share": 1e-05}, FORGETTING).outcome == "at"
    assert rule.found({"id": 0, "share": 0.5, "sid": 1e300}, FORGETTING).outcome == "at"
    assert rule.found({"id": 0, "share": 0.5, "sid": -1e-300, "at": "a-1", "vms": 1}, FORGETTING).problem == (
        "evaluation-failed"
    )
