"""How the picture is drawn, from top to bottom: headline, key, stacked bar with its marks, rolling goodput, time."""

from threading import Lock
from typing import Final

from service.model.ledger import Ledger
from service.pictures import layout as at
from service.pictures import telling
from service.pictures.course import Course, window_of
from service.pictures.markup import document
from service.pictures.palette import COLORS, INK, QUIET
from service.pictures.paper import Box, Paper, Type
from service.pictures.scale import lowest_of, share_ticks, time_scale
from service.pictures.stacking import layers, marks
from service.pictures.wording import called

_ALONE: Final = Lock()
"""matplotlib makes no promises to threads."""
_REMARK: Final = Type(color=QUIET)
_VALUE: Final = Type(end="right")


def drawn(ledger: Ledger) -> bytes:
    """The picture of a ledger, as `service.pictures.draw` says."""
    with _ALONE:
        return _Picture(ledger).document()


class _Picture:
    """One picture in the making."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._course = Course(ledger.course)
        self._marks = marks(ledger.interruptions, ledger.period)
        self._goodputs = telling.goodputs(ledger)
        self._named = telling.named(ledger)
        self._interruptions = telling.interruptions(ledger, self._marks)
        self._at = at.layout(
            goodputs=len(self._goodputs),
            key_rows=-(-len(telling.present(ledger)) // at.KEY_COLUMNS),
            named=bool(self._named),
            interruptions=len(self._interruptions),
        )
        self._paper = Paper(at.WIDTH, self._at.height)

    def document(self) -> bytes:
        """Draw it."""
        self._write_head()
        self._draw_key()
        self._draw_bar()
        self._draw_marks()
        lowest = self._draw_rolling()
        title = f"Goodput: {telling.headline(self._ledger)}"
        names = telling.names(self._ledger, self._marks)
        return document(self._paper.page(), title, telling.description(self._ledger, lowest), names)

    def _write_head(self) -> None:
        self._paper.write(at.MARGIN, self._at.headline, telling.headline(self._ledger), Type(size=17, bold=True))
        for number, line in enumerate(self._goodputs):
            self._paper.write(at.MARGIN, self._at.goodputs + number * at.LINE, line)

    def _draw_key(self) -> None:
        """Column by column, in the order of the stack."""
        categories = telling.present(self._ledger)
        rows = -(-len(categories) // at.KEY_COLUMNS)
        for number, category in enumerate(categories):
            left = at.MARGIN + number // rows * at.KEY_PITCH
            base = self._at.key + number % rows * at.LINE
            share, time = telling.share_and_span(self._ledger, category)
            self._paper.block(Box(left, base - 10, 12, 12), COLORS[category])
            self._paper.write(left + 18, base, called(category))
            self._paper.write(left + at.KEY_WIDTH - 64, base, share, _VALUE)
            self._paper.write(left + at.KEY_WIDTH, base, time, Type(color=QUIET, end="right"))
        if self._named:
            self._paper.write(at.MARGIN, self._at.named, self._named, _REMARK)

    def _draw_bar(self) -> None:
        where = self._at
        caption = telling.bar_caption(self._course.column_width)
        self._paper.write(at.MARGIN, where.bar_caption, caption, Type(bold=True))
        for number, line in enumerate(self._interruptions):
            self._paper.write(at.MARGIN, where.interruptions + number * at.LINE, line, _REMARK)
        panel = self._paper.panel(Box(at.PLOT_LEFT, where.bar, at.PLOT_WIDTH, where.bar_height), self._ledger.period)
        for layer in layers(self._course.columns()):
            panel.shape(layer.outlines, COLORS[layer.category], layer.category)
        panel.ticks(time_scale(self._ledger.period).ticks, share_ticks(0), labeled=False, guided=False)

    def _draw_marks(self) -> None:
        """Bars above the stack, as high as they stand for many."""
        most = max((len(one.interruptions) for one in self._marks), default=1)
        foot = self._at.marks + self._at.marks_height
        for number, one in enumerate(self._marks):
            height = max(self._at.marks_height * len(one.interruptions) / most, 1.5)
            left = at.PLOT_LEFT + at.PLOT_WIDTH * one.offset / self._ledger.period
            self._paper.block(Box(left - 0.75, foot - height, 1.5, height), INK, telling.mark_name(number))

    def _draw_rolling(self) -> float | None:
        """Goodput over a rolling window, and its least."""
        where, period = self._at, self._ledger.period
        window = window_of(period)
        points = self._course.rolling(window)
        shares = [share for _, share in points]
        mean = self._ledger.shares.get("productive", 0.0)
        self._paper.write(at.MARGIN, where.rolling_caption, telling.rolling_caption(window), Type(bold=True))
        self._paper.write(at.MARGIN, where.rolling_remark, telling.rolling_remark(self._ledger), _REMARK)
        begin = lowest_of([*shares, mean])
        panel = self._paper.panel(Box(at.PLOT_LEFT, where.rolling, at.PLOT_WIDTH, where.rolling_height), period, begin)
        panel.line([(0, mean), (period, mean)], "whole", color=QUIET, dashed=True)
        panel.line(points, "rolling")
        scale = time_scale(period)
        panel.ticks(scale.ticks, share_ticks(begin), labeled=True, guided=True)
        self._paper.write(at.PLOT_LEFT, where.time_caption, telling.time_caption(self._ledger, scale.unit), _REMARK)
        return min(shares, default=None)
