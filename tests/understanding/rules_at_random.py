"""Inputs of rules that nobody wrote, with values that they take, and texts in the words of the shipped rules."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import json

from service.language.talk import MARKS
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
from service.model.names import CHOICE_VALUE
from tests.understanding.shipped import inputs_of

_WORD = st.sampled_from(["vms", "gpus", "not", "or", "about", "x", "per", "yes", "count", "t4", "a", "is", "size"])
NAMES = st.lists(st.one_of(_WORD, st.from_regex(r"[a-z][a-z0-9]{0,5}", fullmatch=True)), min_size=1, max_size=3).map(
    "_".join
)
VALUES = st.one_of(
    st.sampled_from(["yes", "no", "not", "any", "3", "1.5", "A4", "a4", "small", "or"]),
    st.from_regex(CHOICE_VALUE, fullmatch=True).map(lambda text: text.strip()[:20].rstrip(".")).filter(bool),
)
UNITS = st.sampled_from([None, "1", "VM", "GPU", "GB", "s", "token/s", "USD/h"])


def integers() -> SearchStrategy[AnyInput]:
    return st.builds(lambda unit: IntegerInput(unit=unit, minimum=-(10**6), maximum=10**9), UNITS)


def choices() -> SearchStrategy[AnyInput]:
    values = st.lists(VALUES, min_size=1, max_size=5, unique=True)
    return values.map(lambda found: ChoiceInput(values={one: f"The one called {at}" for at, one in enumerate(found)}))


INPUTS: SearchStrategy[dict[str, AnyInput]] = st.dictionaries(
    NAMES,
    st.one_of(
        integers(),
        choices(),
        st.builds(NumberInput, unit=UNITS),
        st.just(BooleanInput()),
        st.just(DurationInput()),
        st.just(TextInput()),
        st.just(ListInput(of={"lasted": DurationInput(), "size": IntegerInput()})),
    ),
    min_size=1,
    max_size=5,
)


def value_of(one: AnyInput) -> SearchStrategy[Any]:
    """Any value that an input takes, as JSON."""
    match one:
        case IntegerInput(minimum=low, maximum=high):
            return st.integers(low, high)
        case NumberInput():
            return st.floats(allow_nan=False, allow_infinity=False).map(lambda value: value + 0.0)
        case BooleanInput():
            return st.booleans()
        case ChoiceInput(values=values):
            return st.sampled_from(sorted(values))
        case DurationInput():
            return st.floats(0, 1e12)
        case ListInput():
            row = st.fixed_dictionaries({"lasted": st.floats(0, 1e6), "size": st.integers(-9, 9)})
            return st.lists(row, max_size=3)
        case TextInput():
            return st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True).map(lambda text: text.strip("-\n"))


def canonical(name: str, value: Any) -> str:
    """A value as it is given to a program: `name=value`."""
    text = value if isinstance(value, str) else json.encode(value).decode()
    return f"{name}={text}"


@st.composite
def told(draw: st.DrawFn) -> tuple[dict[str, AnyInput], dict[str, Any], str]:
    """Inputs, values of some of them, and a text that gives these values in some order."""
    inputs = draw(INPUTS)
    names = draw(st.permutations(sorted(inputs)).map(lambda order: order[: draw(st.integers(1, len(order)))]))
    values = {name: draw(value_of(inputs[name])) for name in names}
    joint = draw(st.sampled_from([" ", ", ", ",", "; ", "\n", " and ", "  "]))
    return inputs, values, joint.join(canonical(name, value) for name, value in values.items())


_OTHERS = "3 8 24 0 -1 1,500 2.000 1e9 80 GB 15 min 2h = : , ; ? ! / - % ( ) \n each VM VMs GPUs"


def _pieces() -> list[str]:
    inputs = inputs_of("choose") | inputs_of("time") | inputs_of("option")
    words = [word for key in MARKS for word in [" ".join(key)]]
    words += list(inputs) + [text for one in inputs.values() for text in one.synonyms]
    words += [value for one in inputs.values() if isinstance(one, ChoiceInput) for value in one.values]
    return [*words, *_OTHERS.split(" ")]


TEXTS: SearchStrategy[str] = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(_pieces()), max_size=14).map(" ".join),
    st.lists(st.one_of(st.sampled_from(_pieces()), st.text(max_size=5)), max_size=14).map("".join),
)
"""Noise, and noise that is made of words which mean something."""
