"""Answers that are sent to Slack afterwards, at the address that came with the question."""

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from urllib.parse import urlsplit

import structlog
from slack_sdk.errors import SlackClientError
from slack_sdk.webhook import WebhookClient

from service.chat.slack.messages import Message

_SECONDS: Final = 10
"""Longest time that Slack may take for one message."""
_AT_ONCE: Final = 8
"""Messages that are sent at once; they wait for Slack in threads of their own, where they keep nobody else waiting."""
_OK: Final = 200
_quiet: Final = logging.getLogger("gpu_rules.slack.hooks")
_quiet.setLevel(logging.WARNING)
"""The client would log addresses at the level of debugging, and whoever has one can speak in a channel."""


class Hooks:
    """Sends messages to addresses that Slack gave us, and to no others."""

    def __init__(self, origins: Iterable[str]) -> None:
        """Take the origins of such addresses, such as `https://hooks.slack.com`."""
        self._origins = frozenset(origins)
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="slack-hooks")

    def close(self) -> None:
        """Send nothing more; what is being sent still ends, but is waited for no longer."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, address: str, message: Message) -> None:
        """Send one message; that it can't be sent is logged."""
        log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.chat")
        if not self._takes(address):
            log.warning("no address of Slack", setting="GPU_RULES_SLACK_HOOKS")
            return
        try:
            status = await asyncio.get_running_loop().run_in_executor(self._threads, _post, address, message)
        except (OSError, SlackClientError) as error:
            log.warning("slack does not answer", error=type(error).__name__)
            return
        if status != _OK:
            log.warning("slack takes no answer", status=status)

    def _takes(self, address: str) -> bool:
        try:
            parts = urlsplit(address)
            return f"{parts.scheme}://{parts.netloc}" in self._origins
        except ValueError:
            return False


def _post(address: str, message: Message) -> int:
    return WebhookClient(address, timeout=_SECONDS, logger=_quiet).send_dict(message).status_code
