"""What durable-rules inferred, remembered: one budget for all rules.

An inference depends on nothing but its key, so it may be kept: the engine draws every one that is new, the memo answers
those that it has drawn before.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

Key = ParamSpec("Key")
Drawn = TypeVar("Drawn")


class Memo:
    """Keeps the latest `size` inferences (0 keeps none)."""

    def __init__(self, size: int) -> None:
        """Start empty."""
        self._recall = lru_cache(maxsize=size)(_draw)

    def recall(self, infer: Callable[Key, Drawn], *key: Key.args, **_: Key.kwargs) -> Drawn:
        """What `infer` makes of the key, from the memo where it is there."""
        drawn: Drawn = self._recall(infer, *key)
        return drawn

    def hits_and_misses(self) -> tuple[int, int]:
        """How many inferences were in the memo, and how many had to be drawn."""
        info = self._recall.cache_info()
        return info.hits, info.misses


def _draw(infer: Callable[..., Any], *key: Any) -> Any:
    return infer(*key)
