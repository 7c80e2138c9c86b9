"""What Google Chat sends: a message, a button or a form that was used, and that the app was added or removed."""

from typing import Final, assert_never

from msgspec import DecodeError, Struct, ValidationError, convert, json

from service.chat.buttons import sent_by
from service.chat.google.payloads import Added, AnyEvent, Clicked, Commanded, Happening, Named, Removed, Space, Spoken
from service.chat.talking import Utterance
from service.errors import Issue, MalformedRequestError, RequestRejectedError
from service.model.conversation import Binding

PLATFORM: Final = "google-chat"
SAY: Final = "say"
CONVERSATION, VALUE, CHOSEN, FIELD = "conversation", "value", "chosen", "answer"
"""What buttons carry: the conversation, and either a value, or that one was chosen in the field; else it was typed."""
_OF_ADD_ONS: Final = frozenset({"commonEventObject", "chat"})
_ADD_ON: Final = (
    "this is an event of a Google Workspace add-on: configure the app as a Chat app with interaction events, which is"
    " not built as an add-on"
)


class Event(Struct, frozen=True, kw_only=True):
    """What was said, where and by whom, and whether by pressing something."""

    said: Utterance
    space: Space
    user: Named
    is_click: bool = False


def read_event(body: bytes) -> Event | None:
    """An event; nothing of one after which nobody is there to answer.

    Raises:
        MalformedRequestError: the body is not JSON.
        RequestRejectedError: it is no interaction event, one of another kind, or of a card that is not ours.
    """
    sent = _read(body)
    match sent:
        case Removed():
            return None
        case Spoken(message=message):
            said = _said(sent, message.name, message.said)
        case Added(message=message) | Commanded(message=message):
            delivery = message.name if message else f"{sent.space.name}@{sent.event_time}"
            said = _said(sent, delivery, message.said if message else "")
        case Clicked():
            said = _pressed(sent)
        case unreachable:
            assert_never(unreachable)
    return Event(said=said, space=sent.space, user=sent.user, is_click=isinstance(sent, Clicked))


def _said(sent: Happening, delivery: str, text: str) -> Utterance:
    return Utterance(binding=_binding(sent), delivery=delivery, text=text)


def _pressed(event: Clicked) -> Utterance:
    """What a field says is text; buttons and menus say what we gave them to say."""
    sent = event.parameters
    if event.function != SAY or CONVERSATION not in sent:
        raise _rejected("$.common", "this button was not made by this service")
    content = event.content(FIELD)
    if VALUE in sent:
        text, answers = sent_by(sent[VALUE])
    elif CHOSEN in sent:
        text, answers = sent_by(content) if content else ("", None)
    else:
        text, answers = content.strip(), None
    delivery = f"{event.message.name}@{event.event_time}"
    conversation = sent[CONVERSATION]
    return Utterance(binding=_binding(event), delivery=delivery, text=text, answers=answers, conversation=conversation)


def _binding(event: Happening) -> Binding:
    return Binding(platform=PLATFORM, channel=event.space.name, user=event.user.name)


def _read(body: bytes) -> AnyEvent:
    try:
        value = json.decode(body)
    except (DecodeError, RecursionError) as error:
        words = "the body is not JSON in UTF-8"
        raise MalformedRequestError(words) from error
    if isinstance(value, dict) and not _OF_ADD_ONS.isdisjoint(value):
        raise _rejected("$", _ADD_ON)
    try:
        event: AnyEvent = convert(value, AnyEvent)
    except ValidationError as error:
        raise _rejected("$", f"Google Chat sends something else: {error}") from error
    return event


def _rejected(path: str, words: str) -> RequestRejectedError:
    return RequestRejectedError([Issue("wrong-type", path, words)])
