"""Chat platforms: which are configured, and what serves them. A platform that is not configured costs nothing."""

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from service.settings import PREFIX, Settings
from service.usecases.converse import Converse

if TYPE_CHECKING:
    from service.chat.talking import Talk
    from service.http.parts import Platform

SLACK: Final = ("/chat/slack/commands", "/chat/slack/interactions")
GOOGLE: Final = "/chat/google"
_FORM: Final = "application/x-www-form-urlencoded"

Lifespan = Callable[[Any], AbstractAsyncContextManager[None]]


class Door(Struct, frozen=True, kw_only=True):
    """A platform in the words of the log: where it is served, or the setting by which it would be."""

    platform: str
    paths: tuple[str, ...]
    setting: str
    is_open: bool


def doors(settings: Settings) -> tuple[Door, ...]:
    """All platforms, served or not."""
    return (
        Door(platform="mcp", paths=("/mcp",), setting=f"{PREFIX}MCP=on", is_open=settings.serves_mcp),
        Door(
            platform="slack",
            paths=SLACK,
            setting=f"{PREFIX}SLACK_SIGNING_SECRET",
            is_open=bool(settings.slack_signing_secret),
        ),
        Door(
            platform="google-chat",
            paths=(GOOGLE,),
            setting=f"{PREFIX}GOOGLE_CHAT_AUDIENCE",
            is_open=bool(settings.google_chat_audience),
        ),
    )


class Served(NamedTuple):
    """A platform: what serves its paths, and the time in which it can be served, a lifespan of the application."""

    platforms: tuple["Platform", ...]
    lifespan: Lifespan


def chat_platforms(settings: Settings, converse: Converse) -> Iterator[Served]:
    """What serves the platforms that are configured."""
    if not (settings.slack_signing_secret or settings.google_chat_audience):
        return
    from service.chat.pace import Pace  # noqa: PLC0415
    from service.chat.talking import Talk  # noqa: PLC0415

    pace = Pace(per_user=settings.chat_user_rate, per_channel=settings.chat_channel_rate)
    talk = Talk(converse, pace)
    if settings.slack_signing_secret:
        yield _slack(settings, talk)
    if settings.google_chat_audience:
        yield _google(settings, talk)


def _slack(settings: Settings, talk: "Talk") -> Served:
    from service.chat.slack.endpoint import Slack  # noqa: PLC0415
    from service.chat.slack.hooks import Hooks  # noqa: PLC0415
    from service.chat.slack.signing import Signing  # noqa: PLC0415
    from service.http.parts import Platform  # noqa: PLC0415

    slack = Slack(talk, Signing(settings.slack_signing_secret), Hooks(settings.hooks))
    commands, interactions = SLACK
    return Served(
        (
            Platform(path=commands, media_type=_FORM, answer=slack.command),
            Platform(path=interactions, media_type=_FORM, answer=slack.interaction),
        ),
        slack.open,
    )


def _google(settings: Settings, talk: "Talk") -> Served:
    from service.chat.google.endpoint import GoogleChat  # noqa: PLC0415
    from service.chat.google.tokens import Tokens  # noqa: PLC0415
    from service.http.parts import Platform  # noqa: PLC0415

    chat = GoogleChat(talk, Tokens(settings.google_chat_audience, settings.google_certs))
    return Served((Platform(path=GOOGLE, media_type="application/json", answer=chat.event),), chat.open)
