"""What Slack sends: a slash command, or a button, menu or field that somebody used."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

from msgspec import Struct, ValidationError, convert, json

from service.chat.buttons import sent_by
from service.chat.talking import Name, Utterance
from service.errors import Issue, MalformedRequestError, RequestRejectedError
from service.model.conversation import Binding

PLATFORM: Final = "slack"
MENU, FIELD, ACTIONS = "static_select", "plain_text_input", "block_actions"
_MOST_FIELDS: Final = 100

T = TypeVar("T", bound=Struct)


class Id(Struct, frozen=True):
    """Somebody or something that Slack names."""

    id: Name


class Option(Struct, frozen=True):
    """A line of a menu."""

    value: str


class Action(Struct, frozen=True, kw_only=True):
    """What was used, and what that says."""

    type: str
    block_id: str
    value: str | None = None
    selected_option: Option | None = None


class Interaction(Struct, frozen=True, kw_only=True):
    """Somebody has used something in a message of ours."""

    type: str
    user: Id
    trigger_id: Name
    response_url: str = ""
    team: Id | None = None
    enterprise: Id | None = None
    channel: Id | None = None
    actions: tuple[Action, ...] = ()


class Command(Struct, frozen=True, kw_only=True):
    """Somebody has typed a slash command."""

    command: str
    user_id: Name
    channel_id: Name
    trigger_id: Name
    response_url: str
    text: str = ""
    team_id: str = ""
    enterprise_id: str = ""


class Call(Struct, frozen=True, kw_only=True):
    """What was said, by whom, and where the answer may be sent afterwards."""

    said: Utterance
    user: str
    response_url: str


def read_form(body: bytes) -> dict[str, str]:
    """The fields of a body.

    Raises:
        MalformedRequestError: it is no form.
    """
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        words = "the body is no form of fields in UTF-8"
        raise MalformedRequestError(words) from error


def read_command(form: Mapping[str, str]) -> Call:
    """A slash command.

    Raises:
        RequestRejectedError: it lacks what Slack always sends.
    """
    sent = _read(dict(form), Command)
    binding = _binding(sent.enterprise_id or sent.team_id, sent.channel_id, sent.user_id)
    said = Utterance(binding=binding, delivery=sent.trigger_id, text=sent.text.strip())
    return Call(said=said, user=sent.user_id, response_url=sent.response_url)


def read_interaction(form: Mapping[str, str]) -> Call:
    """A button, a menu or a field.

    Raises:
        MalformedRequestError: the payload is not JSON.
        RequestRejectedError: it is of another kind, or was not made by this service.
    """
    try:
        payload = json.decode(form.get("payload", ""))
    except (ValueError, RecursionError) as error:
        words = "the field `payload` is not JSON"
        raise MalformedRequestError(words) from error
    sent = _read(payload, Interaction)
    if sent.type != ACTIONS or len(sent.actions) != 1:
        words = f"an interaction has the type `{ACTIONS}` and one action: this service offers nothing else in Slack"
        raise RequestRejectedError([Issue("wrong-type", "$.payload", words)])
    [used] = sent.actions
    conversation, _, _ = used.block_id.partition("|")
    text, answers = _sent(used)
    place = sent.enterprise or sent.team
    binding = _binding(place.id if place else "", sent.channel.id if sent.channel else "", sent.user.id)
    said = Utterance(binding=binding, delivery=sent.trigger_id, text=text, answers=answers, conversation=conversation)
    return Call(said=said, user=sent.user.id, response_url=sent.response_url)


def _sent(used: Action) -> tuple[str, dict[str, Any] | None]:
    """What a field says is text; buttons and menus say what we gave them to say."""
    if used.type == FIELD:
        return (used.value or "").strip(), None
    option = used.selected_option
    return sent_by((option.value if option else used.value) or "")


def _binding(team: str, channel: str, user: str) -> Binding:
    """Users and channels are known by their organization, or else by their team: of two, each may have the same."""
    return Binding(platform=PLATFORM, channel=f"{team}/{channel}", user=f"{team}/{user}")


def _read(value: object, form: type[T]) -> T:
    try:
        return convert(value, form)
    except ValidationError as error:
        raise RequestRejectedError([Issue("wrong-type", "$", f"Slack sends something else: {error}")]) from error
