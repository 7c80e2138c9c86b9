"""A recorder at work over a store in memory."""

from service.usecases.recorder import Pace, Recorder
from tests.records.memory import TRAINING, Counts, MemoryRecords, decided

QUICK = Pace(every=0.002, retry=0.002)
ASKED = {"model": "other", "vms": 3, "gpus": 16, "latency_critical": False}


class Desk:
    """A recorder, where it writes, and what it counts."""

    def __init__(self, *, share: float = 1.0, per_second: int = 10_000, pace: Pace = QUICK) -> None:
        self.records = MemoryRecords()
        self.counts = Counts()
        self.recorder = Recorder(self.records, self.counts, share=share, per_second=per_second, pace=pace)

    def decide(self, number: int) -> list[str]:
        """Make decisions, and say their identities."""
        decisions = [decided(TRAINING, ASKED) for _ in range(number)]
        for one in decisions:
            self.recorder(TRAINING, ASKED, one)
        return [one.decision_id for one in decisions]

    @property
    def settled(self) -> tuple[int, int]:
        """How many were written, and how many dropped."""
        return self.counts.written, self.counts.lost
