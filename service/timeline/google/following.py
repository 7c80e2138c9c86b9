"""What comes after each run of a log."""

from msgspec import Struct

from service.timeline.google.runs import Run


class Following(Struct, frozen=True):
    """Whether the log says that the job starts, and with which step the training goes on, if it does."""

    is_logged: bool
    step: int | None


def with_following(found: list[Run]) -> list[tuple[Run, Following | None]]:
    """Each run with what comes after it; after the last there is nothing."""
    paired: list[tuple[Run, Following | None]] = []
    following: Following | None = None
    for run in reversed(found):
        paired.append((run, following))
        step = run.first if run.first is not None or following is None else following.step
        following = Following(run.is_logged, step)
    return paired[::-1]
