"""Which values of an unknown bring a curve to a target: looked for everywhere, found exactly, seen to be right.

The curve is looked at over the whole range first, evenly and over all powers of ten; then in each piece in which it has
values, more closely, and where it turns. So what is missed is only what happens between two places that are close to
each other in both ways, and shows in no other place.
"""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from service.analysis.solving.axis import Axis, Number
from service.analysis.solving.curve import Curve, HoleError, SpentError
from service.analysis.solving.domain import Piece, domain, split
from service.analysis.solving.measure import Measure
from service.analysis.solving.meeting import Meeting, meetings
from service.analysis.solving.turning import Points, extremum, is_level, is_rugged, turnings
from service.errors import DecisionError, InputsMissingError

MAX_MEETINGS: Final = 100
"""Solutions that are listed."""
_MAX_TURNS, _FEW_TURNS = 24, 4
"""Turns of one piece that are followed to their extremum, and if there are more of them than places to see them at."""
_COARSE, _FINE, _FINEST = 6, 8, 64
"""Places to a power of ten: of the whole range, of a piece, and of the whole range if there was no value at all."""
_SHARE, _MOST_SHARE = 5, 2
"""At most one evaluation in so many is spent on a grid, and on the finest."""


class Found(Struct, frozen=True, kw_only=True):
    """What is known of the curve after the search; places are in order.

    Attributes:
        meetings: where it meets the target.
        complete: whether nothing speaks for more of them.
        pieces: where it has values.
        refusals: the places right behind the ends of the pieces, and why there are no values.
        values: every place that was looked at and has a value.
        nowhere: if there is no value at all, the places that were looked at, and why there is none.
    """

    meetings: list[Meeting]
    complete: bool
    pieces: list[Piece]
    refusals: list[tuple[Number, DecisionError]]
    values: Points
    nowhere: list[tuple[Number, DecisionError]]

    @property
    def is_constant(self) -> bool:
        """Whether all values are the same, but for rounding."""
        return len(self.values) > 1 and is_level(self.values)


def search(
    function: Callable[[Number], float], axis: Axis, target: float, *, hints: Iterable[Number], evaluations: int
) -> Found:
    """All that can be found with so many evaluations of the function, which raises DecisionError where it has no value.

    `hints` are places at which it is likely to have one.
    """
    hunt = _Hunt(Curve(function, axis, evaluations), target, evaluations)
    try:
        hunt.look(hints)
    except SpentError:
        hunt.complete = False
    return hunt.found()


class _Hunt:
    """A search under way: what has been found when the effort is spent is not lost."""

    def __init__(self, curve: Curve, target: float, effort: int) -> None:
        """`effort` is how often the curve may be looked at."""
        self.complete = True
        self._curve = curve
        self._target = target
        self._effort = effort
        self._meetings: set[Meeting] = set()
        self._pieces: set[Piece] = set()
        self._behind: set[Number] = set()

    def look(self, hints: Iterable[Number]) -> None:
        """Go through the whole range, then through piece after piece."""
        axis = self._curve.axis
        places = [axis.snapped(one) for one in hints if axis.low <= one <= axis.high]
        places += axis.grid(axis.low, axis.high, per_decade=_COARSE, most=self._effort // _SHARE)
        if not any(map(self._curve.has_value, places)) and not self._lacks_inputs():
            places += axis.grid(axis.low, axis.high, per_decade=_FINEST, most=self._effort // _MOST_SHARE)
        start = domain(self._curve, places)
        self._add(start.pieces, start.behind, whole=start.whole)
        todo = list(start.pieces)
        while todo:
            piece = todo.pop(0)
            try:
                self._survey(piece)
            except HoleError as hole:
                parts = split(self._curve, piece, hole.place)
                self._pieces.discard(piece)
                self._add(parts.pieces, parts.behind, whole=parts.whole)
                todo = [*parts.pieces, *todo]

    def _lacks_inputs(self) -> bool:
        """Whether some place wants for other inputs: then a closer look is no answer."""
        return any(isinstance(one, InputsMissingError) for one in self._curve.refusals.values())

    def found(self) -> Found:
        """What is known by now."""
        curve = self._curve
        behind = sorted(place for place in self._behind if place in curve.refusals)
        found, values = sorted(self._meetings), curve.defined()
        return Found(
            meetings=found[:MAX_MEETINGS],
            complete=self.complete and len(found) <= MAX_MEETINGS,
            pieces=sorted(self._pieces),
            refusals=[(place, curve.refusals[place]) for place in behind],
            values=values,
            nowhere=[] if values else sorted(curve.refusals.items(), key=lambda item: item[0]),
        )

    def _add(self, pieces: Iterable[Piece], behind: Iterable[Number], *, whole: bool) -> None:
        self._pieces.update(pieces)
        self._behind.update(behind)
        self.complete = self.complete and whole

    def _survey(self, piece: Piece) -> None:
        """Find the meetings in a piece."""
        curve = self._curve
        for place in curve.axis.grid(piece.low, piece.high, per_decade=_FINE, most=self._effort // _SHARE):
            curve.followed(place)
        points = self._points(piece)
        turns = turnings(points)
        rugged = is_rugged(points) and not self._is_all(piece, points)
        most = _FEW_TURNS if rugged else _MAX_TURNS
        self.complete = self.complete and not rugged and len(turns) <= most
        for turning in turns[:most]:
            extremum(curve, turning)
        points = self._points(piece)
        self._meetings.update(meetings(Measure(curve, self._target, points), curve.axis, points, MAX_MEETINGS))

    def _is_all(self, piece: Piece, points: Points) -> bool:
        axis = self._curve.axis
        return len(points) > axis.place(piece.high) - axis.place(piece.low)

    def _points(self, piece: Piece) -> Points:
        return [(place, value) for place, value in self._curve.defined() if piece.low <= place <= piece.high]
