"""Jobs of which every second is known: they are lived through second by second, and tell their events as they go.

This is a second reading of what a ledger means: lists of seconds in place of intervals, with nothing taken from the
code that is tested but the names.
"""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

ORDER = (
    "waiting_for_resources",
    "rescheduling",
    "restoring",
    "start_up",
    "saving",
    "other",
    "lost_progress",
    "productive",
)
"""Of what a second may count as, the first counts."""
FEW, SHORT = 4, 9


@dataclass
class Save:
    """A checkpoint: it holds what was done up to a second, and up to a step."""

    held: int
    step: int


@dataclass
class Cost:
    """An interruption: the seconds that it took of each kind, by their places."""

    lost: list[int] = field(default_factory=list)
    reschedule: list[int] = field(default_factory=list)
    resume: list[int] = field(default_factory=list)


@dataclass
class Job:
    """What happened, and what each second counts as."""

    seconds: list[str] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)
    saves: list[Save] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    """The second at which each kept step was done."""
    step: int = 0
    overlays: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def now(self) -> int:
        return len(self.seconds)

    def spend(self, count: int, category: str, of: list[int] | None = None) -> None:
        """So many seconds count as this, and are a cost of an interruption."""
        if of is not None:
            of += range(self.now, self.now + count)
        self.seconds += [category] * count

    def tell(self, kind: str, **members: Any) -> None:
        given = {name: value for name, value in members.items() if value is not None}
        self.events.append({"event": kind, "time": self.now, **given})

    def lose(self, since: int, cost: Cost) -> None:
        """What was progress from there on is lost, by this interruption."""
        gone = [place for place in range(since, self.now) if self.seconds[place] == "productive"]
        for place in gone:
            self.seconds[place] = "lost_progress"
        cost.lost += gone
        self.steps = [done for done in self.steps if done <= since]
        self.saves = [one for one in self.saves if one.held <= since]

    def counted(self) -> list[str]:
        """What each second counts as, with what else is said of it."""
        final = list(self.seconds)
        for start, end, category in self.overlays:
            for place in range(max(start, 0), min(end, self.now)):
                final[place] = min(final[place], category, key=ORDER.index)
        return final


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """A job with a few runs, each of which ends with an interruption but the last."""
    job, short = Job(), st.integers(0, SHORT)
    if draw(st.booleans()):
        job.tell("requested")
        job.spend(draw(short), "waiting_for_resources")
    job.tell("allocated")
    job.spend(draw(short), "start_up")
    job.tell("initialized")
    for _ in range(draw(st.integers(0, FEW))):
        _train(draw, job)
        _interrupt(draw, job)
    _train(draw, job)
    job.spend(1, "productive")
    _step(job)
    job.spend(draw(short), "other")
    job.tell("released")
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(-2, job.now))
        end = draw(st.integers(start, job.now + 2))
        category = draw(st.sampled_from(("other", "saving", "start_up", "waiting_for_resources", "lost_progress")))
        job.overlays.append((start, end, category))
        job.events.append({"event": "badput", "start": start, "end": end, "category": category})
    return job


def _train(draw: st.DrawFn, job: Job) -> None:
    for _ in range(draw(st.integers(0, FEW))):
        if draw(st.integers(0, 3)):
            job.spend(draw(st.integers(1, SHORT)), "productive")
            _step(job)
        else:
            _save(draw, job)


def _step(job: Job) -> None:
    job.step += 1
    job.steps.append(job.now)
    job.tell("step", step=job.step)


def _save(draw: st.DrawFn, job: Job) -> None:
    begin, blocking = job.now, draw(st.integers(0, 3))
    job.spend(blocking, "saving")
    job.saves.append(Save(job.now, job.step))
    told = {"duration": blocking} if draw(st.booleans()) else {"start": begin}
    job.tell("checkpoint_saved", step=draw(st.sampled_from((None, job.step))), **told)


def _interrupt(draw: st.DrawFn, job: Job) -> None:
    """The job is cut short, and comes back to one of its checkpoints, or to its beginning where it has none."""
    job.spend(draw(st.integers(1, SHORT)), "productive")
    cost = Cost()
    job.costs.append(cost)
    goes_further_back = draw(st.booleans())
    newest = job.saves[-1] if job.saves else Save(0, 0)
    step = draw(st.sampled_from(job.saves)).step if job.saves and goes_further_back else newest.step
    held = max((one.held for one in job.saves if one.step == step), default=0)
    kept = draw(st.booleans())
    job.tell("interrupted", resources_kept=kept, cause=draw(st.sampled_from((None, "a cause"))))
    job.lose(held, cost)
    if not kept:
        job.spend(draw(st.integers(0, SHORT)), "rescheduling", cost.reschedule)
        job.tell("allocated")
    job.spend(draw(st.integers(0, SHORT)), "start_up", cost.resume)
    if draw(st.booleans()):
        job.tell("initialized")
        restoring = draw(st.integers(0, SHORT))
        job.spend(restoring, "restoring", cost.resume)
        job.tell("checkpoint_restored", step=step, duration=draw(st.sampled_from((None, restoring))))
    else:
        job.tell("initialized")
    job.step = step
    job.spend(draw(st.integers(1, SHORT)), "productive")
    _step(job)
