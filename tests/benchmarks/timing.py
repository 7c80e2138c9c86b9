"""The time that calls take in this process."""

from collections.abc import Callable, Sequence
from time import thread_time
from typing import TypeVar

T = TypeVar("T")


def per_call(run: Callable[[T], object], over: Sequence[T]) -> float:
    """Microseconds of one call, on average over all of them, one after the other.

    Only the time that a core spends on this thread counts, where all that is measured happens: on a machine that others
    use too, the clock on the wall tells of them.
    """
    begun = thread_time()
    for one in over:
        run(one)
    return (thread_time() - begun) / len(over) * 1e6
