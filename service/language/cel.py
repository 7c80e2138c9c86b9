"""The only door to CEL: Google's C++ implementation, behind what the other rooms need of it."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from cel_expr_python import cel
from cel_expr_python.ext.ext_math import ExtMath
from msgspec import Struct

from service.language.functions import OWN

_TYPES: Final = {
    "int": cel.Type.INT,
    "double": cel.Type.DOUBLE,
    "bool": cel.Type.BOOL,
    "string": cel.Type.STRING,
    "dyn": cel.Type.DYN,
}
_ERROR: Final = re.compile(r"ERROR: <input>:(-?\d+):(-?\d+): (.*)")


class CelFault(Struct, frozen=True):
    """One thing that is wrong with an expression; line and column count from 1 inside its text."""

    line: int
    column: int
    message: str


class CelCompileError(Exception):
    """The text is not an expression of its environment."""

    def __init__(self, faults: list[CelFault]) -> None:
        """Keep every fault that CEL found."""
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class CelValueError(Exception):
    """The expression has no value for these variables; the message is CEL's, in one line."""


Prepared = cel.Activation
"""Variables that CEL has taken over, for several expressions of one environment."""


class Program:
    """A compiled expression."""

    def __init__(self, expression: Any, env: Any) -> None:
        """Wrap what CEL compiled in its environment."""
        self._prepare: Callable[[dict[str, Any]], Prepared] = env.Activation
        self._evaluate = expression.eval
        self._expression = expression
        self.type: str = expression.return_type().name().lower().replace("<", "(").replace(">", ")")

    def value(self, variables: dict[str, Any] | Prepared) -> Any:
        """The value as plain Python.

        Raises:
            CelValueError: there is none (a missing variable, a division by zero, an overflow).
        """
        loose = variables.__class__ is dict
        result = self._evaluate(None, variables) if loose else self._evaluate(variables)
        value = result.plain_value()
        if value.__class__ is str and (self.type != "string" or result.type() == cel.Type.ERROR):
            raise CelValueError(_reason(value))  # the library gives an error as its text
        return value

    def prepared(self, variables: dict[str, Any]) -> Prepared:
        """The variables taken over once: faster from the second expression of this environment on."""
        return self._prepare(variables)

    def serialized(self) -> bytes:
        """The checked syntax tree: a `google.protobuf.Any` with a `cel.expr.CheckedExpr`."""
        return bytes(self._expression.serialize())


class Environment:
    """The names that expressions may use, with their types: `int`, `double`, `bool`, `string`, `list(double)`."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Declare the variables beside the functions of `functions.py`."""
        self._env = cel.NewEnv(
            variables={name: _type(kind) for name, kind in variables.items()},
            extensions=[ExtMath()],
            functions=[_declare(name) for name in OWN],
        )

    def compile(self, text: str) -> Program:
        """Parse and type-check.

        Raises:
            CelCompileError: the text has faults; all that CEL reports are in it.
        """
        try:
            return Program(self._env.compile(text), self._env)
        except RuntimeError as error:
            raise CelCompileError(_faults(str(error))) from error

    def restore(self, serialized: bytes) -> Program:
        """A program from a checked syntax tree (one of ours, or a part of one)."""
        return Program(self._env.deserialize(serialized), self._env)


def _type(kind: str) -> Any:
    if kind.startswith("list("):
        return cel.Type.List(_TYPES[kind[5:-1]])
    return _TYPES[kind]


def _declare(name: str) -> Any:
    function = OWN[name]
    overload = cel.Overload(
        f"{name}_{'_'.join(function.parameters).replace('(', '_').replace(')', '')}",
        return_type=_type(function.result),
        parameters=[_type(parameter) for parameter in function.parameters],
        impl=function.call,
    )
    return cel.FunctionDecl(name, [overload])


def _faults(message: str) -> list[CelFault]:
    found = [CelFault(max(int(line), 1), max(int(column), 1), text) for line, column, text in _ERROR.findall(message)]
    return found or [CelFault(1, 1, _reason(message))]


def _reason(message: str) -> str:
    """CEL's words without its status code: `INVALID_ARGUMENT: divide by zero` becomes `divide by zero`."""
    return (
        re.sub(r"^[A-Z_]+: |\s*\[[A-Z_]+\]$", "", message.strip()).splitlines()[0]
        if message.strip()
        else "no reason given"
    )
