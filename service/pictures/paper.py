"""The door to matplotlib: shapes, lines and words on paper, in pixels from its upper left corner.

matplotlib sees no words, only where they stand: it would measure them in its own fonts, warn of letters that these
lack, and read dollar signs as mathematics. `markup.py` puts the words in.
"""

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Final, Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from msgspec import Struct

from service.pictures.markup import PREFIX, Page, token
from service.pictures.palette import FAINT, INK, PAGE, QUIET
from service.pictures.scale import Tick

mpl.rcdefaults()  # whatever a `matplotlibrc` in the directory, or at home, says
mpl.rcParams["svg.fonttype"] = "none"
mpl.rcParams["svg.hashsalt"] = "goodput"  # names in the document are random otherwise

_DPI: Final = 72
"""So many dots to the inch make a point of type a pixel."""
_NOTHING_ELSE: Final = dict.fromkeys(("Creator", "Date", "Format", "Type"))

_IN_FRONT: Final = 3
"""Of the edges of a plot, which matplotlib draws last otherwise."""

Points = Sequence[tuple[float, float]]


class Box(Struct, frozen=True):
    """A rectangle on the paper."""

    left: float
    top: float
    width: float
    height: float


class Type(Struct, frozen=True):
    """How words are set: their size in pixels, their color and weight, and which of their ends is where they stand."""

    size: float = 12
    color: str = INK
    bold: bool = False
    end: Literal["left", "right"] = "left"


class Panel:
    """A plot: seconds from left to right, shares from the bottom to the top."""

    def __init__(self, axes: Axes, put: Callable[[str], str]) -> None:
        """`Paper.panel` makes them; `put` takes words and gives what stands for them."""
        self._axes = axes
        self._put = put

    def shape(self, outlines: Sequence[Points], color: str, name: str) -> None:
        """Fill outlines, which together are one shape; `name` identifies it in the document."""
        whole = Path.make_compound_path(*(Path([*outline, outline[0]], closed=True) for outline in outlines))
        patch = PathPatch(whole, facecolor=color, linewidth=0, gid=_identity(name), transform=self._axes.transData)
        self._axes.add_artist(patch)  # `add_patch` would look for the extremes of each of its curves

    def line(self, points: Points, name: str, *, color: str = INK, dashed: bool = False) -> None:
        """A line through points; at an edge of the plot it keeps its full width."""
        xs, ys = zip(*points, strict=True)
        line = Line2D(xs, ys, color=color, linewidth=1.0 if dashed else 1.6, clip_on=False, gid=_identity(name))
        line.set(linestyle="--" if dashed else "-", zorder=_IN_FRONT)
        self._axes.add_line(line)

    def ticks(self, times: Sequence[Tick], shares: Sequence[Tick], *, labeled: bool, guided: bool) -> None:
        """Ticks along the lower edge, `labeled` or not; labels at the left, with `guided` also lines for the eye."""
        self._axes.set_xticks([one.at for one in times], [self._put(one.label) if labeled else "" for one in times])
        self._axes.set_yticks([one.at for one in shares], [self._put(one.label) for one in shares])
        self._axes.tick_params(labelsize=Type().size, labelcolor=QUIET, color=FAINT, width=1)
        self._axes.tick_params(axis="x", pad=6)
        self._axes.tick_params(axis="y", length=0)
        if guided:
            self._axes.grid(axis="y", color=FAINT, linewidth=0.6)


class Paper:
    """A white sheet, `width` times `height` pixels."""

    def __init__(self, width: float, height: float) -> None:
        """Nothing stands on it."""
        self._width, self._height = width, height
        self._figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI, facecolor=PAGE)
        self._words: list[str] = []

    def panel(self, box: Box, period: float, lowest: float = 0.0) -> Panel:
        """A plot of the period in seconds, and of shares from `lowest` to 1."""
        left, bottom = self._at(box.left, box.top + box.height)
        axes = self._figure.add_axes((left, bottom, box.width / self._width, box.height / self._height))
        axes.set(xlim=(0, period), ylim=(lowest, 1), facecolor="none", axisbelow=True)
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set(color=FAINT, linewidth=1)
        return Panel(axes, self._put)

    def write(self, left: float, base: float, words: str, type_: Type | None = None) -> None:
        """Set words on a line, whose height on the paper is `base`."""
        look = type_ or Type()
        self._figure.text(
            *self._at(left, base),
            self._put(words),
            fontsize=look.size,
            color=look.color,
            fontweight="bold" if look.bold else "normal",
            ha=look.end,
            va="baseline",
        )

    def block(self, box: Box, color: str = INK, name: str | None = None) -> None:
        """A filled rectangle; a `name` identifies it in the document."""
        left, bottom = self._at(box.left, box.top + box.height)
        size = (box.width / self._width, box.height / self._height)
        whole = self._figure.transFigure
        self._figure.add_artist(
            Rectangle((left, bottom), *size, facecolor=color, linewidth=0, gid=_identity(name), transform=whole)
        )

    def page(self) -> Page:
        """What was drawn, as SVG whose words are still to be put in."""
        text = StringIO()
        self._figure.savefig(text, format="svg", metadata=_NOTHING_ELSE)
        return Page(text.getvalue(), self._words, self._width, self._height)

    def _put(self, words: str) -> str:
        self._words.append(words)
        return token(len(self._words) - 1)

    def _at(self, left: float, top: float) -> tuple[float, float]:
        return left / self._width, 1 - top / self._height


def _identity(name: str | None) -> str | None:
    return f"{PREFIX}{name}" if name else None
