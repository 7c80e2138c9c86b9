"""What was made from documents, kept within bounds: all that is in use, and of the rest the latest."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """Keeps things by name; those that are not in use weigh `room` at most together, or are one.

    Several threads may ask. Two that ask for the same new thing at once make it twice, and neither waits for the other.
    """

    def __init__(self, room: int, weigh: Callable[[Thing], int]) -> None:
        """Start empty."""
        self._room = room
        self._weigh = weigh
        self._used: Mapping[str, Thing] = {}
        self._rest: OrderedDict[str, Thing] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str, make: Callable[[], Thing]) -> Thing:
        """The thing of a name; it is made if it is not here."""
        with self._lock:
            if name in self._used:
                return self._used[name]
            if name in self._rest:
                self._rest.move_to_end(name)
                return self._rest[name]
        thing = make()
        with self._lock:
            self._rest[name] = thing
            self._trim()
        return thing

    def use(self, things: Mapping[str, Thing]) -> None:
        """These are in use from now on; what was until now joins the rest."""
        with self._lock:
            every = {**self._rest, **self._used}
            self._used = things
            self._rest = OrderedDict((name, thing) for name, thing in every.items() if name not in things)
            self._trim()

    def _trim(self) -> None:
        weight = sum(map(self._weigh, self._rest.values()))
        while len(self._rest) > 1 and weight > self._room:
            _, thing = self._rest.popitem(last=False)
            weight -= self._weigh(thing)
