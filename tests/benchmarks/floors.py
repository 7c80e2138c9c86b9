"""What the web costs without any rules: bare applications on the server that the service runs on.

Both read the body and answer a constant of JSON. `python -m tests.benchmarks.floors raw 1500 --port 8001` serves one.
"""

import argparse
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from granian import Granian
from granian.constants import Interfaces
from litestar import Litestar, MediaType, Request, Response, get, post

from service.settings import Settings

_BYTES: Final = "BENCHMARK_ANSWER_BYTES"
_FRAME: Final = '{"filler":""}'

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


def raw() -> Application:
    """An ASGI application without a framework."""
    content = _answer()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]

    async def application(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        while (await receive()).get("more_body"):
            continue
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    return application


def litestar() -> Litestar:
    """One handler of Litestar, without anything around it."""
    content = _answer()

    @post("/v1/decisions/training-gpu", status_code=200)
    async def decide(request: Request[Any, Any, Any]) -> Response[bytes]:
        await request.body()
        return Response(content, media_type=MediaType.JSON)

    @get("/readyz", sync_to_thread=False)
    def ready() -> None:
        """Answer that it serves."""

    return Litestar([decide, ready], openapi_config=None, logging_config=None)


def _answer() -> bytes:
    filler = "x" * (int(os.environ[_BYTES]) - len(_FRAME))
    return _FRAME.replace('""', f'"{filler}"').encode()


def main() -> None:
    """Serve one of the applications, with the server's settings as in `service/bootstrap.py`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("application", choices=["raw", "litestar"])
    parser.add_argument("answer_bytes", type=int)
    parser.add_argument("--port", type=int, required=True)
    chosen = parser.parse_args()
    os.environ[_BYTES] = str(chosen.answer_bytes)
    settings = Settings()
    Granian(
        f"{__spec__.name}:{chosen.application}",
        factory=True,
        address=settings.host,
        port=chosen.port,
        interface=Interfaces.ASGI,
        workers=1,
        workers_max_rss=settings.worker_memory_mb,
        respawn_failed_workers=True,
        websockets=False,
        log_enabled=True,
    ).serve()


if __name__ == "__main__":
    main()
