"""The findings of a check as text, as JSON, and as annotations of GitHub Actions."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from service.cli.page import Page
from service.cli.words import counted
from service.errors import Diagnostic


class Findings(Struct, frozen=True):
    """What `--json` prints; `files` is how many files were checked."""

    errors: int
    warnings: int
    files: int
    diagnostics: Sequence[Diagnostic]

    @classmethod
    def of(cls, diagnostics: Sequence[Diagnostic], files: int) -> "Findings":
        """Count them."""
        errors = sum(one.severity == "error" for one in diagnostics)
        return cls(errors, len(diagnostics) - errors, files, diagnostics)

    def __str__(self) -> str:
        """The summary: `3 errors, 1 warning in 2 files`."""
        return f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')} in {counted(self.files, 'file')}"


def show_warnings(diagnostics: Iterable[Diagnostic]) -> None:
    """What is not quite right, on standard error."""
    page = Page(stderr=True)
    for one in diagnostics:
        page.line(str(one), style="yellow")


def annotation(one: Diagnostic) -> str:
    """A workflow command of GitHub Actions, which shows the finding at its line of a pull request.

    The escapes are those of GitHub's own `@actions/core`: in a property, commas and colons are escaped as well.
    """
    place = f"file={_property(one.file)},line={one.line},col={one.column},title={_property(one.code)}"
    return f"::{one.severity} {place}::{_data(one.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
