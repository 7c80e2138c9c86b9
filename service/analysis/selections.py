"""A selection as it is written: names that clash or lead nowhere, unsure joins, checks that ask too little."""

from collections.abc import Iterator, Mapping
from typing import Final

from service.analysis.declarations import GUARD_LIMIT, column_findings, unknown
from service.analysis.synonyms import synonyms
from service.errors import Diagnostic
from service.language.catalogs import Table
from service.language.certainty import Certainty
from service.language.choosing import ROW, Tables
from service.language.typed import Typed
from service.model.inputs import TextInput
from service.model.loading import Loaded
from service.model.names import RESERVED
from service.model.places import place_in
from service.model.selection import Join, Relax, SelectionDocument
from service.model.text import Path

_TAKEN: Final = frozenset({"rank", "key", "because", "caveats"})
"""What a candidate has beside its fields."""


def selection(typed: Typed, document: SelectionDocument, tables: Tables) -> Iterator[Diagnostic]:
    """Every finding about the declarations of a selection, its joins and its checks."""
    loaded = typed.loaded
    yield from _names(loaded, document)
    yield from _inputs(loaded, document)
    yield from synonyms(loaded, "inputs", document.inputs)
    size = sum(len(one.check) for one in document.requires) + sum(len(one.when) for one in document.problems)
    if size > GUARD_LIMIT:
        message = f"the checks and problems have {size} characters together, at most {GUARD_LIMIT} are allowed"
        yield loaded.at(("requires" if document.requires else "problems",), "limit", message)
    yield from _keep(loaded, document)
    yield from reading(typed, document, tables)


def reading(typed: Typed, document: SelectionDocument, tables: Tables) -> Iterator[Diagnostic]:
    """Every finding about how a selection reads its catalogs, which may change while it stays."""
    for name, join in document.joins.items():
        table = tables.get(name)
        if table is not None:
            yield from _join(typed.loaded, ("joins", name), join, table)
    certainty = Certainty(typed, document, tables)
    paths: list[Path] = [("match",), *(("keep", index, "check") for index in range(len(document.keep)))]
    for path in paths:
        for stray in certainty.strays(path):
            place = typed.loaded.inside(path, place_in(typed.expressions[path].text, stray.offset))
            message = f"`{stray.name}` may be unknown: say what then, as in `has({stray.name}) && ...`"
            yield typed.loaded.at(path, "may-be-unknown", message, place=place)


def _names(loaded: Loaded, document: SelectionDocument) -> Iterator[Diagnostic]:
    sections: dict[str, Mapping[str, object]] = {
        "outcome": document.outcome,
        "inputs": document.inputs,
        "constants": document.constants,
        "derived": document.derived,
        "joins": document.joins,
        "values": document.values,
    }
    first: dict[str, str] = {}
    for section, names in sections.items():
        for name in names:
            if name in RESERVED or name == ROW:
                message = f"`{name}` is a word of the language or of the API: choose another name"
                yield loaded.at((section, name), "reserved-name", message)
            elif first.setdefault(name, section) != section:
                yield loaded.at((section, name), "duplicate-name", f"`{name}` is defined under `{first[name]}` already")
    for name in document.candidate.fields:
        if name in _TAKEN:
            message = f"`{name}` is what a candidate has beside its fields: choose another name"
            yield loaded.at(("candidate", "fields", name), "reserved-name", message)


def _inputs(loaded: Loaded, document: SelectionDocument) -> Iterator[Diagnostic]:
    for section, inputs in (("outcome", document.outcome), ("inputs", document.inputs)):
        for name, one in inputs.items():
            if not isinstance(one, TextInput):
                yield from column_findings(loaded, (section, name), one)
            elif one.many and one.default is not None:
                message = "a list of texts has no default: a check of it is not judged while it is not given"
                yield loaded.at((section, name, "default"), "bad-default", message)


def _join(loaded: Loaded, path: Path, join: Join, table: Table) -> Iterator[Diagnostic]:
    columns = table.document.columns
    named = {("on", name): name for name in join.on} | ({("first", "by"): join.first.by} if join.first else {})
    for steps, name in named.items():
        if name not in columns:
            yield loaded.at((*path, *steps), "unknown-name", unknown(name, columns, "column"))
        elif columns[name].many:
            message = f"`{name}` is a list: rows are found and put in order by single values"
            yield loaded.at((*path, *steps), "bad-key", message)
    left = [f"`{name}`" for name in table.document.key if name not in join.on]
    if left and join.first is None:
        message = f"several rows may belong to one: give {', '.join(left)} under `on` too, or say which comes `first`"
        yield loaded.at(path, "ambiguous-join", message)


def _keep(loaded: Loaded, document: SelectionDocument) -> Iterator[Diagnostic]:
    names = {**document.asked, **document.derived}
    seen: set[str] = set()
    for index, check in enumerate(document.keep):
        path: Path = ("keep", index)
        if check.id in seen:
            yield loaded.at((*path, "id"), "duplicate-name", f"another check is called `{check.id}` already")
        seen.add(check.id)
        for at, name in enumerate(check.given):
            if name not in names and not _declared(loaded, name, "outcome", "inputs", "derived"):
                yield loaded.at((*path, "given", at), "unknown-name", unknown(name, names, "input or derived value"))
        relax = check.relaxed
        if relax is not None and relax not in document.inputs and not _declared(loaded, relax, "inputs"):
            where: Path = (*path, "relax", "input") if isinstance(check.relax, Relax) else (*path, "relax")
            yield loaded.at(where, "unknown-name", unknown(relax, document.inputs, "input"))


def _declared(loaded: Loaded, name: str, *sections: str) -> bool:
    """Whether something of this name is written there, sound or not, or may have been."""
    return any(loaded.declares(section, name) or loaded.lost(section) for section in sections)
