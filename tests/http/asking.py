"""Asks an application message by message, for what no client can be made to send."""

from asyncio import Event
from collections.abc import Sequence
from typing import Any

from litestar import Litestar
from msgspec import json

Message = dict[str, Any]


def body(*parts: bytes, ended: bool = True) -> list[Message]:
    """A body in pieces; if it has not `ended`, the caller hangs up after the last one."""
    last = len(parts) - 1
    sent: list[Message] = [
        {"type": "http.request", "body": part, "more_body": not (ended and index == last)}
        for index, part in enumerate(parts)
    ]
    return sent if ended else [*sent, {"type": "http.disconnect"}]


class Asked:
    """One request, its messages, and what came back."""

    def __init__(self, path: str, messages: Sequence[Message], **headers: str) -> None:
        self.scope: Message = {
            "type": "http",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "scheme": "http",
            "http_version": "1.1",
        }
        self.unread = list(messages)
        self.sent: list[Message] = []

    async def receive(self) -> Message:
        """The next message; after the last one, nothing ever comes."""
        if not self.unread:
            await Event().wait()
        return self.unread.pop(0)

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def of(self, app: Litestar) -> "Asked":
        """Ask the application."""
        await app(self.scope, self.receive, self.send)  # type: ignore[arg-type]
        return self

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def answer(self) -> Any:
        return json.decode(b"".join(message["body"] for message in self.sent[1:]))
