"""A probe answers as the formula does, whatever varies, and does no more than it has to."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from service.engine.formula import compute
from service.engine.probe import Probe
from service.engine.program import FormulaProgram
from service.errors import DecisionError, InputsMissingError
from service.language.expression import Expression, Judgment, Scope
from service.usecases.numbers import Numeric, numbers
from tests.engine.building import build, shipped

FORMULAS = {name: program for name, program in shipped().items() if isinstance(program, FormulaProgram)}
PLACES = (0.0, 1.0, 5e5, 1e30)


def formula(**changes: Any) -> FormulaProgram:
    """A formula of a number and a list."""
    program = build(
        [
            {
                "kind": "formula",
                "name": "formula",
                "version": "1.0.0",
                "title": "A formula",
                "inputs": {
                    "x": {"type": "number"},
                    "price": {"type": "number"},
                    "runs": {"type": "list", "of": {"cost": {"type": "number"}}},
                },
                "derived": {"total": "sum(runs.cost)", "part": "x / total"},
                "outputs": {
                    "y": {"unit": "1", "value": "part + total"},
                    "money": {"unit": "1", "value": "price * total", "optional": True},
                },
                "cases": [],
                **changes,
            }
        ]
    ).program
    assert isinstance(program, FormulaProgram)
    return program


def outcome(answer: Callable[[], dict[str, float | int]]) -> Any:
    """The outputs, or the refusal in words."""
    try:
        return answer()
    except DecisionError as error:
        return type(error), str(error)


def computed(program: FormulaProgram, inputs: dict[str, Any]) -> dict[str, float | int]:
    """The outputs as everybody gets them."""
    return compute(program, inputs, "").values


def read_cases(program: FormulaProgram) -> Iterator[dict[str, Any]]:
    """The inputs of all cases that can be read."""
    for case in program.document.cases:
        try:
            yield program.common.reader.read(case.given)
        except DecisionError:
            continue


def changed(number: Numeric, read: dict[str, Any], place: float) -> dict[str, Any]:
    """The inputs with another value."""
    value = number.axis.snapped(place)
    if not number.column:
        return {**read, number.name: value}
    return {**read, number.input: [{**row, number.column: value} for row in read[number.input]]}


@pytest.mark.parametrize("name", FORMULAS)
def test_it_answers_and_refuses_as_the_formula_does(name: str) -> None:
    program = FORMULAS[name]
    for read in read_cases(program):
        for number in (one for one in numbers(program).values() if one.input in read):
            probe = Probe(program, read, [number.name])
            for place in PLACES:
                inputs = changed(number, read, place)
                change = {number.name: program.common.variables(inputs)[number.name]}
                assert outcome(partial(probe, change)) == outcome(partial(computed, program, inputs))


def test_what_does_not_change_is_judged_once_and_nothing_is_handed_on_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: Counter[str] = Counter()
    handed: set[tuple[str, str]] = set()
    judge = Expression.judge

    def watched(self: Expression, scope: Scope) -> Judgment:
        judged[self.text] += 1
        handed.update((self.text, name) for name in scope.values)
        return judge(self, scope)

    probe = Probe(formula(), {"x": 0.0, "price": 1.0, "runs": [{"cost": 2.0}, {"cost": 3.0}]}, ["x"])
    monkeypatch.setattr(Expression, "judge", watched)
    assert [probe({"x": x})["y"] for x in (5.0, 10.0, 15.0)] == [6.0, 7.0, 8.0]
    assert judged == {"sum(runs.cost)": 1, "x / total": 3, "part + total": 3, "price * total": 1}
    assert {name for text, name in handed if text == "x / total"} == {"x", "total"}


def test_an_optional_output_that_is_needed_asks_for_its_inputs() -> None:
    inputs = {"x": 5.0, "runs": [{"cost": 2.0}]}
    assert Probe(formula(), inputs, ["x"])({}) == {"y": 4.5}
    with pytest.raises(InputsMissingError, match="`price` is missing"):
        Probe(formula(), inputs, ["x"], needed=["money"])({})
