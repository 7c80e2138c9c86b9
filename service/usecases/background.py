"""Work that goes on beside the requests, and is never lost in silence."""

from asyncio import Task, create_task
from collections.abc import Coroutine
from typing import Any

import structlog


def begin(work: Coroutine[Any, Any, None]) -> Task[None]:
    """Start it in the event loop that runs now; should it ever end by a failure, the log says so at once."""
    task = create_task(work)
    task.add_done_callback(_tell)
    return task


def _tell(task: Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.background")
        log.error("work beside the requests has failed, and does not go on", exc_info=error)
