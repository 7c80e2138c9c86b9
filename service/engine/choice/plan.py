"""A selection ready to run: its expressions in the order in which they are judged, its rows as variables."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from service.engine.choice.tables import JoinPlan, Stored, picked, stored
from service.engine.choice.terms import Term
from service.language.catalogs import Table
from service.language.cel import Program
from service.language.certainty import Certainty
from service.language.choosing import ROW, field_path, remarks
from service.language.expression import unique
from service.language.messages import Template
from service.language.presence import known
from service.language.typed import Typed
from service.model.selection import Check, Field, RankKey, Remark, SelectionDocument
from service.model.text import Path

Terms = Mapping[Path, Term]


class Said(Struct, frozen=True):
    """A text that is told where its condition holds, or always."""

    when: Term | None
    text: Template


class Checked(Struct, frozen=True):
    """A check: `given` must be known for it to be judged, `relax` is an input, `to` what it would have to be."""

    id: str
    term: Term
    given: tuple[str, ...]
    because: Template
    relax: str | None
    to: Term | None


class Key(Struct, frozen=True):
    """What candidates are put in order by."""

    by: Term
    descending: bool
    because: Template | None


class Plan(Struct, frozen=True, eq=False):
    """What is done for each question.

    `matched` is what `match` reads of each row, `needs` are the inputs and derived values without which nobody knows
    which rows are meant. `listed` judges all checks in one call, `reads` are its variables; a check that waits for an
    input is true there.
    """

    rows: tuple[Stored, ...]
    match: Term | None
    matched: tuple[dict[str, Any], ...]
    needs: tuple[str, ...]
    joins: tuple[JoinPlan, ...]
    values: dict[str, Term]
    checks: tuple[Checked, ...]
    listed: Program
    reads: tuple[str, ...]
    rank: tuple[Key, ...]
    fields: dict[str, Term]
    units: dict[str, str]
    because: tuple[Said, ...]
    caveats: tuple[Said, ...]
    remarks: dict[str, Said]


def plan(typed: Typed, document: SelectionDocument, tables: Mapping[str, Table]) -> Plan:
    """The plan of a selection that has passed every check; `tables` are the catalogs that it reads."""
    terms = {path: Term(expression) for path, expression in typed.expressions.items()}
    certainty = Certainty(typed, document, tables)
    rows, match = stored(ROW, tables[ROW]), terms.get(("match",))
    checks = tuple(_check(terms, certainty, index, one) for index, one in enumerate(document.keep))
    fields = document.candidate.fields
    return Plan(
        rows=rows,
        match=match,
        matched=tuple(picked(row, match.reads) for row in rows) if match else (),
        needs=certainty.needs(("match",)),
        joins=tuple(_joins(terms, document, tables)),
        values={name: terms["values", name] for name in document.values},
        checks=checks,
        listed=typed.environment.compile(f"[{','.join(map(_gated, checks))}]"),
        reads=unique(name for one in checks for name in (*map(known, one.given), *one.term.reads)),
        rank=tuple(_key(terms["rank", index, "by"], one) for index, one in enumerate(document.rank)),
        fields={name: terms[field_path(name, one)] for name, one in fields.items()},
        units={name: one.unit for name, one in fields.items() if isinstance(one, Field) and one.unit},
        because=tuple(_said(terms, document, "because")),
        caveats=tuple(_said(terms, document, "caveats")),
        remarks={
            name: Said(terms.get(("caveats", name, "when")), Template(one.text))
            for name, one in document.caveats.items()
        },
    )


def _joins(terms: Terms, document: SelectionDocument, tables: Mapping[str, Table]) -> Iterator[JoinPlan]:
    for name, join in document.joins.items():
        on = {column: terms["joins", name, "on", column] for column in join.on}
        yield JoinPlan(name, tables[name], on, terms.get(("joins", name, "where")), join.first)


def _check(terms: Terms, certainty: Certainty, index: int, check: Check) -> Checked:
    return Checked(
        check.id,
        terms["keep", index, "check"],
        certainty.given(index, check),
        Template(check.because),
        check.relaxed,
        terms.get(("keep", index, "relax", "to")),
    )


def _gated(check: Checked) -> str:
    """True where the check waits for something; on lines of its own, so that a comment ends with it."""
    held = f"(\n{check.term.expression.text}\n)"
    return f"(!({' && '.join(f'has({name})' for name in check.given)}) || {held})" if check.given else held


def _key(term: Term, key: RankKey) -> Key:
    return Key(term, key.order == "descending", Template(key.because) if key.because is not None else None)


def _said(terms: Terms, document: SelectionDocument, part: str) -> Iterator[Said]:
    for path, one in remarks(document):
        if path[1] == part:
            yield Said(terms.get((*path, "when")), Template(one.text if isinstance(one, Remark) else one))
