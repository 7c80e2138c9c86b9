"""The colors of a picture, chosen by calculation for readers with and without full color vision.

Productive time is pale, so that little ink is spent on what is well, and every loss stands out from it with a contrast
of 3 and more (WCAG 2.2, 1.4.11). Vermilion and blue are from the palette of Okabe and Ito (2008). The others were
searched for: any two stay apart in the Oklab space by 0.10, for normal sight as well as with protanopia, deuteranopia
and tritanopia as Machado, Oliveira and Fernandes (2009) model them. Tests compute both again.
"""

from typing import Final

from service.model.ledger import Category

COLORS: Final[dict[Category, str]] = {
    "productive": "#DDEBF0",
    "lost_progress": "#D55E00",
    "saving": "#A03B7A",
    "restoring": "#6C1F0A",
    "start_up": "#6B1CA2",
    "other": "#848484",
    "rescheduling": "#0072B2",
    "waiting_for_resources": "#12123A",
}

PAGE: Final = "#FFFFFF"
INK: Final = "#1A1A1A"
"""Titles, values, and the lines that are read."""
QUIET: Final = "#5A5A5A"
"""Labels of axes and remarks."""
FAINT: Final = "#C9CED1"
"""Lines that only guide the eye."""
