"""Questions to rules, and to the records of a job."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Raw, Struct, ValidationError, json, structs

from service.client.calls.call import JSON, LONG, Call, Reply, as_text, body, given, reads
from service.model.batch import BatchResults, Counts
from service.model.decision import Decision
from service.model.ledger import Ledger
from service.model.nearest import NearestChange
from service.model.problem import Problem
from service.model.rule import RuleId
from service.model.sensitivity import RuleSensitivity
from service.model.solution import RuleSolution

T = TypeVar("T")

Inputs = Mapping[str, Any]
"""Inputs of a rule by name, as JSON has them."""


def decide(rule: str, inputs: Inputs, *, version: str | None = None) -> Call[Decision]:
    """Ask a rule a question; `version` pins one, else the live version answers."""
    return asked(("decisions", rule), reads(Decision), "decision", body(inputs=inputs, version=version))


def decide_by_text(rule: str, texts: Mapping[str, str], *, version: str | None = None) -> Call[Decision]:
    """The same with each input as text, which the service reads by its type: `{"since_checkpoint": "15 min"}`."""
    query = {**given(version=version), **texts}
    return Call(path=("decisions", rule), query=query, read=reads(Decision), noun="decision", scope="decide")


def decide_all(
    rule: str, items: Sequence[Inputs], *, common: Inputs | None = None, version: str | None = None
) -> Call[BatchResults]:
    """Ask many questions at once: for each item, in order, a decision, or the problem that it meets.

    `common` are inputs that all items share; those of an item go before them.
    """
    content = body(items=items, common=common, version=version)
    return _sought(("decisions", rule, "batch"), _results, "list of decisions", content)


def counterfactual(rule: str, inputs: Inputs, *, wanted: str, version: str | None = None) -> Call[NearestChange]:
    """The smallest change of the inputs by which a tree comes to the outcome `wanted`."""
    content = body(inputs=inputs, wanted=wanted, version=version)
    return _sought(("decisions", rule, "counterfactual"), reads(NearestChange), "change of inputs", content)


def solve(
    rule: str, inputs: Inputs, *, unknown: str, target: tuple[str, float | str], version: str | None = None
) -> Call[RuleSolution]:
    """The values of the input `unknown` that bring an output of a formula to a value.

    `target` is the output and its value, such as `("runtime_goodput", 0.95)` or `("badput", "15 min")`.
    """
    output, value = target
    aim = {"output": output, "value": value}
    content = body(inputs=inputs, unknown=unknown, target=aim, version=version)
    return _sought(("decisions", rule, "solve"), reads(RuleSolution), "solution", content)


def sensitivity(
    rule: str, inputs: Inputs, *, output: str | None = None, version: str | None = None
) -> Call[RuleSensitivity]:
    """What each number among the inputs does to an output of a formula, or to all of them."""
    content = body(inputs=inputs, output=output, version=version)
    return _sought(("decisions", rule, "sensitivity"), reads(RuleSensitivity), "list of effects", content)


def timeline(events: Iterable[Mapping[str, Any]], **options: float | None) -> Call[Ledger]:
    """Where the time of a job went, by its events.

    Options are those of the contract: `program_goodput`, `accelerator_hour_price` and so on.
    """
    content = body(events=[*events], **options)
    return _sought(("goodput", "timeline"), reads(Ledger), "ledger", content)


def timeline_picture(events: Iterable[Mapping[str, Any]], **options: float | None) -> Call[str]:
    """The same as a picture in SVG."""
    content = body(events=[*events], **options)
    call = _sought(("goodput", "timeline"), as_text, "picture", content)
    return structs.replace(call, query={"format": "svg"})


def asked(path: Sequence[str], read: Callable[[Reply], T], noun: str, content: bytes) -> Call[T]:
    """A question with a body in JSON."""
    return Call(path=path, read=read, noun=noun, method="POST", content=content, headers=JSON, scope="decide")


def _sought(path: Sequence[str], read: Callable[[Reply], T], noun: str, content: bytes) -> Call[T]:
    """What takes the service longer."""
    return structs.replace(asked(path, read, noun, content), timeout=LONG)


class _Results(Struct, frozen=True):
    """The answer to a batch before its items are told apart."""

    rule: RuleId
    results: list[Raw]
    counts: Counts


def _results(reply: Reply) -> BatchResults:
    found = json.decode(reply.content, type=_Results)
    return BatchResults(rule=found.rule, results=[_result(one) for one in found.results], counts=found.counts)


def _result(item: Raw) -> Decision | Problem:
    """A decision has members that no problem has, and the other way round."""
    try:
        return json.decode(item, type=Decision)
    except ValidationError:
        return json.decode(item, type=Problem)
