"""Typed expressions and their three-valued judgment: a value, not yet known, or none at all.

CEL's own `&&` and `||` already answer `false && <missing>`; what CEL can't say is *which* missing input matters. That
is read off the syntax tree, never off the text of an error: a term that has its value already asks for nothing.
"""

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec import Struct, field

from service.language.cel import CelValueError, Environment, Program
from service.language.syntax import Call, Items, Literal, Name, Refused, Syntax, names, parse


class Known(Struct, frozen=True):
    """The expression has this value."""

    value: Any


class Unknown(Struct, frozen=True):
    """The value depends on inputs that are missing; `reads` names them in the order in which they are read."""

    reads: tuple[str, ...]


class Failed(Struct, frozen=True):
    """There is no value, whatever else becomes known; `reason` says why."""

    reason: str


Judgment = Known | Unknown | Failed


class Scope(Struct):
    """What is known when expressions are judged.

    `values` holds inputs and derived values, `pending` the derived values that wait for inputs (and which), `broken`
    the derived values that have none (and why). A name that is nowhere is a missing input.
    """

    values: dict[str, Any]
    pending: dict[str, tuple[str, ...]] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def define(self, name: str, judgment: Judgment) -> None:
        """Make a derived value visible to the expressions that follow.

        It hides an input of the same name, which belongs to another rule on the way.
        """
        self.values.pop(name, None)
        match judgment:
            case Known(value=value):
                self.values[name] = value
            case Unknown(reads=reads):
                self.pending[name] = reads
            case Failed(reason=reason):
                self.broken[name] = reason
            case unreachable:
                assert_never(unreachable)


class Expression:
    """One expression of a rule: its text, its type, the names that it reads, and its program."""

    def __init__(self, text: str, environment: Environment) -> None:
        """Compile.

        Raises:
            CelCompileError: the text is not an expression of the environment.
        """
        self.text = text
        self.program: Program = environment.compile(text)
        self.type = self.program.type
        self.tree = parse(self.program.serialized())
        self.reads = names(self.tree)
        self._environment = environment
        self._parts: dict[int, Program] = {}

    def judge(self, scope: Scope) -> Judgment:
        """The value, or the missing inputs that it depends on, or the reason why there is none."""
        try:
            return Known(self.program.value(scope.values))
        except CelValueError as error:
            reads = unique(self._open(self.tree, scope))
            if reads:
                return Unknown(reads)
            causes = [scope.broken[name] for name in self.reads if name in scope.broken]
            return Failed(causes[0] if causes else str(error))

    def _open(self, tree: Syntax, scope: Scope) -> Iterable[str]:
        """The missing inputs that this part's value depends on."""
        match tree:
            case Name(name=name):
                return _missing(name, scope)
            case Items(items=parts):
                return [read for part in parts for read in self._open(part, scope)]
            case Call():
                return self._open_call(tree, scope)
            case Literal() | Refused():
                return ()
            case unreachable:
                assert_never(unreachable)

    def _open_call(self, call: Call, scope: Scope) -> Iterable[str]:
        if isinstance(self._part(call, scope), Known):
            return ()
        parts = call.arguments
        if call.function == "_?_:_":
            condition = self._part(parts[0], scope)
            if isinstance(condition, Known):
                parts = (parts[1] if condition.value else parts[2],)
        return [read for part in parts for read in self._open(part, scope)]

    def _part(self, tree: Syntax, scope: Scope) -> Known | None:
        match tree:
            case Literal(value=value):
                return Known(value)
            case Name(name=name):
                return Known(scope.values[name]) if name in scope.values else None
            case Call(cut=cut):
                program = self._parts.get(id(tree))
                if program is None:
                    program = self._parts[id(tree)] = self._environment.restore(cut())
                try:
                    return Known(program.value(scope.values))
                except CelValueError:
                    return None
            case Items() | Refused():
                return None
            case unreachable:
                assert_never(unreachable)


def _missing(name: str, scope: Scope) -> Iterable[str]:
    if name in scope.values or name in scope.broken:
        return ()
    return scope.pending.get(name, (input_of(name),))


def input_of(name: str) -> str:
    """The input that a variable belongs to: `interruptions.resume` is a column of `interruptions`."""
    return name.partition(".")[0]


def unique(names_: Iterable[str]) -> tuple[str, ...]:
    """Each name once, in the order of its first appearance."""
    return tuple(dict.fromkeys(names_))
