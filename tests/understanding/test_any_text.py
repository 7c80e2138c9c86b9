"""Whatever is written: what is given outright is read exactly, no text does harm, an echo means what it says."""

import subprocess
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from service.language.phrases import MAX_TEXT
from service.language.reading import Reader
from service.model.inputs import AnyInput
from service.understanding.leftovers import MAX_LEFT
from service.understanding.reading import read
from service.understanding.understood import Understood
from tests.understanding.rules_at_random import INPUTS, TEXTS, told
from tests.understanding.shipped import DOCUMENTS, inputs_of

SHIPPED = st.sampled_from(sorted(DOCUMENTS)).map(inputs_of)
Told = tuple[dict[str, AnyInput], dict[str, Any], str]


@settings(max_examples=80, deadline=None)
@given(told())
def test_what_is_given_outright_is_read_exactly(case: Told) -> None:
    inputs, values, text = case
    found = read(inputs, text)
    assert found.values == Reader(dict(inputs)).read(values)
    assert (found.doubts, found.left) == ((), ())


def assert_sound(inputs: dict[str, AnyInput], found: Understood) -> None:
    """Every value and every choice is one that a decision would take, and nothing is said at length."""
    reader = Reader(inputs)
    given_here = [found.values, *(choice.values for doubt in found.doubts for choice in doubt.choices)]
    for values in given_here:
        assert {name: value for name, value in reader.read(values).items() if name in values} == values
    assert not found.values.keys() & {doubt.about for doubt in found.doubts}
    assert len(found.echo) == len(found.values) or found.commands
    assert len(found.left) <= MAX_LEFT + 2
    assert all(len(one) < 100 for one in found.left)


@settings(max_examples=100, deadline=None)
@given(st.one_of(SHIPPED, INPUTS), TEXTS, st.data())
@example(inputs_of("choose"), "9**9**9 GPUs; __import__('os').system('true') {vms} ${gpus}", None)
def test_no_text_gives_what_an_input_does_not_take(inputs: dict[str, AnyInput], text: str, data: Any) -> None:
    asked = data.draw(st.sampled_from([None, *sorted(inputs)])) if data else None
    assert_sound(inputs, read(inputs, text, asked=asked))


@settings(max_examples=100, deadline=None)
@given(SHIPPED, TEXTS)
def test_an_echo_is_understood_as_it_was_meant(inputs: dict[str, AnyInput], text: str) -> None:
    found = read(inputs, text)
    if not found.commands:
        again = read(inputs, "\n".join(found.echo))
        assert (again.values, again.doubts, again.left) == (found.values, (), ())


@settings(max_examples=30, deadline=None)
@given(SHIPPED, TEXTS)
def test_a_text_is_always_understood_alike(inputs: dict[str, AnyInput], text: str) -> None:
    assert to_builtins(read(inputs, text)) == to_builtins(read(dict(inputs), text))


def calls(work: Callable[[], object]) -> int:
    """How many functions are called by some work: a measure of time that is the same on every machine."""
    count = 0

    def called(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


NOISE = (
    "3 VMs ",
    "vms=",
    "8 GPUs each, ",
    "8 GPUs each on ",
    "(",
    "vms=[",
    "not ",
    "latency is not ",
    "1 2 ",
    "1-",
    "vms: 3-4 ",
    "model=",
    "per ",
    "🚀",
    "?",
    "\n",
    "P1D ",
    "9**",
    "x3",
    "a-",
    "3 to 4 or ",
    "each VM has 8 GPUs 3 VMs ",
    "1 h and ",
    "qwxyzv ",
    "training ",
)


@pytest.mark.parametrize("piece", NOISE)
def test_twice_the_noise_is_at_most_twice_the_work(piece: str) -> None:
    inputs = inputs_of("choose")
    short, long = (piece * (size // len(piece)) for size in (400, 800))
    read(inputs, long)  # what is looked up once is looked up here
    work = calls(lambda: read(inputs, short))
    assert calls(lambda: read(inputs, long)) < 2.5 * work + 2_000


def test_a_text_without_end_is_cut_and_says_so() -> None:
    found = read(inputs_of("choose"), "3 VMs " + "\n" * MAX_TEXT + "24 GPUs")
    assert found.values == {"vms": 3}
    assert found.left == ("... and 13 more characters",)


def test_units_are_loaded_only_for_a_text_that_needs_them() -> None:
    program = """
import sys
from service.model.inputs import IntegerInput, NumberInput
from service.understanding.reading import read
inputs = {"vms": IntegerInput(unit="VM"), "memory": NumberInput(unit="GB")}
assert read(inputs, "vms=3, memory = 80 GB").values == {"vms": 3, "memory": 80.0}
assert "pint" not in sys.modules
assert read(inputs, "memory = 0.08 TB").values == {"memory": 80.0}
sys.exit("pint" not in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own code
