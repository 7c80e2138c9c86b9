"""What Google Chat sends, as its API describes it: the members that matter here, of the events that do."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from service.chat.talking import Name

_MENTIONS: Final = frozenset({"USER_MENTION", "SLASH_COMMAND"})


class Node(Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of all that Google Chat sends.

    - ``rename``: its members are in camel case.
    - unknown members are passed over: Google adds to its events.
    """


class Named(Node, frozen=True, kw_only=True):
    """Somebody or something with a name of Google's, such as `users/1`."""

    name: Name


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

    event_time: Name
    message: Message | None = None


class Commanded(Happening, frozen=True, kw_only=True, tag="APP_COMMAND"):
    """A command was chosen, perhaps in a message."""

    event_time: Name
    message: Message | None = None


class Clicked(Happening, frozen=True, kw_only=True, tag="CARD_CLICKED"):
    """A button of a card was pressed."""

    event_time: Name
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


class Removed(Node, frozen=True, kw_only=True, tag_field="type", tag="REMOVED_FROM_SPACE"):
    """The app was removed from a space, where it can say nothing any more."""


AnyEvent = Spoken | Added | Commanded | Clicked | Removed
