"""What a recommendation is: a decision, the machines that it leads to, and why the others are none."""

from typing import Any, Literal

from msgspec import Struct, field, structs

from service.model.decision import Candidate, Decision, GivenCaveat, Reason, Record, Rejected, Relaxation
from service.model.rule import RuleId

Status = Literal["recommended", "no-candidate", "needs-input"]


class Recommendation(Struct, frozen=True, kw_only=True):
    """The machines for the outcome of a decision.

    Attributes:
        status: `needs-input` while the decision lacks an input that matters; then there are no candidates yet.
        decision: the decision whose outcome is looked for.
        estimates: the answers of formulas that stood in for a constraint.
        selection: the selection that was asked; `rules` are all versions that were used.
        constraints: those that counted, as understood (durations in seconds, defaults filled in).
        candidates: the rows that meet all constraints, in order.
        rejected: the others that have what the outcome recommends, each with every reason.
        nearest: without a candidate, the keys of those that miss by the fewest reasons.
        relax: without a candidate, each constraint of which another value, or none, would be enough.
        caveats: what to keep in mind about all of them.
        units: units of the fields of candidates.
    """

    status: Status
    decision: Decision
    estimates: tuple[Decision, ...] = ()
    selection: RuleId
    rules: tuple[RuleId, ...]
    constraints: dict[str, Any] = field(default_factory=dict)
    candidates: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    nearest: tuple[str, ...] = ()
    relax: tuple[Relaxation, ...] = ()
    caveats: tuple[GivenCaveat, ...] = ()
    units: dict[str, str] = field(default_factory=dict)


class RejectedMachine(Record, frozen=True, kw_only=True):
    """A row that is no candidate, as callers see it; `checks` names what it does not meet, `because` says it.

    What is attached to N1 machines has no machine type of its own, and is named by its row.
    """

    machine_type: str
    because: tuple[str, ...]
    checks: tuple[str, ...]


class SentRecommendation(Record, frozen=True, kw_only=True):
    """A recommendation as callers see it: what a candidate carries stands beside its `rank`, in one object."""

    status: Status
    decision: Decision
    estimates: tuple[Decision, ...]
    selection: RuleId
    rules: tuple[RuleId, ...]
    constraints: dict[str, Any]
    candidates: tuple[dict[str, Any], ...]
    rejected: tuple[RejectedMachine, ...]
    nearest: tuple[str, ...]
    relax: tuple[Relaxation, ...]
    caveats: tuple[GivenCaveat, ...]
    units: dict[str, str]


def sent(one: Recommendation) -> SentRecommendation:
    """A recommendation as it goes out."""
    members = structs.asdict(one)
    members["candidates"] = tuple(
        {"rank": row.rank, "key": row.key, **row.fields, "because": row.because, "caveats": row.caveats}
        for row in one.candidates
    )
    members["rejected"] = tuple(
        RejectedMachine(
            machine_type=row.key,
            because=tuple(reason.because for reason in row.because),
            checks=tuple(reason.check for reason in row.because),
        )
        for row in one.rejected
    )
    return SentRecommendation(**members)


def received(one: SentRecommendation) -> Recommendation:
    """A recommendation as it came in; what callers are not told of rejected rows stays empty."""
    members = structs.asdict(one)
    members["candidates"] = tuple(map(_candidate, one.candidates))
    members["rejected"] = tuple(
        Rejected(
            key=row.machine_type,
            because=tuple(
                Reason(check=check, because=because) for check, because in zip(row.checks, row.because, strict=True)
            ),
        )
        for row in one.rejected
    )
    return Recommendation(**members)


def _candidate(row: dict[str, Any]) -> Candidate:
    own = {"rank", "key", "because", "caveats"}
    return Candidate(
        rank=row["rank"],
        key=row["key"],
        fields={name: value for name, value in row.items() if name not in own},
        because=tuple(row["because"]),
        caveats=tuple(row["caveats"]),
    )
