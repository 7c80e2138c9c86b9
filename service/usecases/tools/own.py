"""The tools that are no rules: a list, an explanation, a formula backwards, machines."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from service.engine.program import AskedProgram, FormulaProgram, SelectionProgram, TreeProgram
from service.language.values import LARGEST
from service.model.recommendation import SentRecommendation
from service.model.solution import RuleSolution
from service.model.tool import Explanation, RuleList, Schema, Tool
from service.usecases.describing.answers import answer_schema
from service.usecases.describing.inputs import constraints_schema
from service.usecases.numbers import numbers
from service.usecases.recommend import recommends, selections
from service.usecases.revision import Revision, Version
from service.usecases.tools.describing import asked_rules, readable
from service.usecases.tools.forms import EXPLAIN, LIST_RULES, RECOMMEND, SOLVE

_WORDS: Final = {
    LIST_RULES: ("List the rules", "Names every live rule and what it asks for."),
    EXPLAIN: (
        "Explain a rule",
        (
            "Says what a rule does: summary, sources and a Mermaid flowchart. With inputs it also says what the rule "
            "decides for them, and why."
        ),
    ),
    SOLVE: (
        "Solve a formula",
        (
            "Asks a formula backwards: all values of one number among its inputs for which an output comes to a "
            "target, or the range that it can be brought to. The other inputs stay as they are given."
        ),
    ),
    RECOMMEND: (
        "Recommend machines",
        (
            "Decides by a rule and finds the machines for what it recommends, with prices, and why the others are "
            "none. If the status is `needs-input`, the decision says what to ask."
        ),
    ),
}
"""Titles, and what the tools do."""
_INPUTS: Final = "Inputs by name, as the tool of the rule takes them."
_VERSION: Final[Schema] = {"type": ["string", "null"], "description": "A version, in place of the live one."}


def own_tools(revision: Revision) -> Iterator[Tool]:
    """Those for which there are rules."""
    live = list(asked_rules(revision))
    yield _tool(LIST_RULES, {}, answer=RuleList)
    yield _tool(EXPLAIN, _explaining(live), ["rule"], answer=Explanation)
    formulas = [one for _, one in live if isinstance(one, FormulaProgram) and numbers(one)]
    if formulas:
        yield _tool(SOLVE, _solving(formulas), ["rule", "inputs", "unknown", "target"], answer=RuleSolution)
    chosen = selections(revision)
    trees = [
        one
        for _, one in live
        if isinstance(one, TreeProgram) and any(recommends(one, selection) for _, selection in chosen)
    ]
    if trees:
        yield _tool(RECOMMEND, _recommending(trees, chosen), ["rule", "inputs"], answer=SentRecommendation)


def _tool(name: str, members: dict[str, Schema], needed: Sequence[str] = (), *, answer: type[Struct]) -> Tool:
    title, words = _WORDS[name]
    return Tool(
        name=name,
        title=title,
        description=words,
        input_schema=_object(members, needed),
        output_schema=answer_schema(answer),
    )


def _object(members: dict[str, Schema], needed: Sequence[str]) -> Schema:
    required = {"required": list(needed)} if needed else {}
    return {"type": "object", "properties": members, **required, "additionalProperties": False}


def _explaining(live: Iterable[tuple[Version, AskedProgram]]) -> dict[str, Schema]:
    words = "Whether the document is wanted as well, in YAML; it may be long."
    return {
        "rule": _one_of(program for _, program in live),
        "inputs": {"type": ["object", "null"], "description": f"{_INPUTS} With them a decision is explained."},
        "version": _VERSION,
        "document": {"type": ["boolean", "null"], "description": words},
    }


def _solving(formulas: Sequence[FormulaProgram]) -> dict[str, Schema]:
    outputs = "; ".join(f"of `{one.common.id.name}` {', '.join(one.outputs)}" for one in formulas)
    number = {"anyOf": [{"type": "number", "minimum": -LARGEST, "maximum": LARGEST}, {"type": "string"}]}
    words = "What it is to be, in its unit; a time may be text such as `15 min`."
    target: dict[str, Schema] = {
        "output": {"type": "string", "description": f"An output of the rule: {outputs}."},
        "value": {**number, "description": words},
    }
    unknown = "The input that is looked for, a number; in a list it is `list.column`."
    return {
        "rule": _one_of(formulas),
        "inputs": {"type": "object", "description": f"{_INPUTS} The unknown is left out."},
        "unknown": {"type": "string", "description": unknown},
        "target": {**_object(target, ["output", "value"]), "description": "What is to be brought about."},
        "version": _VERSION,
    }


def _recommending(
    trees: Iterable[TreeProgram], chosen: Sequence[tuple[Version, SelectionProgram]]
) -> dict[str, Schema]:
    words = "What the machines must meet, all of it optional."
    names = [version.id.name for version, _ in chosen]
    free: Schema = {"type": ["object", "null"]}
    constraints = readable(constraints_schema(chosen[0][1])) if len(chosen) == 1 else free
    return {
        "rule": _one_of(trees),
        "inputs": {"type": "object", "description": _INPUTS},
        "constraints": {**constraints, "type": ["object", "null"], "description": words},
        "version": _VERSION,
        "selection": {
            "type": ["string", "null"],
            "enum": [*names, None],
            "description": "The rule that chooses among machines.",
        },
    }


def _one_of(programs: Iterable[AskedProgram]) -> Schema:
    return {"type": "string", "enum": [one.common.id.name for one in programs], "description": "The name of a rule."}
