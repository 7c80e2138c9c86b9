"""Logs: one event a line, JSON for machines and colors at a terminal; the server's own lines come the same way.

Every event of a request carries its `request_id`, which `service/http/envelope.py` binds.
"""

import json
import logging
import re
import sys
from typing import Any, Literal

import structlog

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_TALKATIVE = ("aiosqlite", "alembic", "cachecontrol", "matplotlib", "mcp", "slack_sdk", "sqlalchemy", "urllib3")
"""Loggers that tell of each table, font, request and address, and of every statement with what people said in it."""

Format = Literal["auto", "json", "console"]
Level = Literal["debug", "info", "warning", "error"]


def configure(format: Format, level: Level) -> None:  # noqa: A002 - the setting is called so
    """Send all events from `level` up to standard error; `auto` means colors at a terminal and JSON elsewhere.

    The standard library's loggers (granian, asyncio, warnings) are taken along. It may be called again.
    """
    console = format == "console" or (format == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(console=console))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    logging.captureWarnings(True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_described(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def server_config() -> dict[str, Any]:
    """What granian is given for `logging.config`: loggers without handlers of their own, so that the root writes."""
    plain: dict[str, Any] = {"handlers": [], "level": "INFO", "propagate": True}
    return {"version": 1, "disable_existing_loggers": False, "loggers": {"_granian": plain, "granian.access": plain}}


def _described() -> list[structlog.types.Processor]:
    """What every event is told about: the request, its severity, its origin and the time."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _formatter(*, console: bool) -> logging.Formatter:
    final: list[structlog.types.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if console:
        final += [_visible]
        # The plain traceback: the pretty one prints local variables, which may hold what a caller sent.
        plain = structlog.dev.plain_traceback
        final += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    else:
        final += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(serializer=_json)]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_described(), processors=final)


def _json(event: dict[str, Any], **_: Any) -> str:
    """One line; what JSON has no form for is shown as text rather than lost."""
    return json.dumps(event, ensure_ascii=False, default=str)


def _visible(_: Any, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """Control characters that a caller sent are shown, not obeyed by the terminal."""
    return {
        key: _CONTROL.sub(lambda one: ascii(one[0])[1:-1], value) if isinstance(value, str) else value
        for key, value in event.items()
    }
