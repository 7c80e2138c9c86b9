"""Where everything stands on the paper, in pixels.

The paper is narrow and the type large, so that the picture can be read on a telephone, at three fifths of its size.
"""

from typing import Final

from msgspec import Struct

WIDTH: Final = 600.0
MARGIN: Final = 14.0
LINE: Final = 18.0
"""From the base of a line to that of the next."""

PLOT_LEFT: Final = 52.0
PLOT_WIDTH: Final = 530.0
"""Two pixels for each of 265 columns, so that their edges are sharp."""

KEY_COLUMNS: Final = 2
KEY_WIDTH: Final = (WIDTH - 2 * MARGIN - 28) / KEY_COLUMNS
KEY_PITCH: Final = KEY_WIDTH + 28

_HEADLINE, _SPACE, _MARKS, _BAR, _ROLLING, _AXIS = 30.0, 14.0, 12.0, 150.0, 84.0, 46.0


class Layout(Struct, frozen=True):
    """Bases of lines and upper edges of boxes, with the heights of boxes that stay the same."""

    headline: float
    goodputs: float
    key: float
    named: float
    bar_caption: float
    interruptions: float
    marks: float
    bar: float
    rolling_caption: float
    rolling_remark: float
    rolling: float
    time_caption: float
    height: float

    marks_height: float = _MARKS
    bar_height: float = _BAR
    rolling_height: float = _ROLLING


def layout(*, goodputs: int, key_rows: int, named: int, interruptions: int) -> Layout:
    """Lay out a picture with so many lines of each kind."""
    key = _HEADLINE + LINE * goodputs + _SPACE + LINE / 2
    bar_caption = key + LINE * (key_rows + named) + _SPACE
    marks = bar_caption + LINE * interruptions + 8
    bar = marks + _MARKS + 2
    rolling_caption = bar + _BAR + 2 * _SPACE + 6
    rolling = rolling_caption + LINE + _SPACE
    time_caption = rolling + _ROLLING + _AXIS - 10
    return Layout(
        headline=_HEADLINE,
        goodputs=_HEADLINE + LINE + 2,
        key=key + 6,
        named=key + LINE * key_rows + 6,
        bar_caption=bar_caption,
        interruptions=bar_caption + LINE,
        marks=marks,
        bar=bar,
        rolling_caption=rolling_caption,
        rolling_remark=rolling_caption + LINE,
        rolling=rolling,
        time_caption=time_caption,
        height=time_caption + MARGIN,
    )
