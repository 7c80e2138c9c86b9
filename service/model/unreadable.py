"""What the YAML parser has to say about text that it can't read, in words."""

from typing import Any

from service.errors import Diagnostic

_HINTS = {
    "mapping values are not allowed in this context": "text with `: ` in it needs quotes",
    "found character that cannot start any token": "indent with spaces, not tabs; quote text that begins with a sign",
}
"""What usually lies behind a message of the parser."""


def syntax(error: Any, text: str) -> Diagnostic:
    """A fault with a mark at its place; the end of the text is marked behind its last line."""
    mark = error.problem_mark or error.context_mark
    last = len(text.splitlines()) or 1
    context = f" {error.context}" if error.context else ""
    hint = f"; {_HINTS[error.problem]}" if error.problem in _HINTS else ""
    return Diagnostic(
        code="too-deep" if "nesting depth" in error.problem else "yaml-syntax",
        message=f"{error.problem}{context}{hint}",
        line=min(mark.line + 1, last) if mark else 1,
        column=mark.column + 1 if mark else 1,
    )


def character(error: Any, text: str) -> Diagnostic:
    """A character that YAML refuses; the parser tells its place in bytes."""
    before = text.encode()[: error.position]
    message = f"{error.reason}: take out `\\x{error.character:02x}`"
    return Diagnostic(code="yaml-syntax", message=message, line=before.count(b"\n") + 1)
