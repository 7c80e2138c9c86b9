"""What a term is made of, read by z3's own calls: its Python classes would take most of the time of a large tree."""

from collections.abc import Iterable
from typing import Any, Final

import z3

from service.analysis.solver.terms import Term

_HARD: Final = frozenset({z3.Z3_OP_FPA_MUL, z3.Z3_OP_FPA_DIV, z3.Z3_OP_FPA_SQRT})
_HARD_IF_WIDE: Final = frozenset({z3.Z3_OP_BMUL, z3.Z3_OP_BSDIV, z3.Z3_OP_BSDIV_I, z3.Z3_OP_BSREM, z3.Z3_OP_BSREM_I})
_NARROW: Final = 16
"""Bits up to which a product or a quotient is no hard circuit."""


def anatomy(context: z3.Context, term: Term) -> tuple[frozenset[str], bool]:
    """The names in a term, without looking behind them, and whether it multiplies or divides what is wide."""
    at = context.ref()
    todo, seen = [term.as_ast()], set()
    names: set[str] = set()
    hard = False
    while todo:
        one = todo.pop()
        number = z3.Z3_get_ast_id(at, one)
        if number in seen:
            continue
        seen.add(number)
        application = z3.Z3_to_app(at, one)
        function = z3.Z3_get_app_decl(at, application)
        kind = z3.Z3_get_decl_kind(at, function)
        count = z3.Z3_get_app_num_args(at, application)
        parts = [z3.Z3_get_app_arg(at, application, index) for index in range(count)]
        hard |= kind in _HARD or (kind in _HARD_IF_WIDE and _is_wide(at, one, parts))
        if kind == z3.Z3_OP_UNINTERPRETED:
            names.add(z3.Z3_get_symbol_string(at, z3.Z3_get_decl_name(at, function)))
        todo.extend(parts)
    return frozenset(names), hard


def _is_wide(at: Any, one: Any, parts: Iterable[Any]) -> bool:
    """Whether a product or quotient has many bits, and no side that is known."""
    if any(z3.Z3_is_numeral_ast(at, part) for part in parts):
        return False
    return int(z3.Z3_get_bv_sort_size(at, z3.Z3_get_sort(at, one))) > _NARROW
