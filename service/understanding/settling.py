"""From what was said to what is known: one sure value for an input is a value, everything else is a question."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs

from service.language.values import MAX_SHOWN
from service.model.inputs import AnyInput, BooleanInput, ChoiceInput, IntegerInput, TextInput
from service.understanding.admission import Admission
from service.understanding.answers import as_percentage
from service.understanding.claims import Claim, Open, Portion, Said
from service.understanding.echoes import echo
from service.understanding.sharing import HOLDERS
from service.understanding.understood import Choice, Doubt

MAX_CHOICES: Final = 10


class Settling:
    """Weighs everything that a text says."""

    def __init__(self, inputs: Mapping[str, AnyInput], known: Mapping[str, Any]) -> None:
        """`known` are values that were given before; they only serve to reckon."""
        self._inputs = inputs
        self._known = known
        self._admission = Admission(inputs)
        self.values: dict[str, Any] = {}
        self.echo: list[str] = []
        self.doubts: list[Doubt] = []

    def settle(self, said: list[Said]) -> None:
        """Turn it into values, their echoes, and doubts."""
        whole = [*self._reckoned(said)]
        open_ones = [one for one in whole if isinstance(one, Open)]
        for name in self._inputs:
            claims = [one for one in whole if isinstance(one, Claim) and one.input == name]
            own = [one for one in open_ones if one.inputs == (name,)]
            if claims or own:
                self._input(name, claims, own)
        for one in open_ones:
            if len(one.inputs) != 1:
                self._which(one)

    def _reckoned(self, said: list[Said]) -> Iterator[Claim | Open]:
        """What was said, with portions multiplied."""
        counts: dict[str, set[int]] = {}
        for one in said:
            if isinstance(one, Claim) and one.sure and isinstance(self._inputs[one.input], IntegerInput):
                counts.setdefault(one.input, set()).add(one.value)
        for one in said:
            if isinstance(one, Portion):
                yield self._multiplied(one, counts)
            else:
                yield one

    def _multiplied(self, portion: Portion, counts: Mapping[str, set[int]]) -> Claim | Open:
        """A portion times what it is said to be in each of, if that is told once, or was told before."""
        here = {name: [*found] for name, found in counts.items() if self._is_count(name, portion)}
        before = {name: [value] for name, value in self._known.items() if self._is_count(name, portion)}
        for found in (here, before):
            if len(found) != 1:
                continue
            [(name, values)] = found.items()
            total = self._admission.value(portion.input, portion.value * values[0]) if len(values) == 1 else None
            if total is not None and self._admission.value(name, values[0]) is not None:
                remark = f"{self._counted(name, values[0])} x {self._counted(portion.input, portion.value)} each"
                words, sure = portion.words, portion.sure
                return Claim(input=portion.input, value=total, words=words, sure=sure, remark=remark)
            break
        return Open(inputs=(portion.input,), words=portion.words)

    def _is_count(self, name: str, portion: Portion) -> bool:
        one = self._inputs.get(name)
        if not isinstance(one, IntegerInput):
            return False
        if name == portion.input:
            return False
        return name == portion.holder if portion.holder else one.unit in HOLDERS

    def _counted(self, name: str, count: int) -> str:
        unit = getattr(self._inputs[name], "unit", None) or name
        ending = "" if count == 1 else "es" if unit.endswith(("ch", "s", "x")) else "s"
        return f"{count} {unit}{ending}"

    def _input(self, name: str, claims: list[Claim], own: list[Open]) -> None:
        """One input of which something was said."""
        sure = _distinct([one for one in claims if one.sure])
        if len(sure) > 1 and isinstance(one := self._inputs[name], TextInput) and one.many:
            sure = [_together(sure)]
        guesses = _distinct([one for one in claims if not one.sure] + [each for one in own for each in one.readings])
        words = _shown_words([*claims, *own])
        if len(sure) == 1 and (own == [] or guesses) and all(one.value == sure[0].value for one in guesses):
            self._take(name, sure[0])
        elif len(sure) > 1:
            self._ask(name, f"{words} contradict each other", sure + guesses)
        elif guesses:
            self._ask(name, f"{words} is not clear", sure + guesses)
        else:
            self._ask(name, f"{words} leaves it open", sure)

    def _take(self, name: str, claim: Claim) -> None:
        one = self._inputs[name]
        value = self._admission.value(name, claim.value)
        if value is not None:
            self.values[name] = value
            self.echo.append(echo(name, one, value, claim.remark))
            return
        ratio = as_percentage(one, claim.value)
        readings = [] if ratio is None else [Claim(input=name, value=ratio, words=claim.words)]
        self._ask(name, self._admission.refusal(name, claim.value), readings)

    def _ask(self, name: str, why: str, readings: list[Claim]) -> None:
        choices = self._choices(readings) or self._all(name)
        one = self._inputs[name]
        likely = " or ".join(f"`{choice.label}`" for choice in choices) if readings and choices else ""
        question = f"is it {likely}?" if likely else one.ask or f"what is `{name}`?"
        self.doubts.append(Doubt(about=name, question=f"{why}: {question}", choices=choices))

    def _which(self, one: Open) -> None:
        """Words of which it is open which input they speak of."""
        choices = self._choices([each for each in one.readings if each.input not in self.values])
        if not choices and one.readings:
            choices = self._choices(list(one.readings))
        about = ", ".join(f"`{name}`" for name in one.inputs)
        likely = " or ".join(f"`{choice.label}`" for choice in choices)
        question = f"do you mean {likely}?" if likely else f"which of {about} is meant?"
        self.doubts.append(
            Doubt(
                about=None,
                question=f"{_quoted(one.words)} can be meant in more than one way: {question}",
                choices=choices,
            )
        )

    def _choices(self, readings: list[Claim]) -> tuple[Choice, ...]:
        found: dict[str, Choice] = {}
        for one in readings:
            value = self._admission.value(one.input, one.value)
            if value is not None:
                label = echo(one.input, self._inputs[one.input], value)
                found.setdefault(label, Choice(label=label, values={one.input: value}))
        return tuple(found.values())[:MAX_CHOICES]

    def _all(self, name: str) -> tuple[Choice, ...]:
        """Every value of an input that has few."""
        one = self._inputs[name]
        values: list[Any] = [True, False] if isinstance(one, BooleanInput) else []
        if isinstance(one, ChoiceInput) and len(one.values) <= MAX_CHOICES:
            values = list(one.values)
        return tuple(Choice(label=echo(name, one, value), values={name: value}) for value in values)


def _distinct(claims: list[Claim]) -> list[Claim]:
    found: list[Claim] = []
    for one in claims:
        same = [at for at, other in enumerate(found) if other.value == one.value and other.input == one.input]
        if not same:
            found.append(one)
        elif one.remark and not found[same[0]].remark:
            found[same[0]] = one
    return found


def _together(claims: list[Claim]) -> Claim:
    """Several texts of an input that takes many, each said by itself."""
    texts = dict.fromkeys(text for one in claims for text in one.value)
    return structs.replace(claims[0], value=[*texts], words=", ".join(one.words for one in claims))


def _shown_words(said: list[Claim | Open]) -> str:
    words = list(dict.fromkeys(_quoted(one.words) for one in said))
    return " and ".join(words[:4])


def _quoted(words: str) -> str:
    plain = words.replace("`", "'")
    return f"`{plain}`" if len(plain) <= MAX_SHOWN else f"`{plain[: MAX_SHOWN - 3]}...`"
