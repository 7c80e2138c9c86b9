"""The records of a timeline in, its ledger out.

The figures are those of *GPU Optimization* (Estimating Runtime Goodput) and *Optimizing GPU Usage* (Runtime goodput
model). t_ch is the time since the last checkpoint when a failure occurs, so what was done after the last checkpoint is
lost; t_rm is the time to resume after the interruption, t_re the time to reschedule. Scheduling goodput is the fraction
of the time in which all resources are available, runtime goodput the fraction of that in which training goes forward.
"""

from typing import NoReturn

from msgspec import structs

from service.errors import Issue, TimelineRejectedError
from service.model.ledger import Ledger
from service.model.timeline import Options
from service.timeline.clock import to_moment, to_seconds
from service.timeline.columns import Columns
from service.timeline.costs import Costs, costs, interruptions
from service.timeline.course import course
from service.timeline.intervals import intervals, named
from service.timeline.painting import Painted
from service.timeline.pricing import badput_price, program_goodput
from service.timeline.questions import questions
from service.timeline.repairs import Repairs
from service.timeline.telling import Told, tell


def account(columns: Columns, options: Options, repairs: Repairs | None = None) -> Ledger:
    """The ledger of a timeline; `repairs` are those that were made already.

    Raises:
        TimelineRejectedError: records are wrong or contradict each other, or all are of one moment; options miss.
    """
    utilization = program_goodput(options)
    _refuse_faults(columns)
    repairs = repairs or Repairs()
    told = tell(columns, repairs)
    if told.start == told.end:
        _refuse("no-period", "all events are of one moment, so there is no time to account for")
    some = intervals(columns, repairs)
    painted = Painted(told.start, told.end, told.layers.together(some.starts, some.ends, some.codes))
    names = named(some, painted, columns.named, repairs)
    cost = costs(told.breaks, painted)
    ledger = structs.replace(
        _balance(columns, told, painted, cost, utilization),
        named=names,
        repairs=repairs.in_order(),
        repair_counts=dict(sorted(repairs.counts.items())),
    )
    price = badput_price(ledger.seconds, options)
    return structs.replace(ledger, badput_price=price, inputs=questions(ledger, cost.means(), options))


def _balance(columns: Columns, told: Told, painted: Painted, cost: Costs, utilization: float | None) -> Ledger:
    """Sums, shares and ratios, each from whole microseconds."""
    totals = painted.totals()
    period = told.end - told.start
    available = period - totals["waiting_for_resources"] - totals["rescheduling"]
    productive = totals["productive"]
    whole = None if utilization is None else productive / period * utilization
    as_text = bool(columns.as_text)
    return Ledger(
        start=to_moment(told.start, as_text=as_text),
        end=to_moment(told.end, as_text=as_text),
        period=to_seconds(period),
        available=to_seconds(available),
        seconds={category: to_seconds(total) for category, total in totals.items()},
        shares={category: total / period for category, total in totals.items()},
        scheduling_goodput=available / period,
        runtime_goodput=productive / available if available else None,
        program_goodput=utilization,
        ml_productivity_goodput=whole,
        steps=told.steps,
        events=columns.count,
        interruption_count=len(cost),
        interruptions=interruptions(told.breaks, cost, told.start, as_text=as_text),
        named={},
        repairs=(),
        repair_counts={},
        course=course(painted),
    )


def _refuse_faults(columns: Columns) -> None:
    if columns.issues:
        raise TimelineRejectedError(columns.issues)
    if not columns.times:
        what = "there are only badput intervals" if columns.starts else "there are no events"
        _refuse("no-events", f"{what}: a ledger needs the events of the job, such as `allocated`, `step`, `released`")


def _refuse(code: str, words: str) -> NoReturn:
    raise TimelineRejectedError([Issue(code, "$.events", words)])
