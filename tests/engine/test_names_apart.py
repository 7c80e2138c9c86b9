"""Rules that enter each other keep their names apart: what one derives is not what another asks for."""

import pytest

from service.engine.engine import Engine
from service.model.answer import Answer
from tests.engine.building import build
from tests.engine.test_trees import INPUTS, Document, node, tree

N = {"n": INPUTS["n"]}
A = {"a": INPUTS["a"]}


@pytest.mark.parametrize("memo", [100, 0], ids=["memo on", "memo off"])
@pytest.mark.parametrize(
    ("documents", "given", "expected"),
    [
        pytest.param(
            [
                tree(node(("slow", "yes")), name="leaf", inputs=N, derived={"slow": "n > 5"}),
                tree(node(("slow", {"rule": "leaf"})), inputs={"slow": INPUTS["a"]}),
            ],
            {"slow": True},
            Answer(ask=("n",), path=(("tree", "n0", 1),)),
            id="a derived value that is open is not the input of the rule before",
        ),
        pytest.param(
            [
                tree(node(("x > 1", "yes")), name="leaf", inputs={"x": INPUTS["n"]}),
                tree(node(("x > 5", "so"), ("a", {"rule": "leaf"})), inputs=N | A, derived={"x": "n * 2"}),
            ],
            {"x": 100, "a": True},
            Answer(ask=("n",)),
            id="a derived value that is open is not the input of the rule behind",
        ),
        pytest.param(
            [
                tree(node(("x > 1", "yes")), name="leaf", inputs={"x": INPUTS["n"]}),
                tree(node(("x > 5", "so"), ("a", {"rule": "leaf"})), inputs=N | A, derived={"x": "10 / n"}),
            ],
            {"x": 100, "n": 0},
            Answer(problem="evaluation-failed"),
            id="nor one that has no value",
        ),
    ],
)
def test_a_derived_value_hides_an_input_of_another_rule(
    documents: list[Document], given: dict[str, object], expected: Answer, memo: int
) -> None:
    rule = build(documents)
    assert rule.found(given, Engine(memo)) == expected
    assert rule.meant(given) == expected


def test_a_refusal_does_not_repeat_lists() -> None:
    rows = {"type": "list", "ask": "rows?", "of": {"v": {"type": "number"}}}
    document = {
        "kind": "formula",
        "name": "total",
        "version": "1.0.0",
        "title": "A total",
        "cases": [],
        "inputs": {"rows": rows, "most": {"type": "number"}},
        "requires": [{"check": "sum(rows.v) <= most", "message": "too much"}],
        "outputs": {"total": {"unit": "1", "value": "sum(rows.v)"}},
    }
    with pytest.raises(Exception, match=r"^too much \(`most` is 1\)$"):
        build([document]).decide({"rows": [{"v": 1.0}] * 1000, "most": 1}, Engine())
