"""The endpoint of a Google Chat app."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Final

from msgspec import json

from service.chat.google.events import read_event
from service.chat.google.messages import message
from service.chat.google.tokens import Tokens
from service.chat.talking import Talk

_NOTHING: Final = b"{}"


class GoogleChat:
    """Answers what Google Chat sends."""

    def __init__(self, talk: Talk, tokens: Tokens) -> None:
        """Take the parts."""
        self._talk = talk
        self._tokens = tokens

    async def event(self, headers: Mapping[str, str], body: bytes) -> bytes:
        """The message that answers an event; nothing, where nobody is left to read it.

        Raises:
            ForgedRequestError: Google Chat did not send this.
            BusyError: it can't be told now who sent this.
            MalformedRequestError, RequestRejectedError: it is no event that this service has an answer to.
        """
        await self._tokens.check(headers)
        event = read_event(body)
        if event is None:
            return _NOTHING
        return json.encode(message(await self._talk(event.said), event))

    @asynccontextmanager
    async def open(self, _: object) -> AsyncGenerator[None]:
        """The time in which requests may come; a lifespan of the application."""
        try:
            yield
        finally:
            self._tokens.close()
