"""JSON Schemas of answers, made of the structs that they are sent from."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from msgspec import Struct, json

from service.engine.program import AdviceProgram, AskedProgram, FormulaProgram, SelectionProgram, TreeProgram
from service.model.decision import Decision, Record
from service.model.formula import Output
from service.model.recommendation import SentRecommendation
from service.model.rule import RuleId
from service.model.solution import Limit, RuleSolution, Sample, Target
from service.model.tool import Explanation, RuleList, RuleSketch, Schema

_WHOLE: Final[tuple[type[Struct], ...]] = (
    *Record.__subclasses__(),
    *(RuleId, SentRecommendation),
    *(RuleSolution, Target, Sample, Limit),
    *(RuleList, RuleSketch, Explanation),
)
"""What is always sent with all its members."""
_ALWAYS: Final = ("decision_id", "rule", "rules", "status", "inputs")
_REF: Final = "#/$defs/"
_MEMBERS: Final[dict[type, tuple[str, ...]]] = {
    TreeProgram: ("outcome", "actions", "path", "ask"),
    FormulaProgram: ("values", "units", "caveats"),
    AdviceProgram: ("advice", "not_judged"),
    SelectionProgram: ("selection", "caveats", "units"),
}
"""The members of a decision that a kind of rule fills; the others are always there, and empty."""


def require_all(made: dict[str, Schema], structs: Iterable[type[Struct]]) -> None:
    """Say of these structs that they are sent with all their members, those that have a default included."""
    for struct in structs:
        properties = made[struct.__name__]["properties"]
        made[struct.__name__]["required"] = list(properties)
        for one in properties.values():
            one.pop("default", None)


def decision_schema(program: AskedProgram) -> Schema:
    """The decisions of a rule: what its kind fills, and what an output of it means."""
    members = {name: one for name, one in answer_schema(Decision)["properties"].items() if name in _filled(program)}
    if isinstance(program, FormulaProgram):
        members["values"] = _values(program)
    return _closed_over({**answer_schema(Decision), "properties": members, "required": list(members)})


@cache
def answer_schema(struct: type[Struct]) -> Schema:
    """What a struct is sent as: an object, with its parts as definitions of its own."""
    _, made = json.schema_components((struct,), ref_template=_REF + "{name}")
    require_all(made, [one for one in _WHOLE if one.__name__ in made])
    for one in made.values():
        one.pop("title", None)  # the name of a class, which stands at its definition as well
    root = made[struct.__name__]
    return _closed_over({**root, "$defs": made})


def _filled(program: AskedProgram) -> frozenset[str]:
    return frozenset((*_ALWAYS, *_MEMBERS[type(program)]))


def _values(program: FormulaProgram) -> Schema:
    outputs = program.document.outputs
    return {
        "type": "object",
        "properties": {name: {"type": "number", "description": _measured(one)} for name, one in outputs.items()},
        "additionalProperties": False,
    }


def _measured(output: Output) -> str:
    return f"{output.title or 'A number'}{'' if output.unit == '1' else f', in {output.unit}'}."


def _closed_over(schema: Schema) -> Schema:
    """The same with those definitions alone that it comes to."""
    found: dict[str, Schema] = {}
    waiting = [{name: one for name, one in schema.items() if name != "$defs"}]
    while waiting:
        for name in _named(waiting.pop()):
            if name not in found:
                found[name] = schema["$defs"][name]
                waiting.append(found[name])
    rest = {name: one for name, one in schema.items() if name != "$defs"}
    return {**rest, "$defs": dict(sorted(found.items()))} if found else rest


def _named(part: Any) -> Iterator[str]:
    """The definitions that a part of a schema names."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].removeprefix(_REF)
        for one in part.values():
            yield from _named(one)
    elif isinstance(part, list):
        for one in part:
            yield from _named(one)
