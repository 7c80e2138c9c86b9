"""What a rule marks `sensitive`, and a decision without it."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, assert_never

from msgspec import Struct, structs

from service.engine.program import AdviceProgram, Common, FormulaProgram, Program, TreeProgram
from service.language.expression import Expression, input_of
from service.model.decision import Decision
from service.model.inputs import ListInput


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
    declared = [item for one in _family(program) for item in one.document.inputs.items()]
    inputs = frozenset(name for name, one in declared if one.sensitive)
    columns: dict[str, dict[str, None]] = {}
    for name, one in declared:
        if isinstance(one, ListInput) and name not in inputs:
            columns.setdefault(name, {}).update({key: None for key, column in one.of.items() if column.sensitive})
    return Secrets(inputs, {name: tuple(found) for name, found in columns.items() if found})


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
        computed = self._computed()
        return structs.replace(
            decision,
            inputs=self.inputs(decision.inputs),
            path=tuple(structs.replace(step, read=self.inputs(step.read)) for step in decision.path),
            values={name: value for name, value in decision.values.items() if name not in computed},
            advice=tuple(
                structs.replace(one, read=self.inputs(one.read), gain=None if one.id in computed else one.gain)
                for one in decision.advice
            ),
        )

    def _records(self, name: str, records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [
            {column: value for column, value in record.items() if f"{name}.{column}" not in self._names}
            for record in records
        ]

    def _computed(self) -> Set[str]:
        """The outputs, or the pieces of advice with a gain, whose number is made of what is masked."""
        match self._program:
            case TreeProgram():
                return frozenset()
            case FormulaProgram(common=common, outputs=outputs):
                return _made_of(self._names, {**common.derived, **outputs}) & outputs.keys()
            case AdviceProgram(common=common, gains=gains):
                return _gains(common, gains, self._names)
            case unreachable:
                assert_never(unreachable)


def _made_of(names: Set[str], expressions: Mapping[str, Expression]) -> Set[str]:
    """The names, and those of the expressions that read one of them, or one that does; none reads a later one."""
    found = set(names)
    for name, expression in expressions.items():
        if _reads(expression, found):
            found.add(name)
    return found


def _gains(common: Common, gains: Mapping[str, Expression], names: Set[str]) -> Set[str]:
    known = _made_of(names, common.derived)
    return {name for name, expression in gains.items() if _reads(expression, known)}


def _reads(expression: Expression, names: Set[str]) -> bool:
    return any(read in names or input_of(read) in names for read in expression.reads)
