"""Lines for people: wrapped and in color at a terminal; elsewhere plain, with each sentence on one line for `grep`."""

from collections.abc import Iterable
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from service.cli.words import plain


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the program how it ends, where rich would exit with 1."""
        raise BrokenPipeError


class Page:
    """Writes to standard output, or to standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        """Look whether a terminal is there; `NO_COLOR` is respected."""
        self._console = _Console(stderr=stderr, highlight=False, soft_wrap=True)
        self._width = self._console.width if self._console.is_terminal else None

    def line(self, text: str, *, mark: str = "", indent: int = 0, style: str = "") -> None:
        """One paragraph; the lines after the first stand below the text, not below the mark."""
        first = " " * indent + mark
        for number, part in enumerate(self._wrapped(plain(text), len(first))):
            self._console.print(Text((" " * len(first) if number else first) + part, style=style))

    def section(self, title: str) -> None:
        """An empty line and a heading."""
        self._console.print()
        self.line(title, style="bold")

    def items(self, texts: Iterable[str], *, mark: str = "- ", indent: int = 2) -> None:
        """A list."""
        for text in texts:
            self.line(text, mark=mark, indent=indent)

    def pairs(self, rows: Iterable[tuple[str, str]], *, indent: int = 2) -> None:
        """Names and values in two columns."""
        rows = list(rows)
        width = max((len(name) for name, _ in rows), default=0)
        for name, value in rows:
            self.line(value, mark=f"{plain(name):<{width}}  ", indent=indent)

    def _wrapped(self, text: str, margin: int) -> list[str]:
        if self._width is None:
            return [text]
        width = max(self._width - margin, 20)
        return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]
