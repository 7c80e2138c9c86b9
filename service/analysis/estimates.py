"""Formulas that estimate what a selection asks for: whether what they give is what is wanted."""

from collections.abc import Iterator

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.model.formula import FormulaDocument
from service.model.inputs import DurationInput, IntegerInput, NumberInput
from service.model.loading import Loaded
from service.model.selection import SelectionDocument


def estimated(loaded: Loaded, document: SelectionDocument, name: str, formula: FormulaDocument) -> Iterator[Diagnostic]:
    """Every finding about the estimate of one input by a formula, which exists."""
    estimate, one = document.estimates[name], document.inputs.get(name)
    output = formula.outputs.get(estimate.output or name)
    path = ("estimates", name)
    if output is None:
        place = (*path, "output") if estimate.output else path
        yield loaded.at(place, "unknown-name", unknown(estimate.output or name, formula.outputs, "output"))
    if one is None:
        yield loaded.at(path, "unknown-name", unknown(name, document.inputs, "input"))
    elif not isinstance(one, NumberInput | DurationInput):
        kind = one.__struct_config__.tag
        message = f"`{name}` is of the type `{kind}`, and what a formula gives is a number"
        yield loaded.at(path, "wrong-type", message)
    elif output is not None and output.unit != _unit(one):
        message = f"`{name}` is in `{_unit(one)}`, and the estimate comes in `{output.unit}`"
        yield loaded.at(path, "unit-mismatch", message)
    if estimate.rule in document.asked:
        message = f"`{estimate.rule}` is an input already, so callers could not say which of the two they mean"
        yield loaded.at((*path, "rule"), "duplicate-name", message)


def _unit(one: IntegerInput | NumberInput | DurationInput) -> str:
    return "s" if isinstance(one, DurationInput) else one.unit or "1"
