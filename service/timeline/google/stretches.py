"""Stretches of time: what lies between two moments, in microseconds."""

from collections.abc import Iterable

from msgspec import Struct


class Stretch(Struct, frozen=True, gc=False, order=True):
    """From `begin` to `end`."""

    begin: int
    end: int


def union(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same time in stretches that neither overlap nor touch, in order."""
    joined: list[Stretch] = []
    for one in sorted(stretches):
        if joined and one.begin <= joined[-1].end:
            joined[-1] = Stretch(joined[-1].begin, max(joined[-1].end, one.end))
        else:
            joined.append(one)
    return joined


def without(whole: Stretch, holes: Iterable[Stretch]) -> list[Stretch]:
    """What is left of a stretch."""
    left: list[Stretch] = []
    begin = whole.begin
    for hole in union(holes):
        if begin < min(hole.begin, whole.end):
            left.append(Stretch(begin, min(hole.begin, whole.end)))
        begin = max(begin, hole.end)
    if begin < whole.end:
        left.append(Stretch(begin, whole.end))
    return left


def first(stretches: Iterable[Stretch], length: int) -> list[Stretch]:
    """As many of them, from the first on, as last so long together; the last one is cut."""
    chosen: list[Stretch] = []
    for one in stretches:
        if length <= 0:
            break
        chosen.append(Stretch(one.begin, min(one.end, one.begin + length)))
        length -= one.end - one.begin
    return chosen
