"""A rule as a tool: its inputs are the arguments, its decision is the answer."""

from collections.abc import Iterator
from typing import Any, assert_never

from service.engine.program import (
    AdviceProgram,
    AskedProgram,
    CatalogProgram,
    FormulaProgram,
    SelectionProgram,
    TreeProgram,
)
from service.model.durations import PATTERN
from service.model.tool import Schema, Tool
from service.usecases.describing.answers import decision_schema
from service.usecases.describing.inputs import inputs_schema
from service.usecases.revision import Revision, Version


def asked_rules(revision: Revision) -> Iterator[tuple[Version, AskedProgram]]:
    """The live rules that answer questions, and their programs; a catalog answers none."""
    for rule in revision.rules.values():
        if rule.live is not None and not isinstance(rule.live.program, CatalogProgram):
            yield rule.live, rule.live.program


def rule_tool(name: str, version: Version, program: AskedProgram) -> Tool:
    """The tool of a rule, under that name."""
    return Tool(
        name=name,
        title=version.document.title,
        description=description_of(version, program),
        input_schema=arguments_schema(version),
        output_schema=decision_schema(program),
    )


def arguments_schema(version: Version) -> Schema:
    """The inputs of a rule, for a model to read."""
    schema: Schema = readable(inputs_schema(version))
    return schema


def readable(part: Any) -> Any:
    """A schema without the grammar of durations: its description says the same in ten words.

    A text that is none is refused by the service.
    """
    if isinstance(part, dict):
        return {name: readable(one) for name, one in part.items() if one != PATTERN}
    return [readable(one) for one in part] if isinstance(part, list) else part


def description_of(version: Version, program: AskedProgram) -> str:
    """What a rule is for, how to take its answer, and what it asks for."""
    asks = ", ".join(f"`{name}`" for name in program.common.inputs)
    parts = (
        _sentence(version.document.title),
        _sentence(version.document.summary or ""),
        _usage(program),
        f"Asks for {asks}." if asks else "",
    )
    return " ".join(one for one in parts if one)


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "?", "!")) else f"{text}."


def _usage(program: AskedProgram) -> str:
    match program:
        case TreeProgram():
            return (
                "Give what is known; the rest is left out or null. If the status is `needs-input`, put the first "
                "question of `ask` to the user, after the actions that it names, and call again with the answer."
            )
        case FormulaProgram():
            return "Computes `values` in the `units` beside them, once all required inputs are given."
        case AdviceProgram():
            return "Give what is known; the rest is left out or null, and `not_judged` names what more could be said."
        case SelectionProgram():
            return "Gives candidates in order, and why the others are none."
        case unreachable:
            assert_never(unreachable)
