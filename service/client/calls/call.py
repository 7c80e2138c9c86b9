"""A call as data: what is sent, and how the answer is read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, json, structs

from service.model.publication import Scope

T = TypeVar("T")

JSON: Mapping[str, str] = {"content-type": "application/json"}
YAML: Mapping[str, str] = {"content-type": "application/yaml"}

LONG = 600.0
"""Seconds to wait where the service examines or looks for something first: its own limits end that sooner."""


class Reply(Struct, frozen=True):
    """What came back, whole: the status of a success, and the body."""

    status: int
    content: bytes


class Call(Struct, Generic[T], frozen=True, kw_only=True):
    """One operation of the REST API with all that it is asked with; no more than data until a client sends it.

    Attributes:
        path: the segments below `/v1`, as they are; they are quoted when they are sent.
        read: makes the answer of what came back; raises what msgspec raises if that is something else.
        noun: what the answer should be, in words.
        timeout: seconds to wait for the answer; nothing means what the client waits otherwise.
        scope: the scope that a token needs, at least where deciding is closed; empty: none.
        repeatable: whether nothing is lost if it is carried out twice, so that it can be sent again where nobody knows
            whether it was carried out.
    """

    path: Sequence[str]
    read: Callable[[Reply], T]
    noun: str
    method: Literal["GET", "POST", "PUT", "DELETE"] = "GET"
    query: Mapping[str, str] = {}
    content: bytes | None = None
    headers: Mapping[str, str] = {}
    timeout: float | None = None
    scope: Scope | Literal[""] = ""
    repeatable: bool = True


def given(**query: object) -> dict[str, str]:
    """A query of what is given: nothing and empty text are left out."""
    return {name: str(value) for name, value in query.items() if value not in (None, "")}


def body(**members: Any) -> bytes:
    """A body in JSON of the members that are given."""
    return json.encode({name: value for name, value in members.items() if value is not None})


def reads(form: type[T]) -> Callable[[Reply], T]:
    """Reads an answer in JSON; members that the form does not know are passed over."""

    def read(reply: Reply) -> T:
        return json.decode(reply.content, type=form)

    return read


def as_bytes(reply: Reply) -> bytes:
    """The answer as it came."""
    return reply.content


def as_text(reply: Reply) -> str:
    """The answer as text; all that the service sends is UTF-8."""
    return reply.content.decode()


def as_nothing(reply: Reply) -> None:
    """An answer without a body."""
    del reply


def answered_as(call: Call[Any], form: type[T]) -> Call[T]:
    """The same call, with its answer in JSON read as another form, such as one with fewer members."""
    return structs.replace(call, read=reads(form))


def verbatim(call: Call[Any]) -> Call[bytes]:
    """The same call, answered with the bytes that came, once they have been found to be an answer to it."""

    def read(reply: Reply) -> bytes:
        call.read(reply)
        return reply.content

    return structs.replace(call, read=read)
