"""What a job can be busy with, as far as its events say."""

from enum import Enum, auto
from typing import Final

from service.model.ledger import Category


class Phase(Enum):
    """From one event to the next."""

    UNKNOWN = auto()
    WAITING = auto()
    RESCHEDULING = auto()
    STARTING = auto()
    READY = auto()
    """It was initialized, and has done no step yet."""
    TRAINING = auto()
    RELEASED = auto()


STOPPED: Final = frozenset({Phase.WAITING, Phase.RESCHEDULING, Phase.RELEASED})
"""Without resources."""
RUNNING: Final = frozenset({Phase.READY, Phase.TRAINING})
COUNTS_AS: Final[dict[Phase, Category]] = {
    Phase.WAITING: "waiting_for_resources",
    Phase.RELEASED: "waiting_for_resources",
    Phase.RESCHEDULING: "rescheduling",
    Phase.STARTING: "start_up",
}
