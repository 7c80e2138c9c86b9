"""Units of rules: that each is one, and that each formula gives what it declares, in the right scale."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from service.analysis.fitting import fitting
from service.analysis.measuring import FREE, RATIO, Measured
from service.analysis.quantities import ONE, Unit, UnwieldyError, same
from service.analysis.unit_text import UnitTextError, factors
from service.errors import Diagnostic, nearest
from service.language.counted import COUNTED
from service.language.typed import Typed
from service.language.unit_names import atom, nearest_unit
from service.model.formula import FormulaDocument
from service.model.inputs import Column, DurationInput, IntegerInput, ListInput, NumberInput
from service.model.loading import Loaded
from service.model.rule import ProvableDocument
from service.model.text import Path

_COMMON: Final = (*COUNTED, "s", "ms", "min", "h", "day", "week", "byte", "GB", "GiB", "TB", "W", "kWh", "percent")
"""What a misspelled unit is compared with first."""

_HINTS: Final = 20
"""Unknown units of a document for which the nearest one is looked up, which takes a while."""

_SECOND: Final = "s"


def units(typed: Typed, document: ProvableDocument) -> Iterator[Diagnostic]:
    """Every unit of the document that does not exist, and every place of a formula where units do not fit."""
    declared = Declared(typed.loaded)
    for name, one in document.inputs.items():
        declared.column(("inputs", name), name, one)
        for column, kind in one.of.items() if isinstance(one, ListInput) else ():
            declared.column(("inputs", name, "of", column), f"{name}.{column}", kind)
    for name, constant in document.constants.items():
        declared.number(("constants", name), name, constant.unit)
    if isinstance(document, FormulaDocument):
        for name, output in document.outputs.items():
            declared.number(("outputs", name), name, output.unit)
    yield from declared.diagnostics
    if isinstance(document, FormulaDocument):
        yield from fitting(typed, document, declared.units)


class Declared:
    """What the document says about units: by the name of the value, as expressions spell it."""

    def __init__(self, loaded: Loaded) -> None:
        """Start with no finding."""
        self._loaded = loaded
        self.units: dict[str, Measured] = {}
        self.diagnostics: list[Diagnostic] = []
        self._unknown = 0

    def column(self, path: Path, name: str, one: Column) -> None:
        """An input, or a column of a list; what is no number has no unit in expressions."""
        found = self._read(path, one.unit)
        match one:
            case DurationInput():
                self.units[name] = Measured(_unit(_SECOND))
                if one.unit is not None and found.unit is not None and not same(found.unit, _unit(_SECOND)):
                    message = f"expressions see a duration in seconds, never in `{one.unit}`: write `s`, or nothing"
                    self.diagnostics.append(self._loaded.at((*path, "unit"), "unit-mismatch", message))
            case IntegerInput() | NumberInput():
                self.units[name] = found

    def number(self, path: Path, name: str, unit: str | None) -> None:
        """A constant, an output, a column of numbers, or a field."""
        self.units[name] = self._read(path, unit)

    def _read(self, path: Path, text: str | None) -> Measured:
        if text is None:
            return RATIO
        try:
            return Measured(_unit(text))
        except _UnknownError as unknown:
            self._unknown += 1
            hint = _hint(unknown.word) if self._unknown <= _HINTS else "look at its spelling"
            message = f"{unknown} is no unit that is known here; {hint}"
        except UnitTextError as error:
            message = str(error)
        self.diagnostics.append(self._loaded.at((*path, "unit"), "unknown-unit", message))
        return FREE


class _UnknownError(Exception):
    """A word that is no unit."""

    def __init__(self, word: str, text: str) -> None:
        super().__init__(f"`{word}`" if word == text else f"`{word}` in `{text}`")
        self.word = word


def _unit(text: str) -> Unit:
    """A unit by its text.

    Raises:
        UnitTextError: the text is of another form, or means too much.
        _UnknownError: one of its names is unknown.
    """
    unit = ONE
    for word, power in factors(text).items():
        found = atom(word)
        if found is None:
            raise _UnknownError(word, text)
        try:
            unit *= Unit({found.name: (found, Fraction(power))})
        except UnwieldyError as error:
            message = f"`{text}` has too many parts, or too high a power"
            raise UnitTextError(message) from error
    return unit


def _hint(word: str) -> str:
    close = nearest(word, _COMMON) or nearest_unit(word)
    return f"the nearest is `{close}`" if close else "`1` is for what has none"
