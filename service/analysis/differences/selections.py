"""Two versions of a selection, compared by what they are made of, and by the questions of their cases.

Nothing is proved of a selection but that two which are made alike answer alike.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import json, structs

from service.analysis.meaning import SelectionMeaning
from service.analysis.selecting import selected
from service.language.messages import words
from service.model.answer import Answer
from service.model.difference import Turn
from service.model.inputs import AskedInput, ChoiceInput
from service.model.selection import Field, SelectionDocument

NOT_PROVED: Final = "whether there are more turns: of selections nothing is proved, so only the cases were tried"


def made_alike(old: SelectionMeaning, new: SelectionMeaning) -> bool:
    """Whether the two differ in words alone; they read the same versions of catalogs."""
    return _bare(old.document) == _bare(new.document) and _digests(old) == _digests(new)


def selection_turns(old: SelectionMeaning, new: SelectionMeaning) -> list[Turn]:
    """The questions of the cases, and each with one input left out, that are answered differently; each turn once."""
    found: dict[tuple[str, str], Turn] = {}
    for question in _questions(old, new):
        before, after = _answer(old, question), _answer(new, question)
        said = _pair(before, after)
        if before != after and said not in found:
            found[said] = Turn(before=said[0], after=said[1], witness=question)
    return [found[said] for said in sorted(found)]


def _bare(document: SelectionDocument) -> list[object]:
    """All that answers are made of, without words."""
    fields = {name: one.value if isinstance(one, Field) else one for name, one in document.candidate.fields.items()}
    return [
        [{name: _silent(one) for name, one in inputs.items()} for inputs in (document.outcome, document.inputs)],
        [one.check for one in document.requires],
        [one.when for one in document.problems],
        [*document.derived.items()],
        {name: one.value for name, one in document.constants.items()},
        document.from_,
        [*document.joins.items()],
        [*document.estimates.items()],
        [*document.values.items()],
        document.match,
        [structs.replace(one, because="-") for one in document.keep],
        [(one.by, one.order) for one in document.rank],
        fields,
        {name: one.when for name, one in document.caveats.items()},
    ]


def _silent(one: AskedInput) -> AskedInput:
    """An input without its words."""
    if isinstance(one, ChoiceInput):
        one = structs.replace(one, values=dict.fromkeys(sorted(one.values), "-"))
    return structs.replace(one, ask=None, help=None, unit=None)


def _digests(meaning: SelectionMeaning) -> list[object]:
    return [table.document if table else None for table in meaning.tables.values()]


def _questions(*meanings: SelectionMeaning) -> Iterator[dict[str, Any]]:
    seen: set[bytes] = set()
    for meaning in meanings:
        for case in meaning.document.cases:
            for left_out in (None, *case.given):
                question = {name: value for name, value in case.given.items() if name != left_out}
                key = json.encode(question, order="deterministic")
                if key not in seen:
                    seen.add(key)
                    yield question


def _answer(meaning: SelectionMeaning, question: Mapping[str, Any]) -> Answer:
    """The answer to as much of a question as this version knows."""
    return selected(meaning, {name: value for name, value in question.items() if name in meaning.document.asked})


def _pair(before: Answer, after: Answer) -> tuple[str, str]:
    """Two different answers in words that differ: candidates, else what would help, else why rows are rejected."""
    said = _candidates(before), _candidates(after)
    if said[0] != said[1]:
        return said
    if before.relax != after.relax:
        return _relax(before), _relax(after)
    keys = [key for key in {**before.rejected, **after.rejected} if before.rejected.get(key) != after.rejected.get(key)]
    if keys:
        return _reasons(before, keys[0]), _reasons(after, keys[0])
    return f"caveats {', '.join(before.caveats) or 'none'}", f"caveats {', '.join(after.caveats) or 'none'}"


def _candidates(answer: Answer) -> str:
    return answer.problem or ", ".join(answer.candidates) or "no candidate"


def _relax(answer: Answer) -> str:
    helps = (f"{name} {words(value)}" if value is not None else f"no {name}" for name, value in answer.relax.items())
    return f"no candidate; it helps: {', '.join(helps) or 'nothing alone'}"


def _reasons(answer: Answer, key: str) -> str:
    return f"{key} rejected: {', '.join(answer.rejected[key])}" if key in answer.rejected else f"{key} not meant"
