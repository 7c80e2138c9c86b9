"""Bodies: their type, their size, their text, and of JSON the form of the outermost object."""

from asyncio import CancelledError
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from litestar import Request
from litestar.types import Receive
from msgspec import DecodeError, ValidationError, json

from service.errors import (
    Issue,
    MalformedRequestError,
    RequestError,
    RequestRejectedError,
    RequestTooLargeError,
    UnsupportedMediaTypeError,
)
from service.http.patience import reason
from service.http.repeats import refuse_repeats
from service.language.forms import Body, faults

B = TypeVar("B", bound=Body)

_YAML: Final = frozenset({"application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"})
_DIGITS: Final = 18
"""Digits of a declared length that are read; more can only be too many."""


async def read_json(request: Request[Any, Any, Any], decoder: json.Decoder[B], limit: int) -> B:
    """The body of a request, read into the decoder's struct.

    Raises:
        UnsupportedMediaTypeError: the body is not declared as plain JSON.
        RequestTooLargeError: it has more than `limit` bytes.
        RequestTimeoutError: it does not arrive.
        MalformedRequestError: it is not JSON.
        RequestRejectedError: it is JSON of another form, or has a member twice.
    """
    body = await receive_json(request, limit)
    try:
        read = decoder.decode(body)
    except (DecodeError, RecursionError) as error:
        raise _refusal(body, cast(type[Body], decoder.type)) from error
    refuse_repeats(body, read)
    return read


async def receive_json(request: Request[Any, Any, Any], limit: int) -> bytes:
    """The body of a request that is JSON, as it came.

    Raises:
        UnsupportedMediaTypeError: the body is not declared as plain JSON.
        RequestTooLargeError: it has more than `limit` bytes.
        RequestTimeoutError: it does not arrive.
        MalformedRequestError: it breaks off.
    """
    length = declared_length(request.scope["headers"], limit, _refuse_other_than_json)
    return await receive_body(request.receive, length, limit)


async def read_document(request: Request[Any, Any, Any], limit: int) -> bytes:
    """The body of a request that is a rule document; what it says is not looked at.

    Raises:
        UnsupportedMediaTypeError: the body is not declared as YAML.
        RequestTooLargeError: it has more than `limit` bytes.
        RequestTimeoutError: it does not arrive.
        MalformedRequestError: it breaks off.
    """
    length = declared_length(request.scope["headers"], limit, _refuse_other_than_yaml)
    return await receive_body(request.receive, length, limit)


def holds_document(request: Request[Any, Any, Any]) -> bool:
    """Whether the body of a request says that it is a rule document."""
    media_type, _ = media_type_of(request.headers.get("content-type", "").encode("latin-1", "replace"))
    return media_type in _YAML


def _refusal(body: bytes, form: type[Body]) -> RequestError:
    """What is wrong with a body that could not be read: its text, else its form."""
    try:
        value = json.decode(body)
    except ValidationError:
        return RequestRejectedError([Issue("out-of-range", "$", "a number in the body is too large")])
    except RecursionError:
        return MalformedRequestError("the body is nested too deeply")
    except DecodeError as error:
        return MalformedRequestError(_malformed(body, str(error)))
    return RequestRejectedError(faults(value, form))


def declared_length(headers: Iterable[tuple[bytes, bytes]], limit: int, refuse: Callable[[bytes], None]) -> int | None:
    """The length of a body whose headers are right; nothing if it comes in chunks.

    Raises:
        UnsupportedMediaTypeError: `refuse` does not take its content type, or it is encoded.
        RequestTooLargeError: it has more than `limit` bytes.
    """
    media_type, length = b"", None
    for name, value in headers:
        if name == b"content-type":
            media_type = value
        elif name == b"content-length" and value.isdigit():
            length = int(value[:_DIGITS])
            if length > limit:
                raise RequestTooLargeError(too_large(limit))
        elif name == b"content-encoding" and value.strip().lower() != b"identity":
            message = f"the content encoding `{value.decode('latin-1')}` is not supported: send the body as it is"
            raise UnsupportedMediaTypeError(message)
    refuse(media_type)
    return length


@lru_cache(maxsize=100)
def _refuse_other_than_json(content_type: bytes) -> None:
    """Take `application/json` and `application/...+json`, in no charset but UTF-8."""
    media_type, in_utf_8 = media_type_of(content_type)
    if not (is_json(media_type) and in_utf_8):
        raise unsupported("application/json", content_type)


@lru_cache(maxsize=100)
def _refuse_other_than_yaml(content_type: bytes) -> None:
    """Take `application/yaml`, and the older names of it that RFC 9512 lists, in no charset but UTF-8."""
    media_type, in_utf_8 = media_type_of(content_type)
    if not (media_type in _YAML and in_utf_8):
        raise unsupported("application/yaml", content_type)


def is_json(media_type: str) -> bool:
    """Whether it is `application/json`, or a kind of it (`application/...+json`)."""
    return media_type == "application/json" or (media_type.startswith("application/") and media_type.endswith("+json"))


def media_type_of(content_type: bytes) -> tuple[str, bool]:
    """The media type, and whether its charset is UTF-8."""
    media_type, *parameters = (part.strip() for part in content_type.decode("latin-1").lower().split(";"))
    charsets = [one.removeprefix("charset=").strip('"') for one in parameters if one.startswith("charset=")]
    return media_type, all(charset in ("utf-8", "utf8") for charset in charsets)


def unsupported(wanted: str, content_type: bytes) -> UnsupportedMediaTypeError:
    """Another content type is wanted than was given."""
    given = f", not `{content_type.decode('latin-1')}`" if content_type else ""
    return UnsupportedMediaTypeError(f"the content type must be `{wanted}`{given}")


async def receive_body(receive: Receive, length: int | None, limit: int) -> bytes:
    """The whole body; who waits here for too long is ended, see `service/http/patience.py`.

    Reading stops at the declared length: granian tells the end in a message of its own, and to wait for it takes a
    fifth of the time of a whole request.
    """
    parts: list[bytes] = []
    size, more = 0, True
    while more and size != length:
        try:
            message = await receive()
        except CancelledError as cancelled:
            raise reason(cancelled) from None
        if message["type"] != "http.request":
            words = "the connection ended before the body did"
            raise MalformedRequestError(words)
        parts.append(message["body"])
        size += len(message["body"])
        more = message.get("more_body", False)
        if size > limit:
            raise RequestTooLargeError(too_large(limit))
    return parts[0] if len(parts) == 1 else b"".join(parts)


def too_large(limit: int) -> str:
    """What is wrong with a body that has more bytes."""
    return f"the body has more than {limit} bytes, which is the limit here"


def _malformed(body: bytes, reason: str) -> str:
    if not body:
        return "the body is empty: an object such as `{}` is needed"
    spoken = reason if reason[:2].isupper() else f"{reason[:1].lower()}{reason[1:]}"
    return f"the body is not JSON in UTF-8: {spoken}"
