"""What Google Chat sends: a message, a button or a form that was used, and that the app was added or removed."""

from collections.abc import Mapping
from typing import Any, Final, assert_never

from msgspec import DecodeError, Struct, ValidationError, convert, json

from service.chat.buttons import sent_by
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
_MENTIONS: Final = frozenset({"USER_MENTION", "SLASH_COMMAND"})


class Node(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of all that Google Chat sends.

    - ``rename``: its members are in camel case.
    - unknown members are passed over: Google adds to its events.
    """


class Named(Node, frozen=True, kw_only=True):
    """Somebody or something with a name of Google's, such as `users/1`."""

    name: str


class Space(Named, frozen=True, kw_only=True):
    """A place where people talk."""

    type: str = ""
    single_user_bot_dm: bool = False

    @property
    def is_private(self) -> bool:
        """Whether one person and the app are alone; direct messages of two people have the same `spaceType`."""
        return self.single_user_bot_dm or self.type == "DM"


class Annotation(Node, frozen=True, kw_only=True):
    """Something within a text that is more than text."""

    type: str = ""


class Message(Named, frozen=True, kw_only=True):
    """A message: of somebody, or one of ours that was pressed."""

    text: str = ""
    argument_text: str | None = None
    slash_command: dict[str, Any] | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def said(self) -> str:
        """What it says to the app; with no argument, a command or a mention alone says nothing."""
        if self.argument_text is not None:
            return self.argument_text.strip()
        is_empty = self.slash_command is not None or any(one.type in _MENTIONS for one in self.annotations)
        return "" if is_empty else self.text.strip()


class Parameter(Node, frozen=True, kw_only=True):
    """Something that a button carries."""

    key: str = ""
    value: str = ""


class Action(Node, frozen=True, kw_only=True):
    """What a button does."""

    action_method_name: str = ""
    parameters: tuple[Parameter, ...] = ()


class Strings(Node, frozen=True, kw_only=True):
    """What was typed or chosen."""

    value: tuple[str, ...] = ()


class Input(Node, frozen=True, kw_only=True):
    """The content of a field or menu."""

    string_inputs: Strings = Strings()


class Common(Node, frozen=True, kw_only=True):
    """What was used, with the content of all fields and menus."""

    invoked_function: str = ""
    parameters: dict[str, str] = {}
    form_inputs: dict[str, Input] = {}


class Happening(Node, frozen=True, kw_only=True, tag_field="type"):
    """Something that somebody did in a space; `type` says what."""

    space: Space
    user: Named


class Spoken(Happening, frozen=True, kw_only=True, tag="MESSAGE"):
    """Somebody has said something to the app."""

    message: Message


class Added(Happening, frozen=True, kw_only=True, tag="ADDED_TO_SPACE"):
    """The app was added to a space, perhaps by a message to it."""

    event_time: str
    message: Message | None = None


class Commanded(Happening, frozen=True, kw_only=True, tag="APP_COMMAND"):
    """A command was chosen, perhaps in a message."""

    event_time: str
    message: Message | None = None


class Clicked(Happening, frozen=True, kw_only=True, tag="CARD_CLICKED"):
    """A button of a card was pressed."""

    event_time: str
    message: Message
    action: Action = Action()
    common: Common = Common()

    @property
    def function(self) -> str:
        """The function of the button."""
        return self.common.invoked_function or self.action.action_method_name

    @property
    def parameters(self) -> Mapping[str, str]:
        """What the button carries."""
        return self.common.parameters or {one.key: one.value for one in self.action.parameters}

    def content(self, name: str) -> str:
        """What was typed into a field, or chosen of a menu."""
        return next(iter(self.common.form_inputs.get(name, Input()).string_inputs.value), "")


class Removed(Happening, frozen=True, kw_only=True, tag="REMOVED_FROM_SPACE"):
    """The app was removed from a space, where it can say nothing any more."""

    event_time: str = ""


AnyEvent = Spoken | Added | Commanded | Clicked | Removed


class Event(Struct, frozen=True, kw_only=True):
    """What was said, where and by whom, and whether by pressing something."""

    type: str
    said: Utterance
    space: Space
    user: Named
    is_click: bool = False


def read_event(body: bytes) -> Event:
    """An event.

    Raises:
        MalformedRequestError: the body is not JSON.
        RequestRejectedError: it is no interaction event, one of another kind, or of a card that is not ours.
    """
    sent = _read(body)
    match sent:
        case Removed():
            return _event("REMOVED_FROM_SPACE", sent, _said(sent, f"{sent.space.name}@{sent.event_time}"))
        case Spoken(message=message):
            return _event("MESSAGE", sent, _said(sent, message.name, message.said))
        case Added(message=message) | Commanded(message=message):
            delivery = message.name if message else f"{sent.space.name}@{sent.event_time}"
            return _event("ADDED_TO_SPACE", sent, _said(sent, delivery, message.said if message else ""))
        case Clicked():
            return _event("CARD_CLICKED", sent, _pressed(sent))
        case unreachable:
            assert_never(unreachable)


def _event(kind: str, sent: Happening, said: Utterance) -> Event:
    return Event(type=kind, said=said, space=sent.space, user=sent.user, is_click=kind == "CARD_CLICKED")


def _said(sent: Happening, delivery: str, text: str = "") -> Utterance:
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
