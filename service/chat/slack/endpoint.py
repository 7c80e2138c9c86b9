"""The two endpoints of a Slack app: its slash command, and its interactivity."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from msgspec import json

from service.chat.slack.hooks import Hooks
from service.chat.slack.messages import WAITING, Message, message, words
from service.chat.slack.payloads import Call, read_command, read_form, read_interaction
from service.chat.slack.signing import Signing
from service.chat.talking import Talk, Told
from service.usecases.background import begin

PROMPT: Final = 2.0
"""Seconds for which Slack waits for an answer; it gives up after 3, its own way to here included."""
PATIENCE: Final = 15.0
"""Seconds for which answers that are under way are waited for at the end."""
_NOTHING: Final = b""


class Slack:
    """Answers what Slack sends."""

    def __init__(self, talk: Talk, signing: Signing, hooks: Hooks, *, prompt: float = PROMPT) -> None:
        """Take the parts."""
        self._talk = talk
        self._signing = signing
        self._hooks = hooks
        self._prompt = prompt
        self._under_way: set[asyncio.Task[Any]] = set()

    async def command(self, headers: Mapping[str, str], body: bytes) -> bytes:
        """The answer to a slash command; it is sent afterwards, if it takes longer than Slack waits.

        Raises:
            ForgedRequestError: Slack did not send this, or not now.
            MalformedRequestError, RequestRejectedError: it is no slash command.
        """
        form = read_form(body)
        if form.get("ssl_check") == "1":  # Slack looks at our certificate, and signs nothing
            return _NOTHING
        self._signing.check(headers, body)
        call = read_command(form)
        talking = self._begun(self._talk(call.said))
        done, _ = await asyncio.wait([talking], timeout=self._prompt)
        if done:
            return json.encode(message(talking.result(), call.user))
        self._begun(self._afterwards(call, talking))
        return json.encode(words(WAITING))

    async def interaction(self, headers: Mapping[str, str], body: bytes) -> bytes:
        """Nothing: Slack shows no answer to a button but one that is sent afterwards, in place of the message.

        Raises:
            ForgedRequestError: Slack did not send this, or not now.
            MalformedRequestError, RequestRejectedError: it is nothing that this service offers.
        """
        self._signing.check(headers, body)
        call = read_interaction(read_form(body))
        self._begun(self._replaced(call))
        return _NOTHING

    @asynccontextmanager
    async def open(self, _: object) -> AsyncGenerator[None]:
        """The time in which requests may come; a lifespan of the application, which ends once all is answered."""
        try:
            yield
            if self._under_way:
                _, late = await asyncio.wait(self._under_way, timeout=PATIENCE)
                _give_up(late)
        finally:
            self._hooks.close()

    async def _afterwards(self, call: Call, talking: asyncio.Task[Told]) -> None:
        await self._hooks.send(call.response_url, message(await talking, call.user))

    async def _replaced(self, call: Call) -> None:
        """The same thing sent twice is answered once: what came first has been sent, or will be."""
        told = await self._talk(call.said)
        if told.reply and told.reply.repeated:
            return
        sent: Message = {**message(told, call.user), "replace_original": told.reply is not None and not told.is_shared}
        await self._hooks.send(call.response_url, sent)

    def _begun(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = begin(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task


def _give_up(late: Collection[asyncio.Task[Any]]) -> None:
    """What is still under way at the end is lost, and the log says how much that is."""
    for task in late:
        task.cancel()
    if late:
        log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.chat")
        log.warning("slack has not taken all answers", answers=len(late))
