"""What a button sends: the text in its value, and what that means when it comes back."""

from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Final

from msgspec import DecodeError, json

from service.errors import Issue, RequestRejectedError
from service.model.conversation import Button

CUT: Final = "\N{HORIZONTAL ELLIPSIS}"

Sent = str | dict[str, Any]
"""A text that is said, or answers by input."""


def value_of(button: Button) -> str:
    """What a button carries: its answers as an object of JSON, or its text as a string of it."""
    return json.encode(button.text if button.answers is None else button.answers).decode()


def sent_by(value: str) -> tuple[str, dict[str, Any] | None]:
    """The text and the answers that a button of ours has sent.

    Raises:
        RequestRejectedError: it is none of ours.
    """
    try:
        sent = json.decode(value, type=Sent)
    except (DecodeError, RecursionError) as error:
        words = "the value of this button or menu was not made by this service"
        raise RequestRejectedError([Issue("wrong-type", "$.value", words)]) from error
    return (sent, None) if isinstance(sent, str) else ("", sent)


def cut(text: str, most: int, write: Callable[[str], str] = str) -> str:
    """The text as it is written, or as much of it as a label holds; what stands for one character stays whole."""

    def part(end: int) -> str:
        return write(f"{text[:end].rstrip()}{CUT}")

    written = write(text)
    if len(written) <= most:
        return written
    return part(bisect_right(range(most), most, key=lambda end: len(part(end))) - 1)
