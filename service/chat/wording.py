"""What platforms say and do alike, beside what a reply says."""

from typing import Final

FEW: Final = 5
"""Choices that are shown as buttons; of more, there is a menu."""
WORDLESS: Final = "There is an answer."
"""What notifications say of an answer that has no words of its own."""
DRAWING: Final = "The way so far, drawn"
DRAWN: Final = "The way so far, for Mermaid to draw:"
