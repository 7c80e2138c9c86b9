"""One formula, asked again and again with other values of a few variables.

Only what reads them is judged anew, and each expression is handed what it reads alone: CEL takes a copy of every list
that it is handed.
"""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import structs

from service.engine.formula import compute
from service.engine.program import Common, FormulaProgram
from service.language.expression import Expression, Judgment, Scope


class Probe:
    """Answers as the formula does, for one question of which some variables vary."""

    def __init__(
        self, program: FormulaProgram, inputs: dict[str, Any], varying: Collection[str], *, needed: Collection[str] = ()
    ) -> None:
        """Take the inputs as the reader has read them.

        `varying` names variables of expressions: inputs, and columns of lists as `list.column`. The `needed` outputs
        are asked for even if the rule calls them optional.
        """
        variables = program.common.variables(inputs)
        self._fixed = {name: value for name, value in variables.items() if name not in program.common.lists}
        self._program = _kept(program, _moving(program, varying), needed)

    def __call__(self, changes: Mapping[str, Any]) -> dict[str, float | int]:
        """The outputs, with these values for the variables that vary.

        Raises:
            DecisionError: as the formula refuses the question.
        """
        return compute(self._program, {**self._fixed, **changes}, "").values


class _Kept(Expression):
    """An expression that sees what it reads alone, and keeps its judgment while that stays the same."""

    def __init__(self, expression: Expression, *, moves: bool) -> None:
        self.__dict__.update(vars(expression))  # compiled once, by the one that this stands for
        self._moves = moves
        self._last: Judgment | None = None

    def judge(self, scope: Scope) -> Judgment:
        """The value, or the missing inputs that it depends on, or the reason why there is none."""
        if self._moves or self._last is None:
            values = {name: scope.values[name] for name in self.reads if name in scope.values}
            self._last = super().judge(Scope(values, scope.pending, scope.broken))
        return self._last


def _moving(program: FormulaProgram, varying: Collection[str]) -> frozenset[str]:
    """The names whose values change with the variables: these themselves, and what is made of them."""
    moving = set(varying)
    for name, expression in {**program.common.derived, **program.outputs}.items():
        if not moving.isdisjoint(expression.reads):
            moving.add(name)
    return frozenset(moving)


def _kept(program: FormulaProgram, moving: frozenset[str], needed: Collection[str]) -> FormulaProgram:
    """The same formula; it takes variables, not inputs."""

    def kept(expression: Expression) -> Expression:
        return _Kept(expression, moves=not moving.isdisjoint(expression.reads))

    common: Common = structs.replace(
        program.common,
        lists={},
        constants={},
        derived={name: kept(one) for name, one in program.common.derived.items()},
        guards=tuple(structs.replace(one, expression=kept(one.expression)) for one in program.common.guards),
    )
    outputs = program.document.outputs
    asked = {name: structs.replace(outputs[name], optional=False) for name in needed}
    return structs.replace(
        program,
        common=common,
        document=structs.replace(program.document, outputs={**outputs, **asked}),
        outputs={name: kept(one) for name, one in program.outputs.items()},
        caveats={name: kept(one) for name, one in program.caveats.items()},
    )
