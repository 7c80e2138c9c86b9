"""Pictures read back: their shapes, and what a viewer sees of them at any place."""

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
_POINT = re.compile(r"([MLz])(?: (-?[0-9.]+) (-?[0-9.]+))?")

Point = tuple[float, float]


def parsed(picture: bytes) -> ElementTree.Element:
    """The root of a picture, which must be well-formed."""
    return ElementTree.fromstring(picture)  # noqa: S314 - it is ours


def texts(picture: bytes) -> list[str]:
    """All that is written in a picture."""
    return ["".join(one.itertext()) for one in parsed(picture).iter(f"{SVG}text")]


def shapes(picture: bytes) -> dict[str, list[list[Point]]]:
    """The outlines of all shapes that have a name, in the order in which they are painted."""
    found = {}
    for group in parsed(picture).iter(f"{SVG}g"):
        path = group.find(f"{SVG}path")
        if group.attrib.get("id", "").startswith("goodput-") and path is not None:
            found[group.attrib["id"].removeprefix("goodput-")] = list(_outlines(path.attrib["d"]))
    return found


def seen(outlines: dict[str, list[list[Point]]], x: float) -> dict[str, float]:
    """How many pixels of each shape are seen on the vertical line at `x`, when each is painted over those before it."""
    crossed = {name: _crossed(some, x) for name, some in outlines.items()}
    edges = sorted({y for some in crossed.values() for y in some})
    heights = dict.fromkeys(outlines, 0.0)
    for low, high in pairwise(edges):
        covering = [name for name, some in crossed.items() if sum(y <= low for y in some) % 2]
        if covering:
            heights[covering[-1]] += high - low
    return heights


def _outlines(path: str) -> Iterator[list[Point]]:
    points: list[Point] = []
    for command, x, y in _POINT.findall(path):
        if command == "M" and points:
            yield points
            points = []
        if command != "z":
            points.append((float(x), float(y)))
    yield points


def _crossed(outlines: list[list[Point]], x: float) -> list[float]:
    """Where the vertical line at `x` enters or leaves the outlines, all of whose edges are level or upright."""
    edges = (edge for outline in outlines for edge in pairwise([*outline, outline[0]]))
    return [start[1] for start, end in edges if min(start[0], end[0]) < x < max(start[0], end[0])]
