"""What an answer says, by names: for tools that take variables and no structure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import json

from service.model.decision import Candidate, Decision
from service.model.recommendation import Recommendation
from service.representations.answers import Answer, caveats_of, chosen_of, decision_of

Facts = dict[str, str | int | float | bool | list[str] | None]
"""Values by names that every tool takes as they are; nothing where a value is unknown."""

CAVEATS: Final = "caveats"
"""What to keep in mind, which is for people."""
_LEFT_OUT: Final = frozenset({"as_of", "source"})
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_EXACT: Final = 2**53
"""Whole numbers below are exact as doubles, and are shown as whole."""


def facts(answer: Answer) -> Facts:
    """Numbers, texts, truth values and lists of texts, and nothing where something is unknown.

    They are the same for the same question and the same rules: no time, no identity of the answer. Of several
    candidates it is the first; `machine_types` lists them all, and `caveats` what to keep in mind. What an author has
    given a name that not every tool takes as a variable's is left to JSON.
    """
    return {name: _plain(value) for name, value in _answered(answer) if _NAME.fullmatch(name)}


def _answered(answer: Answer) -> Iterator[tuple[str, Any]]:
    """Of several values of one name the last counts."""
    yield from _decided(decision_of(answer))
    chosen = chosen_of(answer)
    if chosen is not None:
        yield from _chosen(chosen.candidates)
    if isinstance(answer, Recommendation):
        yield "selection_version", answer.selection.version
    yield CAVEATS, [*_of_first(chosen.candidates if chosen else ()), *caveats_of(answer)]


def _decided(decision: Decision) -> Iterator[tuple[str, Any]]:
    yield from {"rule": decision.rule.name, "rule_version": decision.rule.version}.items()
    yield "rule_digest", decision.rule.digest
    outcome = decision.outcome
    if outcome is not None:
        yield from {"outcome": outcome.id, "outcome_title": outcome.title, **outcome.recommend}.items()
    if decision.actions:
        yield "actions", [one.id for one in decision.actions]
    if decision.advice:
        yield "advice", [one.id for one in decision.advice]
    yield from decision.values.items()


def _chosen(candidates: tuple[Candidate, ...]) -> Iterator[tuple[str, Any]]:
    first: Mapping[str, Any] = candidates[0].fields if candidates else {}
    yield from ((name, value) for name, value in first.items() if name not in _LEFT_OUT)
    names = (str(one.fields.get("machine_type") or one.key) for one in candidates)
    yield "machine_types", list(dict.fromkeys(names))


def _of_first(candidates: tuple[Candidate, ...]) -> tuple[str, ...]:
    return candidates[0].caveats if candidates else ()


def _plain(value: Any) -> str | int | float | bool | list[str] | None:
    """A value as it is, or a list of texts; what has more structure, as JSON."""
    match value:
        case None | str() | bool() | int():
            return value
        case float():
            return int(value) if value.is_integer() and abs(value) < _EXACT else value
        case list() | tuple():
            return [text(one) for one in value]
        case _:
            return text(value)


def apart(facts: Facts) -> tuple[Facts, list[str]]:
    """What programs take, and the caveats, for forms that have comments for those."""
    told = facts.get(CAVEATS)
    rest = {name: value for name, value in facts.items() if name != CAVEATS}
    return rest, told if isinstance(told, list) else []


def text(value: Any) -> str:
    """A value in a place that takes nothing but text: text as it is, anything else as JSON, nothing as no text."""
    match value:
        case None:
            return ""
        case str():
            return value
        case float() if value.is_integer() and abs(value) < _EXACT:
            return str(int(value))
        case _:
            return json.encode(value).decode()
