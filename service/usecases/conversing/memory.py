"""What a conversation remembers, and how that changes: each function gives the conversation as it is afterwards."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from service.model.conversation import Conversation, Given, Notice
from service.model.rule import RuleId

STEPS: Final = 20
"""Turns that can be taken back; what was said before them is remembered without its order."""


def answered(one: Conversation, values: Mapping[str, Any]) -> Conversation:
    """With answers that are given now; nothing as a value takes back what was known."""
    if not values:
        return one
    if one.repeat and not set(one.repeat).isdisjoint(values):
        one = measuring(one)
    new = [Given(input=name, value=value, turn=one.turn + 1, round=one.round) for name, value in values.items()]
    return undecided(replace(one, given=_folded((*one.given, *new))))


def measuring(one: Conversation) -> Conversation:
    """At the begin of a new round: what is to be measured anew is forgotten, the rest stays."""
    inputs, following = one.inputs, one.round + 1
    cleared = [
        Given(input=name, value=None, turn=one.turn + 1, round=following) for name in one.repeat if name in inputs
    ]
    return undecided(replace(one, given=_folded((*one.given, *cleared)), repeat=(), informed=()))


def round_notice(one: Conversation) -> Notice:
    """What to say at the begin of a round."""
    return Notice(code="round", text=f"Round {one.round} of the measurements; what is not measured again is kept.")


def last_answers(one: Conversation) -> tuple[Given, ...]:
    """What `taken_back` would take back."""
    last = max((given.turn for given in one.given), default=0)
    return tuple(given for given in one.given if given.turn == last > 0)


def taken_back(one: Conversation) -> Conversation:
    """Without the answers of the last turn that gave any."""
    last = last_answers(one)
    kept = tuple(given for given in one.given if given not in last)
    return undecided(replace(one, given=kept, informed=(), repeat=(), open=()))


def begun_with(one: Conversation, rule: RuleId) -> Conversation:
    """At the begin of a rule, with nothing known."""
    fresh = replace(one, rule=rule, given=(), repeat=(), informed=(), live=None, asked=None, offered=(), open=())
    return undecided(replace(fresh, stage="asking"))


def undecided(one: Conversation) -> Conversation:
    """Without a decision: the last one was made of other answers."""
    return replace(one, decision_id=None, decided_by=())


def _folded(given: tuple[Given, ...]) -> tuple[Given, ...]:
    """The same answers; of those that can't be taken back any more, only what still counts."""
    turns = sorted({one.turn for one in given})
    if len(turns) <= STEPS:
        return given
    old, recent = turns[:-STEPS], set(turns[-STEPS:])
    counting = {one.input: replace(one, turn=0) for one in given if one.turn in old}
    return (*_known(counting.values()), *(one for one in given if one.turn in recent))


def _known(given: Iterable[Given]) -> Iterable[Given]:
    return (one for one in given if one.value is not None)
