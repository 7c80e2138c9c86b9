"""Where a curve meets a target: exactly, by crossing it, or by touching it; every meeting is seen by its value."""

from collections.abc import Iterator
from itertools import chain, groupby, pairwise

from msgspec import Struct

from service.analysis.solving import numerics
from service.analysis.solving.axis import Axis, Number, boundary, reach
from service.analysis.solving.curve import SpentError
from service.analysis.solving.measure import Measure
from service.analysis.solving.rounding import simplest
from service.analysis.solving.turning import Points, is_level


class Meeting(Struct, frozen=True, order=True):
    """A range in which the curve meets the target everywhere; mostly it is one place."""

    low: Number
    high: Number


def meetings(measure: Measure, axis: Axis, points: Points, most: int) -> Iterator[Meeting]:
    """All that show at the points of a piece, in order but for those that only touch, which come last.

    There is no need for more than `most`.

    Raises:
        HoleError: the piece looked whole and has a hole.
        SpentError: the curve was looked at too often.
    """
    if is_level(points):
        if abs(measure.height(measure.low)) <= measure.near(measure.low):
            yield Meeting(measure.low, measure.high)
        return
    places = [place for place, _ in points]
    found: set[Meeting] = set()
    try:
        for one in chain(_levels(measure, axis, places), _crossings(measure, axis, places)):
            found.add(one)
            if len(found) > most:
                break
        merged = [*_merged(measure, axis, sorted(found))]
    except SpentError:
        yield from sorted(found)
        raise
    yield from merged
    if not axis.whole:
        yield from _touching(measure, places, merged)


def _levels(measure: Measure, axis: Axis, places: list[Number]) -> Iterator[Meeting]:
    """Meetings at places that were looked at."""
    for met, run in groupby(places, measure.is_met):
        if met:
            together = list(run)
            yield _level(measure, axis, together[0], together[-1])


def _level(measure: Measure, axis: Axis, first: Number, last: Number) -> Meeting:
    """The whole range of a meeting, or one place if only rounding makes it more than that."""
    low, high = reach(axis, measure.is_met, first, measure.low), reach(axis, measure.is_met, last, measure.high)
    if axis.whole or (low < high and not measure.is_rounding(low, high)):
        return Meeting(low, high)
    place = measure.rounded(simplest(low, high))
    return Meeting(place, place)


def _crossings(measure: Measure, axis: Axis, places: list[Number]) -> Iterator[Meeting]:
    """Meetings between places on opposite sides of the target."""
    for low, high in pairwise(places):
        below, above = measure.height(low), measure.height(high)
        if below < 0 < above or above < 0 < below:
            yield from _crossing(measure, axis, low, high)


def _crossing(measure: Measure, axis: Axis, low: Number, high: Number) -> Iterator[Meeting]:
    """The meeting between two places, unless the curve jumps over the target."""
    low, high = _sides(measure, axis, low, high)
    best = min((low, high), key=lambda place: abs(measure.height(place)))
    if measure.is_met(best):
        yield _level(measure, axis, best, best)
    elif not axis.whole and (abs(measure.height(best)) <= measure.near(best) or measure.is_steady(low, high)):
        place = measure.rounded(best)
        yield Meeting(place, place)


def _sides(measure: Measure, axis: Axis, low: Number, high: Number) -> tuple[Number, Number]:
    """The neighbors between two places on opposite sides of the target that are on opposite sides, too."""
    rising = measure.height(high) > 0

    def before(place: Number) -> bool:
        return (measure.height(place) < 0) is rising

    if axis.whole:
        return boundary(axis, before, low, high)
    guess = numerics.crossing(measure.height, low, high)
    if before(guess):
        low = reach(axis, before, guess, high)
        return low, axis.moved(low, 1, high)
    high = reach(axis, lambda place: not before(place), guess, low)
    return axis.moved(high, -1, low), high


def _touching(measure: Measure, places: list[Number], crossed: list[Meeting]) -> Iterator[Meeting]:
    """Places at which the curve comes as near to the target as counts, and turns or ends there without crossing."""
    for before, here, after in zip([None, *places[:-1]], places, [*places[1:], None], strict=True):
        if measure.is_met(here) or not _is_nearest(measure, before, here, after):
            continue
        place = measure.rounded(here)
        is_near = abs(measure.height(place)) <= measure.near(place)
        if is_near and not any(_is_same(measure, place, one) for one in crossed):
            yield Meeting(place, place)


def _is_nearest(measure: Measure, before: Number | None, here: Number, after: Number | None) -> bool:
    """Whether the curve is not nearer to the target at the places beside."""
    height = abs(measure.height(here))
    return all(one is None or height <= abs(measure.height(one)) for one in (before, after))


def _is_same(measure: Measure, place: Number, meeting: Meeting) -> bool:
    """Whether a place belongs to a meeting: between them the curve does not leave the target."""
    end = meeting.high if place > meeting.high else meeting.low
    return meeting.low <= place <= meeting.high or measure.is_same(place, end)


def _merged(measure: Measure, axis: Axis, found: list[Meeting]) -> Iterator[Meeting]:
    """The meetings; those as one of which only rounding makes two, and whole numbers that follow each other."""
    last: Meeting | None = None
    for one in found:
        if last is None:
            last = one
        elif axis.whole and one.low <= last.high + 1:
            last = Meeting(last.low, max(last.high, one.high))
        elif not axis.whole and (one.low <= last.high or measure.is_one(last.high, one.low)):
            last = min(last, one, key=lambda two: abs(measure.height(two.low)))
        else:
            yield last
            last = one
    if last is not None:
        yield last
