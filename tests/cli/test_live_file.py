"""`live.yaml` with other versions in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.cli.live_file import live_text
from service.model.files import read_live
from tests.cli.conftest import SHIPPED

HEAD = "# The version of each rule that answers when a caller names none.\n"


@pytest.mark.parametrize(
    ("old", "live", "new"),
    [
        pytest.param("", {"a": "1.0.0"}, f"{HEAD}a: 1.0.0\n", id="a file that is not there yet"),
        pytest.param("a: 1.0.0\n", {"a": "1.1.0"}, "a: 1.1.0\n", id="another version"),
        pytest.param(
            "# top\n\nb: 1.0.0   # stays\na:  1.0.0\n",
            {"a": "2.0.0", "b": "1.0.0"},
            "# top\n\nb: 1.0.0   # stays\na:  2.0.0\n",
            id="order, comments and spaces stay",
        ),
        pytest.param("a: 1.0.0\nb: 1.0.0\n", {"b": "1.0.0"}, "b: 1.0.0\n", id="a rule that was retired"),
        pytest.param("a: 1.0.0", {"a": "1.0.0", "c": "1.0.0"}, "a: 1.0.0\nc: 1.0.0\n", id="a new rule"),
        pytest.param('a: "1.0.0"\n', {"a": "1.0.0"}, 'a: "1.0.0"\n', id="what says the same stays as it is"),
        pytest.param('a: "1.0.0"\n', {"a": "1.1.0"}, f"{HEAD}a: 1.1.0\n", id="an unusual form is made anew"),
        pytest.param("{a: 1.0.0}\n", {"a": "1.1.0"}, f"{HEAD}a: 1.1.0\n", id="a map in one line as well"),
        pytest.param("a: [\n", {"a": "1.1.0"}, f"{HEAD}a: 1.1.0\n", id="and what can't be read"),
    ],
)
def test_the_file(old: str, live: dict[str, str], new: str) -> None:
    assert live_text(old.encode(), live) == new.encode()


names = st.sampled_from(["a", "b-c", "training-gpu", "choose-gpu", "x9"])
versions = st.sampled_from(["0.0.0", "1.0.0", "1.10.2"])


@settings(max_examples=200)
@given(st.dictionaries(names, versions, min_size=1), st.text(alphabet="ab:.#- 10\n{}'\"", max_size=60))
def test_whatever_was_there_the_file_says_what_is_live(live: dict[str, str], old: str) -> None:
    assert read_live(live_text(old.encode(), live)).versions == live


def test_the_shipped_file_changes_in_one_line() -> None:
    old = (SHIPPED / "live.yaml").read_bytes()
    live = {**read_live(old).versions, "training-gpu": "1.1.0"}
    assert live_text(old, live) == old.replace(b"training-gpu: 1.0.0", b"training-gpu: 1.1.0")
