"""Commands that move a conversation: back, and on to the next measurements."""

from typing import Final

from service.model.conversation import Conversation, Notice
from service.understanding.understood import AnyCommand, Back, MeasureAgain
from service.usecases.conversing import memory
from service.usecases.conversing.steps import Step

_NOTHING_BACK: Final = Notice(code="taken-back", text="There is nothing to take back.")
_NOTHING_AGAIN: Final = Notice(code="round", text="There is nothing to measure again.")
_GO_ON: Final = Notice(code="round", text="Good. Go on with what you measure now.")

Moved = tuple[Conversation, tuple[Notice, ...]]


def moved(one: Conversation, command: AnyCommand | None, look: Step) -> Moved:
    """The conversation after a command; after any other, or none, as it was."""
    match command:
        case Back():
            return _back(one)
        case MeasureAgain():
            return _again(one, look)
        case _:
            return one, ()


def _back(one: Conversation) -> Moved:
    """From the list of rules back to the rule; else without the last answers."""
    if one.stage == "choosing":
        return one, ()
    last = memory.last_answers(one)
    if not last:
        return one, (_NOTHING_BACK,)
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(given.input for given in last))
    return memory.taken_back(one), (Notice(code="taken-back", text=f"Taken back: {names}."),)


def _again(one: Conversation, look: Step) -> Moved:
    """Into the next round, where the answer says so; a question after actions is the measurement that is meant."""
    if one.repeat:
        after = memory.measuring(one)
        return after, (memory.round_notice(after),)
    if look.questions and look.questions[0].after:
        return one, (_GO_ON,)
    return one, (_NOTHING_AGAIN,)
