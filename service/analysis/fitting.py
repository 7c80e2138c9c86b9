"""Whether the units of a formula fit: in each expression, and between each output and what it declares."""

from collections.abc import Generator, Iterator, Mapping

from service.analysis.conversions import conversion
from service.analysis.measuring import FREE, Measured, Measuring
from service.analysis.quantities import ONE, Unit, ratio, same
from service.errors import Diagnostic
from service.language.typed import Typed, caveats, conditions
from service.model.formula import FormulaDocument
from service.model.places import place_in
from service.model.text import Path


def fitting(typed: Typed, formula: FormulaDocument, declared: Mapping[str, Measured]) -> Iterator[Diagnostic]:
    """Every place where units do not fit; `declared` are those of inputs, columns, constants and outputs, by name.

    Expressions are gone through in the order in which they are evaluated. A derived value has the unit that comes out,
    an output the one that it declares.
    """
    known = {name: one for name, one in declared.items() if name not in formula.outputs}
    for name in formula.derived:
        found = yield from measured(typed, ("derived", name), known)
        known.setdefault(name, found)
    for wanted in conditions(formula):
        yield from measured(typed, wanted.path, known)
    for name in formula.outputs:
        found = yield from measured(typed, ("outputs", name, "value"), known)
        unit = declared[name].unit
        if found.unit is not None and unit is not None and not same(found.unit, unit):
            hint = _hint(found.unit, unit, dict(_constants(typed, formula, name, known)))
            message = f"`{name}` is declared in `{unit}`, but its expression gives `{found.unit}`{hint}"
            yield typed.loaded.at(("outputs", name, "unit"), "unit-mismatch", message)
        known.setdefault(name, declared[name])
    for wanted in caveats(formula):
        yield from measured(typed, wanted.path, known)


def measured(typed: Typed, path: Path, known: Mapping[str, Measured]) -> Generator[Diagnostic, None, Measured]:
    """Every misfit in the expression at a path, and the unit that comes out; behind a misfit everything fits."""
    expression = typed.expressions.get(path)
    if expression is None:
        return FREE
    measuring = Measuring(known)
    found = measuring.measure(expression.tree)
    for misfit in measuring.misfits:
        place = typed.loaded.inside(path, place_in(expression.text, misfit.offset))
        yield typed.loaded.at(path, "unit-mismatch", misfit.message, place=place)
    return FREE if measuring.misfits else found


def _hint(found: Unit, declared: Unit, constants: Mapping[str, tuple[float, Unit]]) -> str:
    """How an expression comes from the unit that it has to the one that is declared; `constants` are those it reads."""
    convert = conversion(found, declared)
    if convert:
        return f": {convert.verb} it by a constant such as `{convert.constant}`"
    for name, (value, unit) in constants.items():
        meant = unit * found / declared
        if ratio(meant, ONE) == 1 / value:
            return f": if it is `{name}` that converts, its unit is `{meant}`"
    return ""


def _constants(
    typed: Typed, formula: FormulaDocument, name: str, known: Mapping[str, Measured]
) -> Iterator[tuple[str, tuple[float, Unit]]]:
    """The constants above zero that the expression of an output reads, each with its value and its unit."""
    for read in typed.expressions["outputs", name, "value"].reads:
        unit = known.get(read, FREE).unit
        if read in formula.constants and unit is not None and formula.constants[read].value > 0:
            yield read, (formula.constants[read].value, unit)
