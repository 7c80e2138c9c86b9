"""The value that stands behind a sign of equality, in the words of people or in the notation of programs."""

import json
import re
from typing import Any, Final

from service.language.reading import from_text
from service.model.durations import seconds
from service.model.inputs import (
    AnyInput,
    BooleanInput,
    ChoiceInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
    TextInput,
)
from service.understanding.admission import Admission
from service.understanding.amounts import fit
from service.understanding.draft import Draft
from service.understanding.lexicon import Lexicon

_RAW: Final = re.compile(r"\"[^\"\n]*\"|[^\s,;]+")
_RAW_LIST: Final = re.compile(r"\"[^\"\n]*\"|\[[^\]\n]*\]|[^\s;]*[^\s,;]")
"""Several in the notation of programs: `a,b`, or a list of JSON."""
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class Written:
    """Reads single values of a draft."""

    def __init__(self, draft: Draft, lexicon: Lexicon) -> None:
        """Read this draft."""
        self._draft = draft
        self._lexicon = lexicon
        self._admission = Admission(lexicon.inputs)

    def value(self, name: str, sign: int) -> tuple[Any, int]:
        """The value of an input after a sign, and the place after it; nothing if what stands there is none."""
        place, one = sign + 1, self._lexicon.inputs[name]
        if place >= len(self._draft.items):
            return None, place
        match one:
            case BooleanInput():
                return self._truth(place)
            case ChoiceInput() | TextInput():
                return self._word(name, place)
            case ListInput():
                return self._records(name, place)
            case IntegerInput() | NumberInput() | DurationInput():
                return self._number(name, sign)

    def _truth(self, place: int) -> tuple[Any, int]:
        marks = self._draft.items[place].marks
        if marks & {"yes", "no"}:
            return "yes" in marks, place + 1
        return None, place

    def _word(self, name: str, place: int) -> tuple[Any, int]:
        draft, one = self._draft, self._lexicon.inputs[name]
        start = draft.tokens[draft.items[place].start].start
        raws = _RAW_LIST if isinstance(one, TextInput) and one.many else _RAW
        found = raws.match(draft.text, start)
        for raw in (found[0], found[0].rstrip(".!?)]")) if found else ():
            bare = raw.strip('"')
            value = self._admission.value(name, from_text(one, bare)) if bare else None
            if value is not None and start + len(raw) >= draft.tokens[draft.items[place].start].end:
                return value, self._after(place, start + len(raw))
        options = [value for owner, value in draft.items[place].entry.says if owner == name]
        return (options[0], place + 1) if len(options) == 1 and not draft.items[place].guess else (None, place)

    def _records(self, name: str, place: int) -> tuple[Any, int]:
        draft = self._draft
        start = draft.tokens[draft.items[place].start].start
        try:
            raw, end = json.JSONDecoder().raw_decode(draft.text, start)
        except (ValueError, RecursionError):
            return None, place
        value = self._admission.value(name, raw) if isinstance(raw, list) else None
        return (None, place) if value is None else (raw, self._after(place, end))

    def _number(self, name: str, sign: int) -> tuple[Any, int]:
        draft, place = self._draft, sign + 1
        amount, one = draft.items[place].amount, self._lexicon.inputs[name]
        if amount is None or amount.unsure or place in draft.range_ends:
            return None, place
        found = fit(amount, one)
        values = found.values if found else ()
        if draft.items[sign].text == "=":
            values = self._as_written(place, one) or values
        return (values[0], place + 1) if len(values) == 1 else (None, place)

    def _as_written(self, place: int, one: AnyInput) -> tuple[float, ...]:
        """The value of a number or a length of time in the notation of programs, where a point is a decimal point."""
        item = self._draft.items[place]
        if isinstance(one, DurationInput):
            length = seconds(item.text)
            if length is not None:
                return (length,)
            if not self._is_tight(place):
                return ()
        return (json.loads(item.text),) if _NUMBER.fullmatch(item.text) else ()

    def _is_tight(self, place: int) -> bool:
        """Whether it is written as to a program, `duration=90`, where numbers are seconds."""
        draft = self._draft
        before, here = draft.tokens[draft.items[place].start - 1], draft.tokens[draft.items[place].start]
        after = draft.items[place + 1] if place + 1 < len(draft.items) else None
        follows = after is None or after.kind == "sign" or bool(after.entry.names) or "and" in after.marks
        return before.text == "=" and before.end == here.start and follows

    def _after(self, place: int, end: int) -> int:
        """The place of the first item that begins at or after a place of the text."""
        draft = self._draft
        while place < len(draft.items) and draft.tokens[draft.items[place].start].start < end:
            place += 1
        return place
