"""All hostile documents, each with a sentence that names it."""

from collections.abc import Iterator

from tests.check.hostile.expressions import EXPRESSIONS
from tests.check.hostile.shapes import SHAPES
from tests.check.hostile.texts import TEXTS

EVERY = [*TEXTS, *SHAPES, *EXPRESSIONS]


def corpus() -> Iterator[tuple[str, bytes]]:
    """The documents; as far as one says what it is, it is version 1.0.0 of `hostile`."""
    for one in EVERY:
        yield one.name, one.make()
