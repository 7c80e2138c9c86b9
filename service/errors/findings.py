"""What is wrong, one thing at a time: with a request, or with a rule file."""

from typing import Literal

from msgspec import Struct


class Issue(Struct, frozen=True):
    """One thing that is wrong with a request: a stable code, a JSON path such as `$.inputs.vms`, and a sentence."""

    code: str
    path: str
    message: str


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One finding about a rule file.

    `code` is stable and documented in `rules/README.md`; `message` may improve. `path` says where in the document
    (`nodes.scale.branches[0].when`), `line` and `column` where in the file, both from 1.
    """

    code: str
    message: str
    path: str = ""
    line: int = 1
    column: int = 1
    severity: Literal["error", "warning"] = "error"
    file: str = ""

    def __str__(self) -> str:
        """The line that a terminal, an editor and a log can show: `file:line: code: message`."""
        where = f"{self.file}:{self.line}" if self.file else f"line {self.line}"
        mark = "" if self.severity == "error" else "warning: "
        return f"{where}: {mark}{self.code}: {self.message}"
