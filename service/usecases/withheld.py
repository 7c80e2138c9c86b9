"""What a selection chose, without what is made of something secret; which rows it chose, and for what, stays."""

from collections.abc import Set

from msgspec import structs

from service.engine.choice.plan import Plan
from service.language.expression import Expression, input_of
from service.language.presence import marked
from service.model.decision import Candidate, Chosen, Rejected


def without(chosen: Chosen, plan: Plan, secret: Set[str]) -> Chosen:
    """Texts and fields that show something secret are empty, as if nobody knew."""
    shows = {one.id for one in plan.checks if not secret.isdisjoint(one.because.names)}
    fields = {name for name, term in plan.fields.items() if reads(term.expression, secret)}
    return structs.replace(
        chosen,
        candidates=tuple(_candidate(one, fields, told=not _tells(plan, secret)) for one in chosen.candidates),
        rejected=tuple(_rejected(one, shows) for one in chosen.rejected),
        relax=tuple(one for one in chosen.relax if one.input not in secret),
    )


def reads(expression: Expression, names: Set[str]) -> bool:
    """Whether an expression reads one of these names, or asks whether it is known."""
    return any(read in names or input_of(read) in names for read in map(marked, expression.reads))


def _tells(plan: Plan, secret: Set[str]) -> bool:
    """Whether something that is said of candidates shows something secret, or is said because of it."""
    said = (*plan.because, *plan.caveats)
    texts = [one.text for one in said] + [key.because for key in plan.rank if key.because is not None]
    shown = any(not secret.isdisjoint(text.names) for text in texts)
    return shown or any(one.when is not None and reads(one.when.expression, secret) for one in said)


def _candidate(one: Candidate, fields: Set[str], *, told: bool) -> Candidate:
    kept = {name: None if name in fields else value for name, value in one.fields.items()}
    if told:
        return structs.replace(one, fields=kept)
    return structs.replace(one, fields=kept, because=(), caveats=())


def _rejected(one: Rejected, shows: Set[str]) -> Rejected:
    reasons = (structs.replace(it, because="") if it.check in shows else it for it in one.because)
    return structs.replace(one, because=tuple(reasons))
