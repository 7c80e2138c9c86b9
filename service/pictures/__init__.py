"""Goodput as a picture: where the time of a job went, as SVG.

`paper.py` is the door to matplotlib, which is loaded for the first picture and not before: it takes a second and some
60 MB, and most who serve never draw.
"""

from typing import Final

from service.model.ledger import Ledger

SVG_TYPE: Final = "image/svg+xml"
CONTENT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""All that a picture needs of a browser: the styles that stand in it. It has no scripts, links, fonts or images."""


def draw(ledger: Ledger) -> bytes:
    """The ledger as one SVG document in UTF-8: the same bytes for the same ledger.

    Above, the shares of the categories over time as a stacked bar, with the interruptions marked; below, goodput over
    a rolling window. The picture is bounded: it has as many marks and columns as a reader can tell apart, however long
    the timeline is. Text that came with the events is cut, and never read as markup or mathematics.
    """
    from service.pictures.drawing import drawn  # noqa: PLC0415

    return drawn(ledger)
