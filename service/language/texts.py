"""Text as callers send it: one line, or a list of lines."""

from typing import Any, Final

from msgspec import DecodeError, json

from service.language.values import Read, RefusedError, what

MAX_CHARACTERS: Final = 300
MAX_TEXTS: Final = 1_000


def text_or_texts(*, many: bool) -> Read:
    """The function that reads a line of text, or a list of them."""
    return _texts if many else _text


def _text(raw: Any) -> str:
    if raw.__class__ is not str:
        raise RefusedError("wrong-type", f"must be text, not {what(raw)}")
    if not raw or len(raw) > MAX_CHARACTERS:
        raise RefusedError("out-of-range", f"has {len(raw)} characters; 1 to {MAX_CHARACTERS} are allowed")
    return str(raw)


def _texts(raw: Any) -> list[str]:
    if raw.__class__ is not list:
        raise RefusedError("wrong-type", f"must be a list of texts, not {what(raw)}")
    if len(raw) > MAX_TEXTS:
        raise RefusedError("out-of-range", f"has {len(raw)} texts; at most {MAX_TEXTS} are allowed")
    return [_item(index, one) for index, one in enumerate(raw)]


def _item(index: int, raw: Any) -> str:
    try:
        return _text(raw)
    except RefusedError as refused:
        raise RefusedError(refused.code, str(refused), f"[{index}]") from refused


def texts_of(text: str) -> Any:
    """The list that text of a query or a command line means: JSON in brackets, else what commas separate."""
    if text.startswith("["):
        try:
            return json.decode(text)
        except (DecodeError, RecursionError):
            return text
    return [one.strip() for one in text.split(",")]
