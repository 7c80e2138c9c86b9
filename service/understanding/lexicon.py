"""The words of a rule: what it calls its inputs and their values, and what people call them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, assert_never

from msgspec import Struct

from service.language.counted import COUNTED, MONEY
from service.language.phrases import phrase, stem
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

_HEAD: Final = re.compile(r"[:(,;]")
_ARTICLES: Final = frozenset({("a",), ("an",), ("the",)})
_MONEY: Final = frozenset(MONEY.split())
_WEAK_WORDS: Final = (
    "any|other|none|same|small|large|big|medium|little|high|low|default|new|newer|old|smaller|larger|bigger|"
    "undecided|unknown|normal|standard|simple|fast|slow|short|long|auto|all|custom|single|multi|something"
)
_WEAK: Final = frozenset(map(stem, _WEAK_WORDS.split("|")))
"""Words that say something of an input only beside its name, or as the answer to its question."""
_SPOKEN: Final[Mapping[str, str]] = {"s": "second", "h": "hour", "min": "minute", "d": "day"}


class Entry(Struct, frozen=True):
    """What a phrase can mean: inputs that are named, values of choices, and truth values; `noun` is what is counted."""

    names: tuple[str, ...] = ()
    says: tuple[tuple[str, str], ...] = ()
    flags: tuple[tuple[str, bool], ...] = ()
    noun: bool = False
    weak: bool = False


class Lexicon:
    """All phrases of a rule, by their stems."""

    def __init__(self, inputs: Mapping[str, AnyInput]) -> None:
        """Collect the phrases of these inputs."""
        self.inputs = inputs
        self.entries: dict[tuple[str, ...], Entry] = {}
        self.flags: dict[str, list[tuple[str, ...]]] = {}
        self.nouns: dict[str, set[str]] = {}
        self.parts: dict[str, set[str]] = {}
        for name, one in inputs.items():
            self._input(name, one)
        for key, entry in self.entries.items():
            if entry.flags:
                self.flags.setdefault(key[0], []).append(key)
        self.lengths = lengths(self.entries)
        self.words = frozenset(word for key in self.entries for word in key)

    def _input(self, name: str, one: AnyInput) -> None:
        names = [phrase(name), *map(phrase, one.synonyms)]
        for key in names:
            self._add(key, Entry(names=(name,)))
            if "per" in key[1:-1]:
                self.parts.setdefault(name, set()).add(key[-1])
        self.nouns[name] = {key[0] for key in names if len(key) == 1}
        match one:
            case IntegerInput(unit=unit) | NumberInput(unit=unit):
                for key in _spoken(unit):
                    self._add(key, Entry(names=(name,), noun=True))
                    self.nouns[name].add(key[0])
            case BooleanInput(opposites=opposites):
                for key in names:
                    self._add(key, Entry(flags=((name, True),)))
                for key in map(phrase, opposites):
                    self._add(key, Entry(flags=((name, False),)))
            case ChoiceInput():
                self._choice(name, one)
            case DurationInput() | ListInput() | TextInput():
                pass
            case unreachable:
                assert_never(unreachable)

    def _choice(self, name: str, one: ChoiceInput) -> None:
        for value, label in one.values.items():
            declared = map(phrase, one.value_synonyms.get(value, ()))
            own = (phrase(value), phrase(label), _bare(phrase(label)), _bare(phrase(_HEAD.split(label)[0])))
            says = ((name, value),)
            for key in {*own, *declared}:
                self._add(key, Entry(says=says, weak=len(key) == 1 and key[0] in _WEAK))

    def _add(self, key: tuple[str, ...], entry: Entry) -> None:
        before = self.entries.get(key)
        if before is not None:
            self.entries[key] = _both(before, entry)
        elif any(not word.isdigit() for word in key):
            self.entries[key] = entry

    def measured(self) -> Iterator[tuple[str, str]]:
        """The inputs that are numbers with a unit, and that unit."""
        for name, one in self.inputs.items():
            if isinstance(one, IntegerInput | NumberInput) and one.unit and one.unit != "1":
                yield name, one.unit


def _both(one: Entry, other: Entry) -> Entry:
    """What a phrase can mean that is given two meanings."""
    return Entry(
        names=tuple(dict.fromkeys((*one.names, *other.names))),
        says=tuple(dict.fromkeys((*one.says, *other.says))),
        flags=tuple(dict.fromkeys((*one.flags, *other.flags))),
        noun=one.noun or other.noun,
        weak=one.weak or other.weak,
    )


def lengths(keys: Iterable[tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
    """How long the phrases are that begin with each stem, the longest first."""
    found: dict[str, set[int]] = {}
    for key in keys:
        found.setdefault(key[0], set()).add(len(key))
    return {first: tuple(sorted(sizes, reverse=True)) for first, sizes in found.items()}


def _bare(key: tuple[str, ...]) -> tuple[str, ...]:
    """A phrase without an article in front."""
    return key[1:] if key[:1] in _ARTICLES and len(key) > 1 else key


def _spoken(unit: str | None) -> Iterator[tuple[str, ...]]:
    """How a unit that counts is spoken: `VM`, `token per second`; money is no thing."""
    first = (unit or "1").partition("/")[0]
    if unit and first in COUNTED and first not in _MONEY and not set(unit) & set("()*^"):
        key = phrase(unit)
        yield key
        yield tuple(_SPOKEN.get(word, word) if at else word for at, word in enumerate(key))
