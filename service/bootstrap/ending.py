"""Whether this process has been told to end: what would go on for minutes asks for it, as the server waits for that."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

_ENDS = (signal.SIGTERM, signal.SIGINT)


class Ending:
    """Listens for the signals that end a process, which go on to those who listened before."""

    def __init__(self) -> None:
        """Nothing has been told yet."""
        self._told = False

    def __call__(self) -> bool:
        """Whether the process is about to end."""
        return self._told

    @contextmanager
    def watched(self) -> Generator[None]:
        """The time in which it listens; to be begun in the main thread, once the server has its own handlers."""
        before = {one: signal.getsignal(one) for one in _ENDS}

        def handle(number: int, frame: FrameType | None) -> None:
            self._told = True
            handler = before[signal.Signals(number)]
            if callable(handler):
                handler(number, frame)

        for one in _ENDS:
            signal.signal(one, handle)
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler or signal.SIG_DFL)  # none: it was not set by Python
