"""`has(x)` in the expressions of a selection: whether an input, a column, a joined row or a named value is known.

CEL's own `has` asks for a field of a message, and there are none here. It is written as a variable of its own, in a
text of the same length, so that every fault keeps its place.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from service.language.cel import CelCompileError, CelFault, Environment, Program

MARK: Final = "Has_"
"""What these variables begin with; no name of a rule has a capital letter."""

_ASKED: Final = re.compile(
    r"""(?P<aside>[rR]?(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|//[^\n]*)"""
    r"""|(?<![\w.])has(?P<blank>[ \t]*)\((?P<before>[ \t]*)(?P<name>[a-z]\w*(?:\.[a-z]\w*)?)(?P<after>[ \t]*)\)"""
    r"""|(?<![\w.])(?P<other>has)[ \t]*\(""",
    re.DOTALL,
)
"""Text in quotes and comments, which stay as they are; `has` of a name; `has` of anything else."""


def known(name: str) -> str:
    """The variable that says whether a name is known."""
    return f"{MARK}{name}"


def is_mark(name: str) -> bool:
    """Whether a variable says that another one is known."""
    return name.startswith(MARK)


def marked(name: str) -> str:
    """The name of which a variable says that it is known."""
    return name.removeprefix(MARK)


def with_marks(types: Mapping[str, str], others: Iterable[str] = ()) -> dict[str, str]:
    """The variables, and for each of them, and of `others`, the one that says whether it is known."""
    return {**types, **{known(name): "bool" for name in (*types, *others)}}


class Asking(Environment):
    """An environment in which expressions may ask what is known."""

    def __init__(self, variables: Mapping[str, str], others: Iterable[str] = ()) -> None:
        """`others` have no value of their own, and can be asked for: a joined row."""
        super().__init__(with_marks(variables, others))

    def compile(self, text: str) -> Program:
        """Parse and type-check.

        Raises:
            CelCompileError: the text has faults; all that CEL reports are in it.
        """
        strange = next((one for one in _ASKED.finditer(text) if one["other"]), None)
        if strange:
            before = text[: strange.start()]
            place = before.count("\n") + 1, strange.start() - before.rfind("\n")
            raise CelCompileError([CelFault(*place, "`has` takes a name, as in `has(x)`")])
        try:
            return super().compile(_ASKED.sub(_written, text))
        except CelCompileError as error:
            faults = [CelFault(one.line, one.column, one.message.replace(MARK, "")) for one in error.faults]
            raise CelCompileError(faults) from error


def _written(found: re.Match[str]) -> str:
    if found["aside"]:
        return found[0]
    return f"{known(found['name'])}{' ' * (len(found[0]) - len(known(found['name'])))}"
