"""What the shapes of a picture say is what the ledger says."""

from collections import Counter

import pytest

from service.model.ledger import CATEGORIES, Ledger
from service.pictures import draw
from service.pictures.layout import PLOT_LEFT, PLOT_WIDTH
from tests.pictures.ledgers import DAY, afternoon, interruption, ledger_of, quarter
from tests.pictures.reading import seen, shapes

LEDGERS = {
    "four hours with one interruption": afternoon(),
    "a quarter with ten thousand interruptions": quarter(),
    "one second": ledger_of([("start_up", 0.2), ("productive", 0.8)]),
    "nothing but productive time": ledger_of([("productive", 3_600.0)]),
    "nothing but badput": ledger_of([("waiting_for_resources", 7_200.0), ("rescheduling", 3_600.0)]),
    "badput around every step": ledger_of([("productive", 60.0), ("saving", 3.0), ("other", 1.0)] * 800),
    "ten years": ledger_of([("productive", 3_000 * DAY), ("lost_progress", 650 * DAY)]),
}


def bar(ledger: Ledger) -> dict[str, list[list[tuple[float, float]]]]:
    return {name: some for name, some in shapes(draw(ledger)).items() if name in CATEGORIES}


@pytest.mark.parametrize("ledger", LEDGERS.values(), ids=LEDGERS)
def test_a_category_is_seen_on_as_much_of_the_bar_as_it_has_of_the_time(ledger: Ledger) -> None:
    outlines = bar(ledger)
    places = 530
    total: Counter[str] = Counter()
    for number in range(places):
        total.update(seen(outlines, PLOT_LEFT + PLOT_WIDTH * (number + 0.5) / places))
    for category in CATEGORIES:
        assert total[category] / total.total() == pytest.approx(ledger.shares.get(category, 0.0), abs=2e-3), category


@pytest.mark.parametrize("ledger", LEDGERS.values(), ids=LEDGERS)
def test_the_bar_has_no_holes(ledger: Ledger) -> None:
    outlines = bar(ledger)
    heights = [sum(seen(outlines, PLOT_LEFT + x).values()) for x in (0.3, 77.7, 200.1, 333.3, 529.7)]
    assert heights == pytest.approx([150.0] * 5, abs=0.05)


def test_a_category_without_time_has_no_shape_and_is_not_in_the_key() -> None:
    picture = draw(ledger_of([("productive", 3_000.0), ("saving", 10.0)]))
    assert set(shapes(picture)) & set(CATEGORIES) == {"productive", "saving"}
    assert b"rescheduling<" not in picture


def test_an_interruption_is_marked_where_it_happened() -> None:
    outlines = shapes(draw(afternoon()))
    (outline,) = outlines["interruption_1"]
    middle = sum(x for x, _ in outline) / len(outline)
    assert middle == pytest.approx(PLOT_LEFT + PLOT_WIDTH * 9_845.0 / 14_400.0, abs=0.1)
    assert max(y for _, y in outline) < min(y for _, y in outlines["productive"][0]), "above the bar"


@pytest.mark.parametrize("count", [0, 1, 37, 90])
def test_few_interruptions_have_a_mark_each(count: int) -> None:
    marked = [interruption(float(number)) for number in range(count)]
    outlines = shapes(draw(ledger_of([("productive", 100.0)], marked)))
    assert sum(name.startswith("interruption_") for name in outlines) == count


def test_marks_that_stand_for_more_are_higher() -> None:
    crowd = [interruption(10.0 + number / 1_000) for number in range(150)]
    alone = [interruption(80.0)]
    outlines = shapes(draw(ledger_of([("productive", 100.0)], [*crowd, *alone])))
    heights = {
        name: max(y for _, y in some[0]) - min(y for _, y in some[0])
        for name, some in outlines.items()
        if name.startswith("interruption_")
    }
    assert heights == pytest.approx({"interruption_1": 12.0, "interruption_2": 1.5}, abs=0.05)


def test_the_rolling_goodput_falls_to_nothing_while_nothing_is_productive() -> None:
    outlines = shapes(draw(afternoon()))
    (line,), (mean,) = outlines["rolling"], outlines["whole"]
    lowest = max(y for _, y in line)
    assert next(x for x, y in line if y == lowest) <= PLOT_LEFT + PLOT_WIDTH * 900.0 / 14_400.0
    assert min(y for _, y in line) < mean[0][1] < lowest
    assert mean[0][1] == mean[1][1] == pytest.approx(lowest - 84.0 * 12_335.0 / 14_400.0, abs=0.1)
    assert line[0][0] == pytest.approx(PLOT_LEFT + PLOT_WIDTH * 900.0 / 14_400.0, abs=0.1), "after one window"
