"""Where a number stands in a text: its sign, the words that multiply it, its unit, and what makes it unsure."""

import re
from collections.abc import Callable, Container
from fractions import Fraction
from typing import Final

from service.language.phrases import Token
from service.language.talk import MARKS
from service.model.durations import seconds
from service.understanding.amounts import PERCENT, Amount, Part
from service.understanding.lexicon import Lexicon
from service.understanding.numerals import FALSE_FRIENDS, SUFFIXES, TIMES, TWENTY, in_words, readings
from service.understanding.surroundings import is_changed
from service.understanding.units import TIME, UNFIXED, factor, is_bits_or_bytes

MAX_LOOKED_UP: Final = 20
"""Words of a text that are looked up as units; each may be new to the library."""

_ISO: Final = re.compile(r"P[0-9T][0-9.TWDHMS]{0,60}(?![^\W_])")
_PER_PERCENT: Final = frozenset({"percent", "prozent"})
_SPACED: Final = re.compile(r"[0-9]{3}")


class Quantities:
    """The amounts of one text."""

    def __init__(
        self,
        text: str,
        tokens: list[Token],
        lexicon: Lexicon,
        *,
        known: Callable[[int], bool],
        assigned: Container[int],
    ) -> None:
        """`known` tells whether a word that means something else begins at a token, `assigned` are never units."""
        self._text = text
        self._tokens = tokens
        self._lexicon = lexicon
        self._known = known
        self._assigned = assigned
        self._looked_up = 0

    def at(self, at: int) -> tuple[Amount, int] | None:
        """The amount that begins at this token, and the token after it."""
        iso = self._iso(at)
        if iso:
            return iso
        negative = self._is_minus(at)
        first = at + negative
        if first >= len(self._tokens) or self._is_code(first):
            return None
        number = self._number(first)
        if number is None:
            return None
        parts, end = self._parts(number)
        if negative:
            parts = tuple(Part(f"-{one.text}", tuple(-each for each in one.readings), one.unit) for one in parts)
        text = self._text[self._tokens[at].start : self._tokens[end - 1].end]
        return Amount(
            text,
            parts,
            unsure=is_changed(self._tokens, at, end, known=self._known) or not all(one.readings for one in parts),
        ), end

    def _iso(self, at: int) -> tuple[Amount, int] | None:
        found = _ISO.match(self._text, self._tokens[at].start)
        length = seconds(found[0]) if found and self._tokens[at].kind == "word" else None
        if found is None or length is None:
            return None
        end = next((one for one in range(at, len(self._tokens)) if self._tokens[one].start >= found.end()), None)
        return Amount(found[0], (Part(found[0], (Fraction(length),), "s"),)), end or len(self._tokens)

    def _is_minus(self, at: int) -> bool:
        token = self._tokens[at]
        if token.text != "-" or at + 1 >= len(self._tokens) or self._tokens[at + 1].kind != "number":
            return False
        return token.end == self._tokens[at + 1].start

    def _is_code(self, at: int) -> bool:
        """Whether a number belongs to a name before it, such as the 4 of `n1-standard-4`."""
        return bool(self._tokens[at].joined) and self._tokens[at - 1].kind == "word"

    def _number(self, at: int) -> tuple[Part, int] | None:
        token, end = self._tokens[at], at + 1
        if token.kind == "number":
            found, text = readings(token.text), token.text
            if end < len(self._tokens) and self._is_group(end):
                whole = token.text + self._tokens[end].text
                found, end = (Fraction(int(whole)), *found)[: 1 if whole.endswith("000") else 2], end + 1
        elif in_words(token.text) is not None:
            found, text, end = self._words(at)
        else:
            return None
        while end < len(self._tokens) and self._tokens[end].stem in TIMES and self._tokens[end].kind == "word":
            found, end = tuple(each * TIMES[self._tokens[end].stem] for each in found), end + 1
        if end < len(self._tokens) and self._tokens[end].stem in FALSE_FRIENDS:
            found, end = (), end + 1
        return Part(text, found), end

    def _words(self, at: int) -> tuple[tuple[Fraction, ...], str, int]:
        value, end = in_words(self._tokens[at].text) or 0, at + 1
        ones = in_words(self._tokens[end].text) if end < len(self._tokens) and value >= TWENTY else None
        if ones and ones < 10:  # noqa: PLR2004 - twenty-one to twenty-nine
            value, end = value + ones, end + 1
        return (Fraction(value),), self._tokens[at].text, end

    def _is_group(self, at: int) -> bool:
        """Whether three digits after a blank may be the thousands of the number before: `10 000`."""
        before, here = self._tokens[at - 1], self._tokens[at]
        alone = at + 1 >= len(self._tokens) or self._tokens[at + 1].kind != "number"
        short = before.text.isdigit() and len(before.text) <= 3 and before.text[0] != "0"  # noqa: PLR2004 - 999
        return (
            bool(_SPACED.fullmatch(here.text)) and not here.joined and here.start == before.end + 1 and short and alone
        )

    def _parts(self, first: tuple[Part, int]) -> tuple[tuple[Part, ...], int]:
        part, end = first
        unit, end = self._unit(end)
        parts = [Part(part.text, part.readings, unit)]
        while TIME.get(parts[-1].unit.lower()) and (more := self._more(parts[-1], end)):
            part, end = more
            parts.append(part)
        return tuple(parts), end

    def _more(self, last: Part, at: int) -> tuple[Part, int] | None:
        """Another part of a length of time, in a smaller unit: `30 min` after `1 h` or `1 hour and`."""
        if at < len(self._tokens) and "and" in MARKS.get((self._tokens[at].stem,), ()):
            at += 1
        found = self._number(at) if at < len(self._tokens) and self._tokens[at].kind == "number" else None
        if found is None:
            return None
        part, end = found
        unit, end = self._unit(end)
        size = TIME[last.unit.lower()]
        if TIME.get(unit.lower(), size) >= size:
            return None
        return Part(part.text, part.readings, unit), end

    def _unit(self, at: int) -> tuple[str, int]:
        """The unit that stands here, and the token after it; nothing where there is none."""
        token = self._tokens[at] if at < len(self._tokens) else None
        if token is None:
            return "", at
        if token.text == PERCENT or token.stem in _PER_PERCENT:
            return PERCENT, at + 1
        if token.kind != "word":
            return "", at
        glued = token.start == self._tokens[at - 1].end or bool(token.joined)
        if at in self._assigned:
            return "", at
        if token.stem in TIME and not (glued and len(token.text) == 1 and self._counts_after(at)):
            return token.stem, at + 1
        if self._known(at):
            return "", at
        compound = self._compound(at)
        if compound:
            return compound
        if glued:
            return token.text, at + 1
        letter = token.text.lower() in SUFFIXES and self._counts_after(at)
        return (token.text, at + 1) if letter or token.stem in UNFIXED or self._measures(token.text) else ("", at)

    def _counts_after(self, at: int) -> bool:
        """Whether something that is counted is named next: `70 m parameters` are millions, not minutes."""
        entry = self._lexicon.entries.get((self._tokens[at + 1].stem,)) if at + 1 < len(self._tokens) else None
        return entry is not None and entry.noun

    def _compound(self, at: int) -> tuple[str, int] | None:
        """A unit such as `USD/h` or `USD per hour`."""
        if at + 2 >= len(self._tokens) or not (self._tokens[at + 1].text == "/" or self._tokens[at + 1].stem == "per"):
            return None
        unit = f"{self._tokens[at].text}/{self._tokens[at + 2].text}"
        return (unit, at + 3) if self._measures(unit) else None

    def _measures(self, unit: str) -> bool:
        """Whether some input is measured in such a unit."""
        wanted = [one for _, one in self._lexicon.measured() if one.count("/") == unit.count("/")]
        self._looked_up += 1
        if not wanted or self._looked_up > MAX_LOOKED_UP or MARKS.get((unit.lower(),)):
            return False
        return is_bits_or_bytes(unit) or any(factor(unit, one) is not None for one in wanted)
