"""What a caller says for a recommendation: inputs of a tree, constraints of a selection, inputs of formulas between.

Where an input of two of them has one name, one value serves both.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from msgspec import structs

from service.engine.program import Common, FormulaProgram, SelectionProgram
from service.errors import (
    DecisionError,
    InputsRejectedError,
    Issue,
    RequestRejectedError,
    ResultRejectedError,
    nearest,
)
from service.language.reading import Reader
from service.language.values import MAX_SHOWN

INPUTS, CONSTRAINTS = "$.inputs", "$.constraints"
_PLACE: Final = re.compile(r"\$\.(?:inputs|constraints)\.(\w+)")
"""Where a rule says that one of its inputs is; it does not know in which part of a request that stands."""


class Wishes:
    """What was said, sorted by who takes it; an estimate is taken over as if it had been said."""

    def __init__(
        self, tree: Common, selection: SelectionProgram, inputs: Mapping[str, Any], constraints: Mapping[str, Any]
    ) -> None:
        """Look whether every name has a place.

        Raises:
            InputsRejectedError: a constraint is unknown, of a wrong type or out of range.
            RequestRejectedError: something is said twice, and differently.
        """
        self._tree = tree
        self._selection = selection
        self._known = selection.document.inputs
        self._formulas = {one.common.id.name: one for one in selection.estimates.values()}
        self._inputs = {name: value for name, value in inputs.items() if value is not None}
        said = {name: value for name, value in constraints.items() if value is not None}
        self._asides = {name: said.pop(name) for name in [*said] if name in self._formulas}
        self._constraints = said
        self._look()

    def estimates(self) -> Iterator[tuple[str, FormulaProgram, dict[str, Any]]]:
        """The constraints that are to be estimated, by which formula, and with which inputs."""
        for name, formula in self._selection.estimates.items():
            own = self._asides.get(formula.common.id.name)
            if own is not None:
                shared = {**self._inputs, **self._constraints}
                fitting = {key: value for key, value in shared.items() if _fits(formula.common, key, value)}
                said = {key: value for key, value in own.items() if value is not None}
                yield name, formula, {**fitting, **said}

    def take(self, name: str, values: Mapping[str, float | int]) -> None:
        """Take the output of a formula that estimates a constraint over.

        Raises:
            ResultRejectedError: it is no value of the constraint.
        """
        estimate = self._selection.document.estimates[name]
        found = {name: values[estimate.output or name]}
        try:
            self._selection.common.reader.read(found)
        except DecisionError as error:
            path = f"{CONSTRAINTS}.{estimate.rule}"
            message = f"`{estimate.rule}` estimates more or less than there can be: {error}"
            raise ResultRejectedError([Issue("result-out-of-range", path, message)]) from error
        self._constraints |= found

    def inputs(self) -> dict[str, Any]:
        """What the tree is asked with."""
        shared = {name: value for name, value in self._constraints.items() if name in self._tree.inputs}
        return {**shared, **self._inputs}

    def constraints(self, understood: Mapping[str, Any]) -> dict[str, Any]:
        """What the selection is asked with, where the tree understood its inputs so."""
        shared = {name: value for name, value in understood.items() if name in self._known}
        return {**shared, **self._constraints}

    def understood(self, by_tree: Mapping[str, Any]) -> dict[str, Any]:
        """The constraints as the selection understands them.

        Raises:
            DecisionError: a value that the tree takes is none for the selection.
        """
        read = self._selection.common.reader.read(self.constraints(by_tree), CONSTRAINTS)
        return {name: value for name, value in read.items() if name in self._known}

    @contextmanager
    def placed(self, missing: str) -> Iterator[None]:
        """Let refusals name the place where the caller said what they are about; what was not said is `missing` there.

        Raises:
            DecisionError: the one that is raised inside, with other paths.
        """
        try:
            yield
        except DecisionError as error:
            issues = [structs.replace(one, path=self._place(one.path, missing)) for one in error.issues]
            raise type(error)(issues) from error

    def _place(self, path: str, missing: str) -> str:
        found = _PLACE.match(path)
        if found is None:
            return path
        name = found[1]
        root = INPUTS if name in self._inputs else CONSTRAINTS if name in self._constraints else missing
        return f"{root}.{name}{path[found.end() :]}"

    def _look(self) -> None:
        strangers = [name for name in self._constraints if name not in self._known]
        if strangers:
            raise InputsRejectedError([self._stranger(name) for name in strangers])
        read = self._selection.common.reader.read(self._constraints, CONSTRAINTS)
        for name in self._constraints.keys() & self._inputs.keys():
            if _value(self._selection.common.reader, name, self._inputs[name]) != read[name]:
                message = f"`{name}` is given under `inputs` as well, with another value: one value serves both"
                raise RequestRejectedError([Issue("given-twice", f"{CONSTRAINTS}.{name}", message)])
        for name, formula in self._selection.estimates.items():
            self._look_at_aside(name, formula.common.id.name)

    def _look_at_aside(self, name: str, formula: str) -> None:
        own = self._asides.get(formula)
        if own is None:
            return
        path = f"{CONSTRAINTS}.{formula}"
        if not isinstance(own, dict):
            raise RequestRejectedError([Issue("wrong-type", path, f"`{formula}` must be an object: its inputs")])
        if name in self._constraints or name in self._inputs:
            message = f"`{formula}` estimates `{name}`, which is given as well: leave one of them out"
            raise RequestRejectedError([Issue("given-twice", path, message)])

    def _stranger(self, name: str) -> Issue:
        shown = name[:MAX_SHOWN]
        if name in self._tree.inputs:
            words = f"`{shown}` is an input of `{self._tree.id.name}`, and no constraint: put it under `inputs`"
        else:
            close = nearest(name, [*self._known, *self._formulas])
            known = ", ".join(f"`{one}`" for one in (*self._known, *self._formulas))
            words = f"`{shown}` is no constraint; " + (f"the nearest is `{close}`" if close else f"there are {known}")
        return Issue("unknown-input", f"{CONSTRAINTS}.{shown}", words)


def _fits(common: Common, name: str, value: Any) -> bool:
    """Whether a rule has an input of that name that takes the value."""
    return name in common.inputs and _value(common.reader, name, value) is not None


def _value(reader: Reader, name: str, raw: Any) -> Any:
    """A value as it is understood; nothing if it is not."""
    try:
        return reader.read({name: raw}).get(name)
    except DecisionError:
        return None
