"""Lines for people: wrapped and in color at a terminal; elsewhere plain, with each sentence on one line for `grep`."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import Protocol

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from service.cli.words import plain, uncontrolled


class Advance(Protocol):
    """Moves a progress bar: how much is done, of how much."""

    def __call__(self, done: int, total: int) -> None:
        """Show it."""
        ...


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

    def code(self, text: str, *, style: str = "") -> None:
        """One line as it is, with its spaces."""
        self._console.print(Text(uncontrolled(text.expandtabs(4)), style=style))

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

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 2) -> None:
        """Rows below their headings; numbers stand to the right.

        Only the terminal itself breaks the last column, so that a command in it can be copied as a whole.
        """
        body = [[plain(cell) for cell in row] for row in rows]
        columns = list(zip(heads, *body, strict=True))
        widths = [max(map(cell_len, column)) for column in columns]
        right = [all(cell.isdigit() or not cell for cell in column[1:]) for column in columns]
        for number, row in enumerate([heads, *body]):
            cells = [_padded(*cell) for cell in zip(row, widths, right, strict=True)]
            line = f"{' ' * indent}{'  '.join(cells)}".rstrip()
            self._console.print(Text(line, style="" if number else "bold"))

    @contextmanager
    def progress(self, words: str) -> Iterator[Advance]:
        """A bar at a terminal, nothing elsewhere; it goes away at the end."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        hidden = not self._console.is_terminal
        with Progress(*columns, console=self._console, transient=True, disable=hidden) as progress:
            task = progress.add_task(words, total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)

    def _wrapped(self, text: str, margin: int) -> list[str]:
        if self._width is None:
            return [text]
        width = max(self._width - margin, 20)
        return wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - cell_len(text))
    return f"{space}{text}" if right else f"{text}{space}"
