"""CEL's faults in words that say what to write instead."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from service.errors import nearest
from service.language.cel import CelFault
from service.language.functions import OWN, STANDARD

_OVERLOAD: Final = re.compile(r"found no matching overload for '([^']+)' applied to '\(([^']*)\)'")
_NO_TYPE: Final = "*error*"
_UNDECLARED: Final = re.compile(r"undeclared reference to '([^']*)'")
_INTEGER_BEFORE: Final = re.compile(r"(?<![\w.])(\d+)\s*$")
_INTEGER_AFTER: Final = re.compile(r"^\s*-?(\d+)(?![\w.])")
_INTEGER: Final = re.compile(r"(?<![\w.])(\d+)(?![\w.])")
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_STRANGER: Final = re.compile(r"token recognition error at: '(.)")
_SYMBOL: Final = re.compile(r"^(?:[-+*/%]|[<>]=?|[=!]=)")


class Taught(Struct, frozen=True):
    """A fault as the author reads it: a stable code, a sentence, and the place inside the expression."""

    code: str
    message: str
    line: int
    column: int


def teach(faults: Sequence[CelFault], text: str, known: Collection[str]) -> list[Taught]:
    """Explain the faults of the expression `text`, in which the names `known` may be used.

    Of several syntax errors only the first is kept: the others follow from it. So does what is said of a part without a
    type, inside of which something is wrong.
    """
    causes = [fault for fault in faults if _NO_TYPE not in fault.message]
    taught = [_teach(fault, text, known) for fault in causes or faults]
    syntax = [one for one in taught if one.code == "cel-syntax"]
    return syntax[:1] or taught


def _teach(fault: CelFault, text: str, known: Collection[str]) -> Taught:
    overload = _OVERLOAD.search(fault.message)
    undeclared = _UNDECLARED.search(fault.message)
    if overload:
        return _taught(fault, "cel-type", _types(overload[1], overload[2], text, fault))
    if undeclared:
        return _undeclared(undeclared[1], text, known, fault)
    if "reserved identifier" in fault.message:
        word = fault.message.rpartition(" ")[2]
        return _taught(fault, "cel-syntax", f"`{word}` is a reserved word of CEL (a choice is `condition ? a : b`)")
    if "invalid int literal" in fault.message:
        return _taught(fault, "cel-type", "the whole number is too large: at most 9223372036854775807 fits")
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
    if types == "list(int)":
        return f"{message}: give the column the type `number`"
    mixed = {"int", "double"} == set(types.split(", "))
    wants_doubles = (function in OWN or function.startswith("math.")) and "int" in types.split(", ")
    if not mixed and not wants_doubles:
        return message
    literal = _literal(text, fault)
    if literal:
        return f"{message}: write `{literal}.0` instead of `{literal}`"
    return f"{message}: an int and a double do not mix; convert with `double(...)`"


def _literal(text: str, fault: CelFault) -> str | None:
    """The whole number beside the operator (or inside the call) that wants a decimal point."""
    line = _line(text, fault)
    before, after = line[: fault.column - 1], line[fault.column - 1 :]
    if after.startswith("("):
        inside = _INTEGER.search(after.partition(")")[0])
        return inside[1] if inside else None
    found = _INTEGER_BEFORE.search(before) or _INTEGER_AFTER.search(_SYMBOL.sub("", after, count=1))
    return found[1] if found else None


def _line(text: str, fault: CelFault) -> str:
    """The line of the fault, as CEL counts lines."""
    return [*text.split("\n"), ""][min(fault.line - 1, text.count("\n") + 1)]


def _undeclared(name: str, text: str, known: Collection[str], fault: CelFault) -> Taught:
    """CEL marks the parenthesis of a call, not its name."""
    line = _line(text, fault)
    called = line[fault.column - 1 : fault.column] == "("
    column = fault.column - len(name) if called else fault.column
    names = sorted((*OWN, *STANDARD)) if called else [*known]
    owner, dot, _ = name.partition(".")
    beside = [one for one in names if dot and one.startswith(f"{owner}.")]  # the other columns of a list or a row
    close = nearest(name, beside) or nearest(name, [*names, *OWN, "true", "false"])
    listed = f"known are {', '.join(f'`{one}`' for one in names) or 'no names'}"
    hint = f"the nearest is `{close}`" if close else listed
    return Taught("unknown-name", f"`{name}` is not known here; {hint}", fault.line, max(column, 1))


def _syntax(fault: CelFault, text: str) -> str:
    said = fault.message.removeprefix("Syntax error: ")
    if "'= '" in said or said.endswith("at: '='"):
        return "`=` is not an operator; compare with `==`"
    if re.search(r"\b(?:and|or|not)\b", _QUOTED.sub("", text)):
        return "CEL writes `&&`, `||` and `!` for and, or and not"
    stranger = _STRANGER.search(said)
    if stranger and stranger[1] in "\"'":
        return "the text in quotes has no end: close it with the quote that it begins with"
    if stranger:
        return f"`{stranger[1]}` is no sign of CEL (and is `&&`, or is `||`, equal is `==`)"
    said = said.partition(" expecting ")[0].replace("mismatched input '<EOF>'", "the expression ends too early")
    return said.replace("'<EOF>'", "the end")
