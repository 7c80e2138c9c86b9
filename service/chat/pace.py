"""How fast people may talk: so many messages a minute of one person, and so many in one channel.

Each worker counts for itself, in memory: this keeps a service from being talked to death, and bills nobody. The storage
is the one for threads: its sibling for event loops asks a thread about every person each time that it tidies up, which
took a whole processor once two thousand people had talked within a minute.
"""

from math import ceil
from time import time
from typing import Final

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from service.model.conversation import Binding

_LEAST: Final = 1


class Pace:
    """Counts what is said; who is too fast is told how long to wait."""

    def __init__(self, *, per_user: int, per_channel: int) -> None:
        """Take the messages that may come in a minute."""
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._per_user = RateLimitItemPerMinute(per_user, namespace="user")
        self._per_channel = RateLimitItemPerMinute(per_channel, namespace="channel")

    def __call__(self, binding: Binding) -> int:
        """Count one message; 0 if it may come, else the seconds after which the next one may."""
        for item, whose in ((self._per_user, binding.user), (self._per_channel, binding.channel)):
            if not self._limiter.hit(item, binding.platform, whose):
                reset, _ = self._limiter.get_window_stats(item, binding.platform, whose)
                return max(ceil(reset - time()), _LEAST)
        return 0
