"""Rule files on a command line that are to become versions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import click
from msgspec import structs

from service.analysis.references import references
from service.cli.desk.port import Candidate
from service.cli.ending import Failure
from service.errors import Diagnostic, Issue, RuleRejectedError
from service.model.files import Key
from service.model.loading import Loaded, load
from service.model.names import VERSION
from service.model.publication import Draft
from service.model.rule import RuleDocument


class Drafts:
    """The documents of some files, by name and version."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read them.

        Raises:
            RuleRejectedError: a file does not say of which rule it is which version.
            UsageError: a file can't be read, or two are the same version of one rule.
        """
        self._paths: dict[str, Path] = {}
        read: dict[Key, tuple[Loaded, RuleDocument]] = {}
        for path in paths:
            loaded, document = _read(path)
            key = (document.name, document.version)
            place = f"{document.name}/{document.version}.yaml"
            if key in read:
                message = f"'{path}' and '{self._paths[place]}' are both version {key[1]} of '{key[0]}'"
                raise click.UsageError(message)
            read[key] = (loaded, document)
            self._paths[place] = path
        self.ordered = [Draft(*key, read[key][0].content) for key in _ordered(read)]

    @contextmanager
    def named(self) -> Iterator[None]:
        """Whatever is wrong with the documents in this block is told by the names of their files."""
        try:
            yield
        except RuleRejectedError as error:
            raise RuleRejectedError(self.name(error.diagnostics)) from error
        except Failure as end:
            errors = [Issue(one.code, one.path, self._said(one.message)) for one in end.problem.errors]
            raise Failure(structs.replace(end.problem, errors=errors), end.code) from end

    def name(self, diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
        """The findings, each with the name of its file as the user wrote it."""
        return [structs.replace(one, file=str(self._paths.get(one.file, one.file))) for one in diagnostics]

    def _said(self, message: str) -> str:
        """A finding as a service words it, which begins with its place."""
        place, colon, rest = message.partition(":")
        return f"{self._paths.get(place, place)}{colon}{rest}"


def read_candidate(rule: str, text: str) -> tuple[Candidate, Drafts]:
    """A version by its number, or the document in a file; and the files, to name what is wrong with them.

    Raises:
        RuleRejectedError: the file does not say of which rule it is which version.
        UsageError: it is neither, or the file is of another rule.
    """
    if re.fullmatch(VERSION, text):
        return text, Drafts([])
    path = Path(text)
    if not path.is_file():
        message = f"'{text}' is neither a version such as '1.0.0' nor a file"
        raise click.UsageError(message)
    drafts = Drafts([path])
    [draft] = drafts.ordered
    if draft.name != rule:
        message = f"'{text}' is a version of '{draft.name}', not of '{rule}'"
        raise click.UsageError(message)
    return draft, drafts


def _read(path: Path) -> tuple[Loaded, RuleDocument]:
    try:
        loaded = load(path.read_bytes())
    except OSError as error:
        message = f"'{path}' can't be read: {error.strerror}"
        raise click.UsageError(message) from error
    document = loaded.document
    known = all(loaded.declares(one) and (one,) not in loaded.pruned for one in ("name", "version"))
    if document is None or not known:
        raise RuleRejectedError([structs.replace(one, file=str(path)) for one in loaded.diagnostics])
    return loaded, document


def _ordered(read: Mapping[Key, tuple[Loaded, RuleDocument]]) -> list[Key]:
    """Each after those that it enters; in a circle, which the gate refuses, as they come."""
    newest = dict(iter(read))
    entered = {
        key: {(one.rule, one.version or newest.get(one.rule, "")) for one in references(document)} & read.keys()
        for key, (_, document) in read.items()
    }
    try:
        return [*TopologicalSorter(entered).static_order()]
    except CycleError:
        return [*read]
