"""Values and decisions in the words of a chat."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.engine.program import AdviceProgram, FormulaProgram, SelectionProgram
from service.language.messages import words
from service.language.values import shown
from service.model.decision import Decision, Step
from service.model.inputs import AnyInput, BooleanInput, ChoiceInput, DurationInput, ListInput
from service.usecases.conversing.steps import Step as Look
from service.usecases.revision import Version

MOST_RESULTS: Final = 10
"""Results that are told; a selection may have hundreds of candidates."""
_TIMES: Final = ((86_400, "d"), (3_600, "h"), (60, "min"))


def value_of(one: AnyInput, value: Any) -> str:
    """A value of an input: `yes`, `Any other model`, `15 min`; one that is sensitive is said to nobody."""
    if is_secret(one):
        return "(not repeated)"
    match one:
        case BooleanInput():
            return "yes" if value else "no"
        case ChoiceInput(values=values):
            return values.get(value, str(value))
        case DurationInput():
            return _time(value)
        case ListInput():
            return f"{len(value)} of them"
        case _:
            return words(value)


def is_(name: str, one: AnyInput, value: Any) -> str:
    """A line that says what an input is, by the names that can be typed: `model = other`."""
    return f"{name} = {value if isinstance(one, ChoiceInput) and not is_secret(one) else value_of(one, value)}"


def public(version: Version, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs without what is sensitive, which is repeated nowhere."""
    known = version.program.common.inputs
    return {name: value for name, value in inputs.items() if name in known and not is_secret(known[name])}


def is_secret(one: AnyInput) -> bool:
    """Whether an input, or a column of it, is sensitive."""
    return one.sensitive or (isinstance(one, ListInput) and any(column.sensitive for column in one.of.values()))


def reasons(version: Version, path: Iterable[Step]) -> tuple[str, ...]:
    """The reasons of a path, each with what it was read from."""
    return tuple(_reason(version, step) for step in path if step.because)


def results(version: Version, decision: Decision) -> tuple[str, ...]:
    """What came out of any rule but a tree, a line for each result."""
    match version.program:
        case FormulaProgram(document=document):
            named = {name: one.title or name for name, one in document.outputs.items()}
            return tuple(_measured(named[name], value, decision.units[name]) for name, value in decision.values.items())
        case AdviceProgram():
            return tuple(one.title for one in decision.advice) or (_nothing(decision),)
        case SelectionProgram() if decision.selection:
            found = decision.selection.candidates[:MOST_RESULTS]
            return tuple(f"{one.rank}. {one.key}" for one in found) or ("Nothing meets all constraints.",)
        case _:
            return ()


def summary(look: Look) -> str:
    """What a look at a rule comes to, in half a sentence."""
    if look.refusal:
        return f"that is refused: {look.refusal}"
    decision = look.decision
    if decision and decision.outcome:
        return decision.outcome.title
    if decision and look.is_decided:
        return "; ".join(results(look.version, decision)[:3])
    asked = look.questions[0]
    return f"that depends on `{asked.input}` ({asked.question})"


def _nothing(decision: Decision) -> str:
    return "There is nothing to advise so far." if decision.not_judged else "There is nothing to advise."


def _reason(version: Version, step: Step) -> str:
    known = version.program.common.inputs
    read = [is_(name, known[name], value) for name, value in public(version, step.read).items()]
    return f"{step.because} ({', '.join(read)})" if read else str(step.because)


def _measured(title: str, value: float, unit: str) -> str:
    return f"{title}: {_time(value)}" if unit == "s" else f"{title}: {shown(value)}{'' if unit == '1' else f' {unit}'}"


def _time(seconds: float) -> str:
    """A length of time, in the largest unit of which there is a whole number."""
    for length, unit in _TIMES:
        if seconds >= length and seconds % length == 0:
            return f"{shown(seconds / length)} {unit}"
    return f"{shown(seconds)} s"
