"""Events that contradict each other where what is right is not certain, and what to do about each."""

from typing import NoReturn

from service.errors import TimelineRejectedError
from service.timeline.places import Places

_WORDS = {
    "allocation-missing": (
        "{} while the job had no resources: add the `allocated` event that came before "
        "(or `resources_kept` to the interruption, if they were never given back)"
    ),
    "allocated-again": (
        "the resources were allocated already: keep only the event at which all of them were there, "
        "or add the `interrupted` event that came between"
    ),
    "restart-without-interruption": (
        "{}: add the `interrupted` event that came before (with `resources_kept` if only the program started again), "
        "or leave this one out if nothing started again"
    ),
    "duration-missing": (
        "the job went back to a checkpoint while it trained: say by `duration` for how long that was being restored"
    ),
    "steps-go-back": (
        "step {} follows a higher one, so the training went back, and nothing says when it stopped: "
        "add the `interrupted` event (with `resources_kept` if only the program started again)"
    ),
    "clock-went-back": (
        "its time is before that of an earlier record, and by time the records make no sense, so the clock went back "
        "here: correct the times from here on, or leave out what was written by the wrong clock"
    ),
}


def contradiction(places: Places, code: str, event: int, what: object = "") -> TimelineRejectedError:
    """Why a timeline is refused: the record, and what the words leave open."""
    return TimelineRejectedError([places.issue(code, event, _WORDS[code].format(what))])


def refuse(places: Places, code: str, event: int, what: object = "") -> NoReturn:
    """Refuse a timeline.

    Raises:
        TimelineRejectedError: always.
    """
    raise contradiction(places, code, event, what)
