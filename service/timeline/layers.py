"""What is said of stretches of time, one layer over the other, before it is settled what each moment counts as."""

from array import array
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.model.ledger import CATEGORIES, Category

Ints = NDArray[np.int64]

_CODES: Final = {category: code for code, category in enumerate(CATEGORIES)}


class Layers:
    """Gathers intervals of categories, in whole microseconds."""

    def __init__(self) -> None:
        """None yet."""
        self._starts, self._ends, self._codes = array("q"), array("q"), array("B")

    def add(self, category: Category, start: int, end: int) -> None:
        """Say that this stretch counts as the category, unless a layer above says otherwise."""
        if start < end:
            self._starts.append(start)
            self._ends.append(end)
            self._codes.append(_CODES[category])

    def together(self, starts: Ints, ends: Ints, codes: Ints) -> tuple[Ints, Ints, Ints]:
        """All intervals that were gathered, and these: starts, ends, and the places of their categories."""
        own = (np.array(one, dtype=np.int64) for one in (self._starts, self._ends, self._codes))
        first, last, kind = own
        return np.concatenate([first, starts]), np.concatenate([last, ends]), np.concatenate([kind, codes])
