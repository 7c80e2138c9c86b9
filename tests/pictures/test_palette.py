"""The colors of pictures can be told apart, by everyone."""

from itertools import combinations

import pytest

from service.model.ledger import CATEGORIES
from service.pictures.palette import COLORS, INK, PAGE, QUIET
from tests.pictures.sight import SIGHTS, contrast, distance

LOSSES = [category for category in CATEGORIES if category != "productive"]


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005), "the well-known gray just below 4.5"


def test_red_and_green_come_together_without_one_kind_of_cone() -> None:
    apart = distance("#B00000", "#606000", SIGHTS["normal"])
    assert distance("#B00000", "#606000", SIGHTS["deuteranopia"]) < apart / 3


def test_each_category_has_a_color() -> None:
    assert tuple(COLORS) == CATEGORIES


@pytest.mark.parametrize("category", LOSSES)
def test_a_loss_stands_out_from_productive_time_and_from_the_page(category: str) -> None:
    color = {str(name): color for name, color in COLORS.items()}[category]
    assert contrast(color, COLORS["productive"]) >= 3.0
    assert contrast(color, PAGE) >= 3.0


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_colors_differ(sight: str) -> None:
    apart = {
        (one, other): distance(COLORS[one], COLORS[other], SIGHTS[sight]) for one, other in combinations(COLORS, 2)
    }
    assert min(apart.values()) >= 0.10, min(apart, key=lambda pair: apart[pair])


@pytest.mark.parametrize("color", [INK, QUIET])
def test_words_can_be_read(color: str) -> None:
    assert contrast(color, PAGE) >= 4.5
