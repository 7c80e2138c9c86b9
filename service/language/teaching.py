"""CEL's faults in words that say what to write instead."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from service.errors import nearest
from service.language.cel import CelFault
from service.language.functions import OWN, STANDARD

_OVERLOAD: Final = re.compile(r"found no matching overload for '([^']+)' applied to '\(([^']*)\)'")
_UNDECLARED: Final = re.compile(r"undeclared reference to '([^']*)'")
_INTEGER_BEFORE: Final = re.compile(r"(?<![\w.])(\d+)\s*$")
_INTEGER_AFTER: Final = re.compile(r"^\s*-?(\d+)(?![\w.])")
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_SYMBOL: Final = re.compile(r"^(?:[-+*/%]|[<>]=?|[=!]=)")


class Taught(Struct, frozen=True):
    """A fault as the author reads it: a stable code, a sentence, and the place inside the expression."""

    code: str
    message: str
    line: int
    column: int


def teach(faults: Sequence[CelFault], text: str, known: Collection[str]) -> list[Taught]:
    """Explain the faults of the expression `text`, in which the names `known` may be used.

    Of several syntax errors only the first is kept: the others follow from it.
    """
    taught = [_teach(fault, text, known) for fault in faults]
    return taught[:1] if taught[0].code == "cel-syntax" else taught


def _teach(fault: CelFault, text: str, known: Collection[str]) -> Taught:
    overload = _OVERLOAD.search(fault.message)
    undeclared = _UNDECLARED.search(fault.message)
    if overload:
        return _taught(fault, "cel-type", _types(overload[1], overload[2], text, fault))
    if undeclared:
        return _taught(fault, "unknown-name", _name(undeclared[1], known))
    if "recursion" in fault.message:
        return _taught(fault, "limit", "the expression is nested too deeply: split it into derived values")
    if "Syntax error" in fault.message:
        return _taught(fault, "cel-syntax", _syntax(fault, text))
    return _taught(fault, "cel-type", fault.message)


def _taught(fault: CelFault, code: str, message: str) -> Taught:
    return Taught(code, message, fault.line, fault.column)


def _types(function: str, types: str, text: str, fault: CelFault) -> str:
    shown = function.strip("_").replace("_", "") if not function[0].isalpha() else function
    if shown == "@in":
        shown = "in"
    message = f"`{shown}` does not take ({types})"
    if "null_type" in types:
        return f"{message}: an input is never null; what is missing is asked for"
    if sorted(types.split(", ")) != ["double", "int"] and types != "int":
        return message
    literal = _literal(text, fault)
    if literal:
        return f"{message}: write `{literal}.0` instead of `{literal}`"
    return f"{message}: an int and a double do not mix; convert with `double(...)`"


def _literal(text: str, fault: CelFault) -> str | None:
    """The whole number beside the operator (or inside the call) that wants a decimal point."""
    lines = text.splitlines()
    if fault.line > len(lines):
        return None
    line = lines[fault.line - 1]
    before, after = line[: fault.column - 1], line[fault.column - 1 :]
    after = _SYMBOL.sub("", after, count=1) if _SYMBOL.match(after) else after.removeprefix("(")
    found = _INTEGER_BEFORE.search(before) or _INTEGER_AFTER.search(after)
    return found[1] if found else None


def _name(name: str, known: Collection[str]) -> str:
    names = [*known, *OWN, *STANDARD]
    close = nearest(name, names)
    if close:
        return f"`{name}` is not known here; the nearest is `{close}`"
    return f"`{name}` is not known here; known are {', '.join(f'`{one}`' for one in known) or 'no names'}"


def _syntax(fault: CelFault, text: str) -> str:
    said = fault.message.removeprefix("Syntax error: ")
    if "'= '" in said or said.endswith("at: '='"):
        return "`=` is not an operator; compare with `==`"
    if re.search(r"\b(?:and|or|not)\b", _QUOTED.sub("", text)):
        return "CEL writes `&&`, `||` and `!` for and, or and not"
    if "token recognition error" in said and re.search(r"at: '[\"']", said):
        return "the text in quotes has no end: close it with the quote that it begins with"
    said = said.partition(" expecting ")[0].replace("mismatched input '<EOF>'", "the expression ends too early")
    return said.replace("'<EOF>'", "the end")
