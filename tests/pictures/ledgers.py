"""Ledgers to draw, made of stretches of one category each."""

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from service.model.ledger import CATEGORIES, Category, Interruption, Ledger, Stretch

DAY = 86_400.0
AWAY: tuple[Category, ...] = ("rescheduling", "waiting_for_resources")

Part = tuple[Category, float]


def stretches(parts: Iterable[Part]) -> tuple[Stretch, ...]:
    """The parts, one after the other."""
    kept = list(parts)
    edges = pairwise(accumulate((length for _, length in kept), initial=0.0))
    return tuple(
        Stretch(start=start, end=end, seconds={category: length})
        for (category, length), (start, end) in zip(kept, edges, strict=True)
    )


def ledger_of(parts: Iterable[Part], interruptions: Iterable[Interruption] = (), **more: Any) -> Ledger:
    """The ledger of the parts; `more` are fields that are to be otherwise."""
    course = more.pop("course", None) or stretches(parts)
    seconds: Counter[Category] = Counter()
    for one in course:
        seconds.update(one.seconds)
    period = course[-1].end
    available = period - sum(seconds[one] for one in AWAY)
    marked = tuple(interruptions)
    fields = {
        "start": "2025-11-01T08:00:00Z",
        "end": "2025-11-02T08:00:00Z",
        "period": period,
        "available": available,
        "seconds": dict(seconds),
        "shares": {category: length / period for category, length in seconds.items()},
        "scheduling_goodput": available / period,
        "runtime_goodput": seconds["productive"] / available if available else None,
        "steps": 0,
        "events": len(course),
        "interruption_count": len(marked),
        "interruptions": marked,
        "named": {},
        "repairs": (),
        "repair_counts": {},
        "course": course,
    }
    return Ledger(**{**fields, **more})


def interruption(offset: float, cause: str | None = None) -> Interruption:
    """An interruption at a time, with the costs of the published example."""
    return Interruption(
        time=offset, offset=offset, event=1, cause=cause, since_checkpoint=900.0, resume=70.0, reschedule=150.0
    )


def afternoon() -> Ledger:
    """Four hours with one interruption, whose costs are those of a published example: 900, 150 and 70 seconds."""
    parts: list[Part] = [
        ("waiting_for_resources", 600.0),
        ("start_up", 300.0),
        ("productive", 5_000.0),
        ("saving", 45.0),
        ("productive", 3_000.0),
        ("lost_progress", 900.0),
        ("rescheduling", 150.0),
        ("restoring", 70.0),
        ("productive", 4_335.0),
    ]
    return ledger_of(parts, [interruption(9_845.0, "ECC error")])


def quarter(interruptions: int = 10_000, slots: int = 1_000) -> Ledger:
    """Ninety days with very many interruptions: stretches of equal length, each of which has all categories."""
    draws = Random(7)  # noqa: S311 - the same ones each time
    width = 90 * DAY / slots
    course = []
    for number in range(slots):
        weights = [draws.random() ** 3 for _ in CATEGORIES]
        parts = zip(CATEGORIES, weights, strict=True)
        seconds = {category: width * weight / sum(weights) for category, weight in parts}
        course.append(Stretch(start=number * width, end=(number + 1) * width, seconds=seconds))
    causes = ("ECC error", "NIC flap", None)
    marked = sorted(draws.uniform(0, 90 * DAY) for _ in range(interruptions))
    return ledger_of(
        [],
        [interruption(offset, draws.choice(causes)) for offset in marked],
        course=tuple(course),
        interruption_count=12_345,
    )
