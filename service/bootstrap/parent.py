"""A worker must not outlive the process that started it: it would hold the port, and follow nobody."""

import multiprocessing
import os
from asyncio import sleep
from signal import SIGTERM
from typing import Final

import structlog

PATIENCE: Final = 20
"""Seconds that a worker has to end before it is ended."""
_LOOK: Final = 0.1


def is_orphan() -> bool:
    """Whether the process that started this one is gone; never in a process that nobody of ours has started."""
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()


async def end_with_parent() -> None:
    """End this process as by SIGTERM once its parent is gone, by whatever."""
    while not is_orphan():
        await sleep(_LOOK)
    structlog.get_logger("gpu_rules.worker").warning("the service has ended, so this worker does")
    os.kill(os.getpid(), SIGTERM)
    await sleep(PATIENCE)
    os._exit(1)
