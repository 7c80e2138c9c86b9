"""Recorded decisions, made again by another version; runs where rules that nobody has checked may run."""

from collections.abc import Iterable

from msgspec import Raw, Struct, json, structs

from service.engine.engine import Engine
from service.engine.program import Program
from service.errors import DecisionError
from service.model.decision import Decision
from service.model.publication import Record
from service.model.replay import Replayed
from service.usecases.cases import PROBLEMS
from service.usecases.results import Result, words


class _Named(Struct):
    id: str


class _Asked(Struct):
    input: str


class _Keyed(Struct):
    key: str


class _Chosen(Struct):
    candidates: tuple[_Keyed, ...] = ()


class _Recorded(Struct, omit_defaults=True):
    """What a replay reads of a recorded answer; whatever else an answer has, or once had, does not matter."""

    outcome: _Named | None = None
    ask: tuple[_Asked, ...] = ()
    values: dict[str, float | int] = {}
    caveats: tuple[_Named, ...] = ()
    advice: tuple[_Named, ...] = ()
    selection: _Chosen | None = None


_recorded = json.Decoder(_Recorded)


def essence(record: Record) -> Record:
    """The record with as much of its answer as a replay reads, a small part of it."""
    return structs.replace(record, decision=Raw(json.encode(_recorded.decode(record.decision))))


def replay(program: Program, engine: Engine, records: Iterable[Record]) -> list[Replayed]:
    """What a program makes of recorded inputs, one for each record and in their order.

    Numbers have to be equal to the last bit. A record with masked inputs is skipped.
    """
    return [_again(program, engine, record) for record in records]


def _again(program: Program, engine: Engine, record: Record) -> Replayed:
    if record.masked:
        return Replayed(decision_id=record.decision_id, status="skipped", before=record.result, after="")
    before, after = _before(record), _after(program, engine, record)
    then, now = words(before, after)
    return Replayed(
        decision_id=record.decision_id, status="same" if before == after else "changed", before=then, after=now
    )


def _before(record: Record) -> Result:
    return _result(_recorded.decode(record.decision))


def _after(program: Program, engine: Engine, record: Record) -> Result:
    try:
        return _result(engine.decide(program, record.inputs, record.decision_id))
    except DecisionError as error:
        return Result(problem=PROBLEMS[type(error)])


def _result(answer: Decision | _Recorded) -> Result:
    return Result(
        outcome=answer.outcome.id if answer.outcome else None,
        ask=tuple(one.input for one in answer.ask),
        values=answer.values,
        caveats=tuple(one.id for one in answer.caveats),
        advice=tuple(one.id for one in answer.advice),
        candidates=tuple(one.key for one in answer.selection.candidates) if answer.selection else None,
    )
