"""Run the cases of a rule, by the engine and by the reference evaluator."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import json

from service.analysis.meaning import AnyMeaning, UnsoundError
from service.analysis.reference import answer
from service.engine.engine import Engine
from service.engine.program import Program
from service.errors import (
    DecisionError,
    Diagnostic,
    EvaluationFailedError,
    InputsMissingError,
    InputsRejectedError,
    NoBranchHoldsError,
    ProblemMetError,
    RequirementNotMetError,
    ResultRejectedError,
)
from service.model.answer import Answer
from service.model.decision import Chosen, Decision
from service.model.document import Expectation
from service.model.examination import CaseResult
from service.model.loading import Loaded
from service.model.rule import AskedDocument

PROBLEMS: dict[type[DecisionError], str] = {
    InputsRejectedError: "inputs-rejected",
    InputsMissingError: "inputs-missing",
    RequirementNotMetError: "requirement-not-met",
    ProblemMetError: "problem-met",
    ResultRejectedError: "result-rejected",
    EvaluationFailedError: "evaluation-failed",
    NoBranchHoldsError: "no-branch-holds",
}
"""The name of each refusal, as cases and answers spell it."""


def run_cases(document: AskedDocument, program: Program, meaning: AnyMeaning, engine: Engine) -> Iterator[CaseResult]:
    """Each case of a sound rule: what it expects must come out, and the reference evaluator must say the same."""
    for index, case in enumerate(document.cases):
        found = ask(engine, program, case.given)
        faults = [*differences(case.expect, found), *_against_reference(meaning, case.given, found)]
        yield CaseResult(index, case, faults)


def failures(loaded: Loaded, ran: Iterable[CaseResult]) -> Iterator[Diagnostic]:
    """The cases that failed."""
    for result in ran:
        if result.faults:
            message = f"case `{result.case.name}`: {'; '.join(result.faults)}"
            yield loaded.at(("cases", result.index), "case-failed", message)


def run_sound_cases(document: AskedDocument, meaning: AnyMeaning, sound: Iterable[int]) -> Iterator[CaseResult]:
    """The `sound` ones of the cases of a faulty rule, as far as they keep to its sound parts."""
    for index in sound:
        case = document.cases[index]
        try:
            yield CaseResult(index, case, list(differences(case.expect, answer(meaning, case.given))))
        except UnsoundError:
            continue


def disagreements(
    loaded: Loaded, program: Program, meaning: AnyMeaning, witnesses: Iterable[Mapping[str, Any]], engine: Engine
) -> Iterator[Diagnostic]:
    """The inputs of `witnesses` about which the engine and the reference evaluator do not say the same."""
    for given in witnesses:
        for fault in _against_reference(meaning, given, ask(engine, program, given)):
            yield loaded.at((), "engine-disagrees", f"for {_json(given)} {fault}")


def ask(engine: Engine, program: Program, given: Mapping[str, Any]) -> Answer:
    """The engine's answer to a question."""
    try:
        return substance(engine.decide(program, given, "case"))
    except DecisionError as error:
        return Answer(problem=PROBLEMS[type(error)])


def substance(decision: Decision) -> Answer:
    """A decision without its words."""
    chosen = decision.selection or Chosen()
    return Answer(
        outcome=decision.outcome.id if decision.outcome else None,
        actions=tuple(action.id for action in decision.actions),
        path=tuple((step.rule, step.node, step.branch) for step in decision.path if not step.open),
        ask=tuple(question.input for question in decision.ask),
        values=decision.values,
        caveats=tuple(one.id for one in decision.caveats),
        advice=tuple(one.id for one in decision.advice),
        not_judged=tuple(one.id for one in decision.not_judged),
        candidates=tuple(one.key for one in chosen.candidates),
        rejected={one.key: tuple(reason.check for reason in one.because) for one in chosen.rejected},
        relax={one.input: one.to for one in chosen.relax},
    )


def differences(expect: Expectation, found: Answer) -> Iterator[str]:
    """Everything in which an answer is not what was expected, as sentences."""
    if found.problem != expect.problem:
        yield f"expected {_problem(expect.problem)}, found {_problem(found.problem)}"
        return
    if expect.outcome is not None and found.outcome != expect.outcome:
        got = f"`{found.outcome}`" if found.outcome else f"a question for {_json(found.ask)}"
        yield f"expected the outcome `{expect.outcome}`, found {got}"
    for field in ("actions", "ask", "caveats", "advice", "not_judged", "candidates"):
        wanted, given = getattr(expect, field), list(getattr(found, field))
        if wanted is not None and wanted != given:
            yield f"expected `{field}` {_json(wanted)}, found {_json(given)}"
    for name, value in (expect.values or {}).items():
        if name not in found.values:
            yield f"expected a value of `{name}`, found none"
        elif abs(found.values[name] - value) > expect.tolerance:
            yield f"expected `{name}` {value}, found {found.values[name]} (tolerance {expect.tolerance})"
    yield from _selected(expect, found)


def _selected(expect: Expectation, found: Answer) -> Iterator[str]:
    for key, ids in (expect.rejected or {}).items():
        if ids != list(found.rejected.get(key, ())):
            got = f"rejected for {_json(found.rejected[key])}" if key in found.rejected else "that it is not"
            yield f"expected that `{key}` is rejected for {_json(ids)}, found {got}"
    if expect.relax is not None and expect.relax != found.relax:
        yield f"expected `relax` {_json(expect.relax)}, found {_json(found.relax)}"


def _against_reference(meaning: AnyMeaning, given: Mapping[str, Any], found: Answer) -> Iterator[str]:
    reference = answer(meaning, given)
    if reference != found:
        yield f"the engine and the reference evaluator disagree: {_json(found)} against {_json(reference)}"


def _problem(name: str | None) -> str:
    return f"the problem `{name}`" if name else "an answer"


def _json(value: object) -> str:
    return json.encode(value).decode()
