"""pint, evaluating whole formulas with units, finds what the check finds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from service.analysis.units import units
from service.language.reading import Reader, columns
from service.language.typed import Typed, type_rule
from service.model.formula import FormulaDocument
from service.model.inputs import DurationInput, Input, ListInput
from service.model.loading import load
from tests.units.formulas import formula, typed
from tests.units.quantities import evaluated, quantity

RULES: Final = Path(__file__).parents[2] / "rules"
VALUES: Final = {"a": 7.0, "b": 11.0, "hours": 13.0, "rate": 17.0, "tokens": 19.0, "share": 23.0, "power": 29.0}
UNITS: Final = {"a": "s", "b": "s", "hours": "h", "rate": "1/day", "tokens": "token", "share": "1", "power": "kW"}
EXPRESSIONS: Final = some.recursive(
    some.sampled_from([*VALUES, "2.0", "5.0"]),
    lambda parts: some.tuples(parts, some.sampled_from("+*/"), parts).map(lambda three: f"({' '.join(three)})"),
    max_leaves=6,
)


def shipped() -> list[tuple[Typed, FormulaDocument]]:
    """Every version of every formula."""
    loaded = [load(path.read_bytes()) for path in sorted(RULES.glob("*/*.yaml"))]
    documents = ((one, one.document) for one in loaded)
    return [
        (type_rule(one, document), document) for one, document in documents if isinstance(document, FormulaDocument)
    ]


FORMULAS: Final = [pytest.param(*one, id=f"{one[1].name} {one[1].version}") for one in shipped()]


@pytest.mark.parametrize(("found", "formula"), FORMULAS)
def test_a_shipped_formula_has_the_units_that_it_declares(found: Typed, formula: FormulaDocument) -> None:
    """Over the inputs of each case that has values: the same number comes out with units as without."""
    assert list(units(found, formula)) == []
    checked = set()
    for case in formula.cases:
        if case.expect.values is not None:
            checked |= evaluate(found, formula, case.given)
    assert checked == formula.outputs.keys()


def evaluate(found: Typed, formula: FormulaDocument, given: Mapping[str, Any]) -> set[str]:
    """Evaluate every derived value and output with and without units; the outputs that were compared.

    What needs an input that the case leaves out is left out.
    """
    plain = columns(formula.inputs, Reader(formula.inputs).read(given))
    plain = {**plain, **{name: one.value for name, one in formula.constants.items()}}
    if [] in plain.values():
        return set()  # pint knows no unit of the sum of nothing
    declared = unit_by_name(formula)
    measured = {name: quantity(value, declared[name]) for name, value in plain.items() if name in declared}
    for path, expression in found.expressions.items():
        name = str(path[1])
        if path[0] not in ("derived", "outputs") or not plain.keys() >= {*expression.reads}:
            continue
        plain[name], measured[name] = evaluated(expression.tree, plain), evaluated(expression.tree, measured)
        if path[0] == "outputs":
            assert agrees(measured[name], plain[name], formula.outputs[name].unit), name
    return formula.outputs.keys() & measured.keys()


def unit_by_name(formula: FormulaDocument) -> dict[str, str | None]:
    """The units of inputs, columns and constants."""
    found: dict[str, str | None] = {name: one.unit for name, one in formula.constants.items()}
    for name, one in formula.inputs.items():
        if isinstance(one, ListInput):
            found |= {f"{name}.{column}": unit_of(kind) for column, kind in one.of.items()}
        else:
            found[name] = unit_of(one)
    return found


def unit_of(one: Input) -> str | None:
    return "s" if isinstance(one, DurationInput) else one.unit


def agrees(measured: Any, plain: float, unit: str) -> bool:
    """Whether a quantity is this number of this unit."""
    wanted = quantity(plain, unit)
    return bool(abs((wanted - measured).to(wanted.units).magnitude) <= 1e-9 * abs(plain))


@settings(max_examples=100)
@given(EXPRESSIONS, some.sampled_from(["s", "h", "1", "token", "s/day", "token/s", "kJ", "1/s", "h*s"]))
def test_an_expression_fits_exactly_if_pint_has_nothing_to_convert(value: str, unit: str) -> None:
    """Positive numbers, none of which is another one in a known ratio, so that nothing agrees by chance."""
    found, document = typed(formula(value, unit))
    tree = found.expressions["outputs", "result", "value"].tree
    names = {name: quantity(one, UNITS[name]) for name, one in VALUES.items()}
    try:
        fits = agrees(evaluated(tree, names), evaluated(tree, VALUES), unit)
    except pint.DimensionalityError:
        fits = False
    except ZeroDivisionError:
        return
    assert (not [*units(found, document)]) == fits
