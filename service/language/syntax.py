"""CEL's checked syntax tree, read into a small tree of our own.

`google.api.expr.v1alpha1` reads what CEL serializes. A part of the tree can be cut out and run by itself: that is how
an expression with missing inputs is judged term by term, without a second evaluator.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, assert_never

from google.api.expr.v1alpha1.checked_pb2 import CheckedExpr, Type
from google.api.expr.v1alpha1.syntax_pb2 import Expr
from google.protobuf.any_pb2 import Any as AnyMessage
from msgspec import Struct


class Literal(Struct, frozen=True):
    """A constant; `offset` counts characters from the beginning of the text, as everywhere here."""

    value: bool | int | float | str | None
    offset: int


class Name(Struct, frozen=True):
    """A variable, or a column of a list as `interruptions.resume`."""

    name: str
    offset: int


class Call(Struct, frozen=True):
    """A function or operator (`_&&_`, `_?_:_`, `sum`) with its arguments; `cut` makes what CEL can run of it."""

    function: str
    arguments: tuple["Syntax", ...]
    offset: int
    cut: Callable[[], bytes]


class Items(Struct, frozen=True):
    """A list written out."""

    items: tuple["Syntax", ...]
    offset: int


class Refused(Struct, frozen=True):
    """A construct of CEL that rules may not use; `what` names it."""

    what: str
    offset: int


Syntax = Literal | Name | Call | Items | Refused


def parse(serialized: bytes) -> Syntax:
    """The tree of a compiled expression."""
    envelope = AnyMessage.FromString(serialized)
    return _Tree(CheckedExpr.FromString(envelope.value), envelope.type_url).read()


class _Tree:
    def __init__(self, checked: CheckedExpr, type_url: str) -> None:
        self._checked = checked
        self._type_url = type_url
        self._positions = checked.source_info.positions

    def read(self) -> Syntax:
        return self._node(self._checked.expr)

    def _node(self, expr: Expr) -> Syntax:
        offset = self._positions.get(expr.id, 0)
        kind = expr.WhichOneof("expr_kind")
        if kind in ("ident_expr", "select_expr") and expr.id in self._checked.reference_map:
            return Name(self._checked.reference_map[expr.id].name, offset)
        if kind == "const_expr":
            return self._constant(expr, offset)
        if self._mixes(expr) and expr.call_expr.function != "dyn":  # which is refused by its name
            return Refused("a mix of types that hides which one is meant", offset)
        if kind == "call_expr" and expr.call_expr.function == "_+_" and not self._is_number(expr):
            return Refused("joining texts or lists", offset)  # a hundred derived values double a text beyond any memory
        if kind == "call_expr":
            return self._call(expr, offset)
        if kind == "list_expr":
            return Items(tuple(self._node(item) for item in expr.list_expr.elements), offset)
        refused = {
            "comprehension_expr": "a macro over a list",
            "struct_expr": "a map or message",
            "select_expr": "a field",
        }
        return Refused(refused.get(kind or "", "this construct"), offset)

    def _mixes(self, expr: Expr) -> bool:
        """Whether CEL could find no type for this part, or for the items of this list."""
        found = self._checked.type_map.get(expr.id)
        if found is not None and found.WhichOneof("type_kind") == "list_type":
            found = found.list_type.elem_type
        return found is not None and found.WhichOneof("type_kind") == "dyn"

    def _is_number(self, expr: Expr) -> bool:
        return self._checked.type_map[expr.id].primitive in (Type.INT64, Type.DOUBLE)

    def _constant(self, expr: Expr, offset: int) -> Syntax:
        kind = expr.const_expr.WhichOneof("constant_kind")
        if kind in ("bool_value", "int64_value", "double_value", "string_value"):
            value: Any = getattr(expr.const_expr, kind)
            return Literal(value, offset)
        return Refused(f"a constant of type {str(kind).removesuffix('_value')}", offset)

    def _call(self, expr: Expr, offset: int) -> Call:
        call = expr.call_expr
        targets = [call.target] if call.HasField("target") else []
        arguments = tuple(self._node(one) for one in [*targets, *call.args])
        return Call(call.function, arguments, offset, partial(self._cut, expr))

    def _cut(self, expr: Expr) -> bytes:
        part = CheckedExpr(expr=expr)
        for one in _ids(expr):
            if one in self._checked.type_map:
                part.type_map[one].CopyFrom(self._checked.type_map[one])
            if one in self._checked.reference_map:
                part.reference_map[one].CopyFrom(self._checked.reference_map[one])
        return bytes(AnyMessage(type_url=self._type_url, value=part.SerializeToString()).SerializeToString())


def _ids(expr: Expr) -> Iterator[int]:
    """The numbers of an expression and all its parts, by which the maps beside the tree speak of them."""
    yield expr.id
    call, select = expr.call_expr, expr.select_expr
    below = [*call.args, *expr.list_expr.elements]
    below += [call.target] if call.HasField("target") else []
    below += [select.operand] if select.HasField("operand") else []
    for one in below:
        yield from _ids(one)


def walk(tree: Syntax) -> Iterator[Syntax]:
    """The tree and all its parts, in the order in which they are written."""
    yield tree
    match tree:
        case Call(arguments=parts) | Items(items=parts):
            for part in parts:
                yield from walk(part)
        case Literal() | Name() | Refused():
            return
        case unreachable:
            assert_never(unreachable)


def names(tree: Syntax) -> tuple[str, ...]:
    """The variables that the tree mentions, each once, in the order in which they are written."""
    return tuple(dict.fromkeys(part.name for part in walk(tree) if isinstance(part, Name)))
