"""Where a curve has values: the pieces of its axis, and the places right behind their ends."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from msgspec import Struct

from service.analysis.solving.axis import Number, boundary
from service.analysis.solving.curve import Curve

_MAX_PIECES: Final = 16
"""Pieces whose ends are looked for; more are seen only where the axis has so few values that each was looked at."""


class Piece(Struct, frozen=True, order=True):
    """A part of the axis at whose ends, and wherever it was looked between them, there is a value."""

    low: Number
    high: Number


class Domain(Struct, frozen=True):
    """The pieces, in order; the places right behind their ends; and whether these are all pieces that were seen."""

    pieces: list[Piece]
    behind: list[Number]
    whole: bool


def domain(curve: Curve, places: Iterable[Number]) -> Domain:
    """The pieces in which these places lie."""
    looked = sorted(set(places))
    runs = [(there, list(run)) for there, run in groupby(looked, curve.has_value)]
    pieces: list[Piece] = []
    behind: list[Number] = []
    inside = [index for index, (there, _) in enumerate(runs) if there]
    most = len(inside) if len(looked) == curve.axis.count else _MAX_PIECES
    for index in inside[:most]:
        run = runs[index][1]
        low, high = run[0], run[-1]
        if index:
            low, outside = boundary(curve.axis, curve.has_value, low, runs[index - 1][1][-1])
            behind.append(outside)
        if index + 1 < len(runs):
            high, outside = boundary(curve.axis, curve.has_value, high, runs[index + 1][1][0])
            behind.append(outside)
        pieces.append(Piece(low, high))
    return Domain(pieces, behind, whole=len(inside) <= most)


def split(curve: Curve, piece: Piece, hole: Number) -> Domain:
    """The pieces of a piece in which a hole was found."""
    known = [place for place, _ in curve.defined() if piece.low <= place <= piece.high]
    return domain(curve, [*known, hole])
