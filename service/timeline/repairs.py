"""What was put right in a timeline: everything is counted, the first thousand are told one by one."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Final

from service.model.ledger import Repair

LISTED: Final = 1_000


class Repairs:
    """Gathers repairs."""

    def __init__(self) -> None:
        """None yet."""
        self.listed: list[Repair] = []
        self.counts: Counter[str] = Counter()

    def add(self, code: str, event: int, message: str) -> None:
        """One record, by its number."""
        self.counts[code] += 1
        if len(self.listed) < LISTED:
            self.listed.append(Repair(code=code, event=event, message=message))

    def add_all(self, code: str, events: Iterable[int], count: int, message: str) -> None:
        """So many records of which the same is to be said."""
        if count:
            self.counts[code] += count
            room = LISTED - len(self.listed)
            self.listed += [Repair(code=code, event=int(event), message=message) for event in islice(events, room)]

    def in_order(self) -> tuple[Repair, ...]:
        """Those that are listed, in the order of the records."""
        return tuple(sorted(self.listed, key=lambda one: one.event))
