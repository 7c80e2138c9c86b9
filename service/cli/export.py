"""`gpu-rules export`: versions back into files, for git."""

import re
from collections.abc import Mapping
from pathlib import Path

import click
from msgspec import Struct

from service.cli.desk.opening import at_desk
from service.cli.desk.port import Desk
from service.cli.ending import Code, Failure, Problem, unreachable
from service.cli.epilog import epilog
from service.cli.live_file import live_text
from service.cli.options import server_option
from service.cli.page import Page
from service.cli.program import json_option, print_json
from service.cli.words import counted
from service.errors import Issue
from service.model.files import LIVE, Key
from service.model.names import RULE_NAME, VERSION
from service.model.rule import digest

BELOW = epilog(
    "gpu-rules export rules",
    "gpu-rules export rules --server https://rules.example.org && git -C rules diff",
    no="a file there differs from the version of that number; nothing is written then",
    unreachable=True,
)


class Exported(Struct, frozen=True):
    """What `--json` prints: the files that were written."""

    written: list[str]


@click.command(epilog=BELOW)
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@server_option
@json_option("the files that were written")
@click.pass_context
def export(ctx: click.Context, /, directory: Path, *, as_json: bool) -> None:
    """Write published versions back as files.

    Those that DIR does not have yet are written, and 'live.yaml' with what is live now. A version goes to
    '<name>/<version>.yaml', as it was published. A file that is there is left alone, and must have the same
    content: if any differs, nothing is written. Lines of 'live.yaml' keep their comments.
    """
    with at_desk(ctx) as desk:
        written = _export(desk, directory)
    if as_json:
        print_json(Exported(written))
        return
    for file in written:
        Page().line(f"written: {file}", style="green")
    if not written:
        Page(stderr=True).line(f"`{directory}` has everything already")


def _export(desk: Desk, directory: Path) -> list[str]:
    rules = desk.rules()
    digests = {(rule.name, one.version): one.digest for rule in rules for one in reversed(desk.versions(rule.name))}
    contents = {_place(directory, key): _document(desk, key, digests[key]) for key in _missing(directory, digests)}
    live = directory / LIVE
    old = _read(live)
    new = live_text(old or b"", {rule.name: rule.live for rule in rules if rule.live})
    if new != old:
        contents[live] = new
    for path, content in contents.items():
        _write(path, content)
    return [str(path) for path in contents]


def _missing(directory: Path, digests: Mapping[Key, str]) -> list[Key]:
    """The versions that have no file yet.

    Raises:
        Failure: a file has another content than its version.
    """
    missing, different = [], []
    for key, expected in digests.items():
        path = _place(directory, key)
        content = _read(path)
        if content is None:
            missing.append(key)
        elif digest(content) != expected:
            message = (
                f"`{path}` differs from {key[0]} {key[1]} as it is published: move it away, or give it a new number"
            )
            different.append(Issue("different-file", str(path), message))
    if different:
        detail = f"{counted(len(different), 'file')} in `{directory}` would have to be overwritten"
        raise Failure(Problem(type="different-files", detail=detail, errors=different), Code.NO)
    return missing


def _place(directory: Path, key: Key) -> Path:
    """Where the file of a version lies.

    Raises:
        Failure: a service names what can't be a version, and might lie anywhere.
    """
    name, version = key
    if not (re.fullmatch(RULE_NAME, name) and re.fullmatch(VERSION, version)):
        raise unreachable(f"`{name}` {version} can't be a version of a rule")
    return directory / name / f"{version}.yaml"


def _document(desk: Desk, key: Key, expected: str) -> bytes:
    content = desk.document(*key)
    if digest(content) != expected:
        raise unreachable(f"the document of {key[0]} {key[1]} has another digest than it should")
    return content


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        message = f"'{path}' can't be read: {error.strerror}"
        raise click.UsageError(message) from error


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all, as a service may be watching the directory."""
    aside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(content)
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        message = f"'{path}' can't be written: {error.strerror}"
        raise click.UsageError(message) from error
