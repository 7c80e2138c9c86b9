"""How columns are stacked without seams, and interruptions marked without a crowd."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from service.model.ledger import CATEGORIES, Category, Interruption
from service.pictures.course import Column

MOST_MARKS: Final = 90
"""So many interruptions have a mark of their own; of more, those that stand close share one."""

_NOTHING: Final = 1e-9

Outline = list[tuple[float, float]]
"""Corners of a shape: seconds since the start, and height from 0 to 1."""


class Layer(Struct, frozen=True):
    """What is painted in the color of a category, over the layers before it."""

    category: Category
    outlines: list[Outline]


class Mark(Struct, frozen=True):
    """Interruptions at about one time: seconds since the start, and how many there are."""

    offset: float
    interruptions: Sequence[Interruption]


def layers(columns: Sequence[Column]) -> list[Layer]:
    """The stack, bottom up.

    Each layer reaches from the top of the one below it to 1, and the next is painted over it; the first lies behind all
    columns. Shapes that only touch would show the page between them as a hairline, because their edges are smoothed.
    """
    found: list[Layer] = []
    for number, category in enumerate(CATEGORIES):
        outlines = _outlines(columns, number)
        if outlines and not found:
            outlines = [_outline([(one.start, one.end, 0.0) for one in columns])]
        if outlines:
            found.append(Layer(category, outlines))
    return found


def marks(interruptions: Sequence[Interruption], period: float, most: int = MOST_MARKS) -> list[Mark]:
    """A mark for each interruption; of more than `most`, one for all that fall into the same part of the period."""
    if len(interruptions) <= most:
        return [Mark(one.offset, (one,)) for one in interruptions]
    ordered = sorted(interruptions, key=lambda one: one.offset)
    parts = groupby(ordered, key=lambda one: min(int(one.offset / period * most), most - 1))
    return [Mark((part + 0.5) * period / most, tuple(group)) for part, group in parts]


def _outlines(columns: Sequence[Column], number: int) -> list[Outline]:
    """One outline for each run of columns in which the category has a share."""
    runs = groupby(columns, key=lambda one: one.shares[number] > _NOTHING)
    return [
        _outline([(one.start, one.end, min(sum(one.shares[:number]), 1.0)) for one in run]) for has, run in runs if has
    ]


def _outline(steps: list[tuple[float, float, float]]) -> Outline:
    """Around columns that stand side by side, given as start, end and floor; columns of one floor are one step."""
    corners = [(steps[0][0], 1.0)]
    for floor, level in groupby(steps, key=lambda one: one[2]):
        same = list(level)
        corners += [(same[0][0], floor), (same[-1][1], floor)]
    return [*corners, (steps[-1][1], 1.0)]
