"""The samples as versions in a store, and other versions of them."""

from datetime import UTC, datetime
from typing import Final

from service.model.publication import Draft
from tests.selection.world import NAMES, sample

AT: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
LIVE: Final = dict.fromkeys(NAMES, "1.0.0")
STOCK: Final = tuple(Draft(name, "1.0.0", sample(name).encode()) for name in NAMES)


def changed(name: str, *changes: tuple[str, str], version: str = "1.1.0") -> Draft:
    """Another version of a sample."""
    text = sample(name).replace("version: 1.0.0", f"version: {version}", 1)
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return Draft(name, version, text.encode())
