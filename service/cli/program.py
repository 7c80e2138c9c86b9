"""The program around the commands: `--json` on each of them, and one way to end."""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.exceptions import Exit, NoArgsIsHelpError
from msgspec import json

from service.cli.ending import Code, Failure, failure, misuse, unwritable
from service.cli.page import Page
from service.errors import ServiceError

_AS_JSON = "gpu_rules.as_json"
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What the system says where output can't be written."""


class Program(click.Group):
    """A group whose commands end with one line on standard error when they fail, and never with a traceback of ours."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Without commands yet."""
        super().__init__(*args, **kwargs)
        self._sections: dict[str, list[str]] = {}

    def add_section(self, title: str, commands: Iterable[click.Command]) -> None:
        """Commands that the help lists together, in this order."""
        for command in commands:
            self.add_command(command)
            self._sections.setdefault(title, []).append(str(command.name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each section with its commands and what they do, in a line."""
        width = max(map(len, self.list_commands(ctx)), default=0)
        for title, names in self._sections.items():
            rows = [(f"{name:<{width}}", self.commands[name].get_short_help_str(formatter.width)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the options that stand before the command."""
        with _ending():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and see its output out of the door while a failure can still be told."""
        with _ending(ctx):
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


def json_option(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--json`; a command that fails under it prints its problem as JSON too."""

    def remember(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
        ctx.meta[_AS_JSON] = value
        return value

    return click.option("--json", "as_json", is_flag=True, callback=remember, help=f"Print {what} as JSON.")


def print_json(value: Any) -> None:
    """A value on standard output, indented."""
    encoded = value if isinstance(value, bytes) else json.encode(value)
    click.echo(json.format(encoded, indent=2))


@contextmanager
def _ending(ctx: click.Context | None = None) -> Iterator[None]:
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise _ended(misuse(error), ctx) from error
    except Failure as error:
        raise _ended(error, ctx) from error
    except ServiceError as error:
        raise _ended(failure(error), ctx) from error
    except BrokenPipeError as error:
        _write_no_more()
        raise Exit(Code.BROKEN_PIPE) from error
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise
        _write_no_more()
        raise _ended(unwritable(error), None) from error
    except KeyboardInterrupt as error:
        raise Exit(Code.INTERRUPTED) from error


def _write_no_more() -> None:
    """Python would complain once more when it flushes at exit: let it write where nobody listens."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ended(end: Failure, ctx: click.Context | None) -> Exit:
    if ctx and ctx.meta.get(_AS_JSON):
        print_json(end.problem)
    page = Page(stderr=True)
    for line in end.lines:
        page.line(line, mark="error: ", style="red")
    return Exit(end.code)
