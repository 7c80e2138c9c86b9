"""What a rule marks `sensitive`, and a decision without it."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from msgspec import Struct, structs

from service.engine.program import (
    AdviceProgram,
    CatalogProgram,
    FormulaProgram,
    Program,
    SelectionProgram,
    TreeProgram,
)
from service.language.expression import Expression, input_of
from service.language.messages import placeholders
from service.model.decision import Chosen, Decision, GivenAdvice, GivenCaveat
from service.model.inputs import AnyInput, ListInput
from service.usecases.withheld import reads, without


class Secrets(Struct, frozen=True):
    """The sensitive inputs of a rule and of those that it enters; `columns` are those of lists that are not as a whole.

    It is enough that one of the rules says so.
    """

    inputs: frozenset[str]
    columns: dict[str, tuple[str, ...]]

    def given(self, inputs: Mapping[str, Any]) -> tuple[str, ...]:
        """Those that were given a value, columns as `list.column`; a default is no secret, it stands in the rule."""
        if not self.inputs and not self.columns:
            return ()
        return tuple(name for one, value in inputs.items() if value is not None for name in self._in(one, value))

    def _in(self, name: str, value: Any) -> Iterator[str]:
        if name in self.inputs:
            yield name
            return
        for column in self.columns.get(name, ()):
            if any(record.get(column) is not None for record in value):
                yield f"{name}.{column}"


def secrets(program: Program) -> Secrets:
    """What the documents of a program mark as sensitive."""
    declared = [item for one in _family(program) for item in _asked(one).items()]
    inputs = frozenset(name for name, one in declared if one.sensitive)
    columns: dict[str, dict[str, None]] = {}
    for name, one in declared:
        if isinstance(one, ListInput) and name not in inputs:
            columns.setdefault(name, {}).update({key: None for key, column in one.of.items() if column.sensitive})
    return Secrets(inputs, {name: tuple(found) for name, found in columns.items() if found})


def _asked(program: Program) -> Mapping[str, AnyInput]:
    """The inputs that the document itself declares."""
    match program:
        case SelectionProgram(document=document):
            return document.asked
        case CatalogProgram():
            return {}
        case _:
            return program.document.inputs


def _family(program: Program) -> Iterable[Program]:
    """The program and all that it can enter, each once."""
    found: dict[int, Program] = {}
    todo: list[Program] = [program]
    while todo:
        one = todo.pop()
        if id(one) not in found:
            found[id(one)] = one
            todo.extend(one.enters.values() if isinstance(one, TreeProgram) else ())
    return found.values()


class Mask:
    """Takes what was given for some inputs out of all that tells of it: what was given, read, or computed."""

    def __init__(self, program: Program, names: Iterable[str]) -> None:
        """`names` are inputs of the program, and columns as `list.column`."""
        self._program = program
        self._names = frozenset(names)
        self._lists = frozenset(input_of(name) for name in self._names if name not in program.common.inputs)

    def inputs(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs that may be seen; of a list only some columns may be missing."""
        return {
            name: self._records(name, value) if name in self._lists and value is not None else value
            for name, value in values.items()
            if name not in self._names
        }

    def decision(self, decision: Decision) -> Decision:
        """The decision without them; which way it took, and where it ended, stays."""
        secret = self._made_of_names()
        return structs.replace(
            decision,
            inputs=self.inputs(decision.inputs),
            path=tuple(structs.replace(step, read=self.inputs(step.read)) for step in decision.path),
            values={name: value for name, value in decision.values.items() if name not in secret},
            caveats=tuple(one for one in decision.caveats if not self._tells(one, secret)),
            advice=tuple(
                structs.replace(one, read=self.inputs(one.read), **self._without(one, secret))
                for one in decision.advice
            ),
            selection=self._chosen(decision.selection, secret),
        )

    def _chosen(self, chosen: Chosen | None, secret: Set[str]) -> Chosen | None:
        if chosen is None or not isinstance(self._program, SelectionProgram):
            return chosen
        return without(chosen, self._program.plan, secret)

    def _records(self, name: str, records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [
            {column: value for column, value in record.items() if f"{name}.{column}" not in self._names}
            for record in records
        ]

    def _made_of_names(self) -> Set[str]:
        """The names, and the derived values and outputs that are made of one of them; none reads a later one."""
        found = set(self._names)
        for name, expression in {**self._program.common.derived, **_results(self._program)}.items():
            if reads(expression, found):
                found.add(name)
        return found

    def _tells(self, caveat: GivenCaveat, secret: Set[str]) -> bool:
        """Whether a caveat comes because of something secret, or shows it."""
        match self._program:
            case FormulaProgram(document=document, caveats=conditions):
                when, names = conditions.get(caveat.id), placeholders(document.caveats[caveat.id].text)
            case SelectionProgram(plan=plan):
                said = plan.remarks[caveat.id]
                when, names = said.when.expression if said.when else None, [*said.text.names]
            case _:
                return False
        return (when is not None and reads(when, secret)) or not secret.isdisjoint(names)

    def _without(self, advice: GivenAdvice, secret: Set[str]) -> dict[str, None]:
        """The numbers of advice that are made of something secret, taken out."""
        if not isinstance(self._program, AdviceProgram):
            return {}
        numbers = {"gain": self._program.gains.get(advice.id), "rank": self._program.ranks.get(advice.id)}
        return {name: None for name, one in numbers.items() if one and reads(one, secret)}


def _results(program: Program) -> Mapping[str, Expression]:
    """What a program computes by name, of which each may be made of others."""
    match program:
        case FormulaProgram(outputs=outputs):
            return outputs
        case SelectionProgram(plan=plan):
            return {name: term.expression for name, term in plan.values.items()}
        case _:
            return {}
