"""What is written in a picture: what it says, that it can be read, and that text of others stays text."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.ft2font import FT2Font

from service.model.ledger import CATEGORIES, Ledger
from service.pictures import draw
from service.pictures.layout import WIDTH
from tests.pictures.ledgers import DAY, afternoon, interruption, ledger_of, quarter
from tests.pictures.reading import SVG, parsed, shapes, texts

HOSTILE = "</text><script>alert('$\\frac{1}{0}$')</script> ~0~ &amp; \x00\x1b[31m\ud800\ufffe \u202eback"


def widest() -> Ledger:
    """As many words as there can be, and as wide ones."""
    marked = [interruption(float(number), f"{'W' * number} MMMM") for number in range(90)]
    parts = [(category, 400 * DAY) for category in CATEGORIES]
    named = {f"@@@@@@@@@@@@@@ {number}": 100 * DAY for number in range(50)}
    return ledger_of(parts, marked, named=named, program_goodput=0.4123, ml_productivity_goodput=0.3869)


LEDGERS = {"usual": afternoon(), "crowded": quarter(), "widest": widest()}


@pytest.mark.parametrize(
    "words",
    [
        "85.7 % of 4 h was productive",
        "= scheduling goodput 94.8 % × runtime goodput 90.4 %",  # noqa: RUF001
        "lost progress",
        "6.2 %",
        "15 min",
        "1 interruption marked: ECC error",
        "Where the time went",
        "Goodput over the last 15 min",
        "scheduling × runtime; dashed: 85.7 %, that of the whole period",  # noqa: RUF001
        "hours since 2025-11-01T08:00:00Z",
        "100 %",
    ],
)
def test_an_afternoon_with_one_interruption_is_told(words: str) -> None:
    assert words in texts(draw(afternoon()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"interruptions": ()}, "no interruptions"),
        ({"interruptions": [interruption(5.0)]}, "1 interruption marked"),
        ({"interruptions": [interruption(5.0, "a")] * 2 + [interruption(9.0)]}, "a (2), no cause given (1)"),
        ({"interruptions": [interruption(5.0)] * 91}, "91 interruptions marked, the highest mark is for 91 of them"),
        ({"named": {"evaluation": 60.0, "data stall": 90.0}}, "named: data stall 90 s, evaluation 1 min"),
        ({"program_goodput": 0.41}, "program goodput 41.0 %"),
        ({"runtime_goodput": None}, "the resources were never there"),
        ({"start": 12.5}, "minutes since the start"),
    ],
)
def test_what_is_otherwise_is_told_otherwise(change: dict[str, Any], words: str) -> None:
    written = texts(draw(ledger_of([("productive", 600.0), ("other", 200.0)], **change)))
    assert [line for line in written if words in line], written


def test_interruptions_that_are_not_at_hand_are_said_not_to_be_marked() -> None:
    said = "the first 10,000 of 12,345 interruptions marked, the highest mark is for "
    assert [line for line in texts(draw(quarter())) if line.startswith(said)]


def test_columns_say_how_wide_they_are() -> None:
    assert "Where the time went, in columns of 8.15 h" in texts(draw(quarter())), "90 days / 265"


@pytest.mark.parametrize("ledger", LEDGERS.values(), ids=LEDGERS)
def test_no_words_overlap_or_leave_the_paper_even_in_a_wide_font(ledger: Ledger) -> None:
    picture = draw(ledger)
    boxes = sorted(boxes_of(picture))
    height = float(parsed(picture).attrib["height"])
    for number, (left, top, right, bottom, words) in enumerate(boxes):
        assert 0 <= left < right <= WIDTH, words
        assert 0 <= top < bottom <= height, words
        for other in boxes[number + 1 :]:
            beside = other[0] >= right or other[1] >= bottom or other[3] <= top
            assert beside, f"`{words}` and `{other[4]}`"


def boxes_of(picture: bytes) -> list[tuple[float, float, float, float, str]]:
    """The left, upper, right and lower edges of all words, in DejaVu Sans."""
    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    fonts = {weight: FT2Font(str(folder / name)) for weight, name in FONTS.items()}
    found = []
    for one in parsed(picture).iter(f"{SVG}text"):
        style = dict(part.split(": ") for part in one.attrib["style"].split("; "))
        size, font = float(style["font-size"].removesuffix("px")), fonts[style.get("font-weight", "400")]
        font.set_size(size, 72)
        words = "".join(one.itertext())
        font.set_text(words)
        width = font.get_width_height()[0] / 64
        left = float(one.attrib["x"]) - {"start": 0, "middle": width / 2, "end": width}[style["text-anchor"]]
        base = float(one.attrib["y"])
        found.append((left, base - 0.76 * size, left + width, base + 0.24 * size, words))
    return found


FONTS = {"400": "DejaVuSans.ttf", "700": "DejaVuSans-Bold.ttf"}


@pytest.mark.parametrize(
    "change", [{"interruptions": [interruption(5.0, HOSTILE)]}, {"named": {HOSTILE: 100.0}}], ids=["cause", "name"]
)
def test_text_of_others_is_shown_as_it_is_and_is_never_markup_or_mathematics(change: dict[str, Any]) -> None:
    picture = draw(ledger_of([("productive", 600.0), ("other", 100.0)], **change))
    assert {one.tag.removeprefix(SVG) for one in parsed(picture).iter()} <= TAGS
    assert [line for line in texts(picture) if "</text><script>alert('$" in line]
    assert not {one for one in picture.decode() if one < " " and one != "\n"}


TAGS = {"svg", "title", "desc", "g", "path", "text", "defs", "clipPath", "rect", "use"}


def test_letters_that_the_fonts_of_matplotlib_lack_are_left_to_the_viewer() -> None:
    picture = draw(ledger_of([("productive", 600.0)], [interruption(5.0, "電源障害")]))
    assert "1 interruption marked: 電源障害" in texts(picture)


def test_those_who_do_not_see_the_picture_are_told_what_it_shows() -> None:
    root = parsed(draw(afternoon()))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
    assert title.text == "Goodput: 85.7 % of 4 h was productive"
    assert description.text == (
        "A stacked bar over 4 h shows where the time of a training job went: productive 85.7 % or 3.43 h, "
        "lost progress 6.2 % or 15 min, saving 0.3 % or 45 s, restoring 0.5 % or 70 s, start-up 2.1 % or 5 min, "
        "rescheduling 1.0 % or 2.5 min, waiting for resources 4.2 % or 10 min. It was interrupted once. "
        "A line below shows goodput over a rolling window, which was 0 % at its lowest."
    )


def test_shapes_have_names_for_the_pointer_that_rests_on_them() -> None:
    picture = draw(afternoon())
    titles = {
        group.attrib["id"].removeprefix("goodput-"): title.text
        for group in parsed(picture).iter(f"{SVG}g")
        if (title := group.find(f"{SVG}title")) is not None
    }
    assert titles.keys() == shapes(picture).keys()
    assert titles["lost_progress"] == "lost progress: 6.2 %, 15 min"
    told = "ECC error, 2.73 h after the start: 15 min lost, 2.5 min to reschedule, 70 s to resume"
    assert titles["interruption_1"] == told
