"""Answers a question to a selection: a pure function of its inputs and of the catalogs that it reads."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from service.engine.choice.plan import Key, Said
from service.engine.choice.relaxing import relaxations
from service.engine.choice.rows import Judged, judged, ordered
from service.engine.choice.terms import Variables
from service.engine.program import SelectionProgram
from service.errors import InputsMissingError, Issue
from service.language.expression import Scope, unique
from service.language.presence import known
from service.model.decision import Candidate, Chosen, Decision, GivenCaveat, Reason, Rejected


def select(program: SelectionProgram, inputs: dict[str, Any], decision_id: str) -> Decision:
    """The candidates in order, and why each other row that is meant is none.

    Raises:
        DecisionError: the question is refused, or nobody knows which rows are meant.
    """
    question, candidates, rejected = _chosen(program, inputs)
    near = min((len(one.failed) for one in rejected), default=0)
    nearest = [one.row.key for one in rejected if len(one.failed) == near] if not candidates else []
    chosen = Chosen(
        candidates=tuple(_candidates(program, candidates)),
        rejected=tuple(_rejection(one) for one in rejected),
        nearest=tuple(nearest),
        relax=tuple(_relaxed(program, rejected, inputs)) if nearest else (),
    )
    return Decision(
        decision_id=decision_id,
        rule=program.common.id,
        rules=(program.common.id, *program.catalogs),
        status="decided",
        inputs=inputs,
        units=program.plan.units,
        caveats=tuple(_remarks(program, question)),
        selection=chosen,
    )


def _chosen(program: SelectionProgram, inputs: dict[str, Any]) -> tuple[dict[str, Any], list[Judged], list[Judged]]:
    """What is known of the question, the candidates in order, and the other rows, fewest reasons first."""
    question = _question(program, inputs)
    rows = [*judged(program.plan, question)]
    candidates = ordered((one for one in rows if not one.failed), program.plan.rank)
    return question, candidates, sorted((one for one in rows if one.failed), key=lambda one: len(one.failed))


def _question(program: SelectionProgram, inputs: dict[str, Any]) -> dict[str, Any]:
    """Inputs, constants and derived values, and which of them are known.

    Raises:
        DecisionError: a check of the inputs refuses the question, or nobody knows which rows are meant.
    """
    common = program.common
    scope = Scope({**inputs, **common.constants})
    scope.values |= {known(name): name in scope.values for name in (*common.inputs, *common.constants)}
    for name, expression in common.derived.items():
        scope.define(name, expression.judge(scope))
        scope.values[known(name)] = name in scope.values
    common.refuse(scope)
    missing = [name for name in program.plan.needs if name not in scope.values]
    if missing:
        names = unique(name for one in missing for name in common.reads.get(one, (one,)) if name not in inputs)
        raise InputsMissingError([_missing(program, name) for name in names or missing])
    return scope.values


def _missing(program: SelectionProgram, name: str) -> Issue:
    ask = program.common.inputs[name].ask if name in program.common.inputs else None
    message = f"`{name}` is missing: it says which rows are meant" if ask is None else f"`{name}` is missing: {ask}"
    return Issue("missing-input", f"$.inputs.{name}", message)


def _candidates(program: SelectionProgram, rows: Sequence[Judged]) -> Iterator[Candidate]:
    before: Judged | None = None
    for rank, one in enumerate(rows, 1):
        said = [*_told(program.plan.because, one)]
        yield Candidate(
            rank=rank,
            key=one.row.key,
            fields={name: by.value(one.variables, one.row.key) for name, by in program.plan.fields.items()},
            because=(*said, *([] if before is None else _behind(program.plan.rank, one, before))),
            caveats=tuple(_told(program.plan.caveats, one)),
        )
        before = one


def _behind(rank: Iterable[Key], one: Judged, before: Judged) -> Iterator[str]:
    """Why a candidate stands behind the one before it: the first key in which they differ."""
    for key in rank:
        if key.by.value(one.variables, one.row.key) != key.by.value(before.variables, before.row.key):
            if key.because is not None:
                yield key.because.filled(one.variables)
            return


def _told(texts: Iterable[Said], one: Judged) -> Iterator[str]:
    for said in texts:
        if said.when is None or said.when.holds(one.variables, one.row.key):
            yield said.text.filled(one.variables)


def _rejection(one: Judged) -> Rejected:
    reasons = (Reason(check=it.id, because=it.because.filled(one.variables), relax=it.relax) for it in one.failed)
    return Rejected(key=one.row.key, columns=one.row.columns, because=tuple(reasons))


def _remarks(program: SelectionProgram, question: Variables) -> Iterator[GivenCaveat]:
    for name, said in program.plan.remarks.items():
        if said.when is None or said.when.holds(question, name):
            yield GivenCaveat(id=name, text=said.text.filled(question))


def _relaxed(program: SelectionProgram, rejected: Sequence[Judged], inputs: dict[str, Any]) -> Iterator[Any]:
    def attempt(changed: dict[str, Any]) -> Sequence[str]:
        return [one.row.key for one in _chosen(program, changed)[1]]

    yield from relaxations(program.plan.checks, rejected, inputs, program.common.reader, attempt)
