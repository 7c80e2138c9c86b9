"""What is asked of the child, as its argument, and what it says: a line about how it went, and then the answer."""

from typing import Final, Literal

from msgspec import DecodeError, Struct, json

from service.errors import Issue, MalformedRequestError, RequestRejectedError, ServiceError, TimelineRejectedError
from service.model.timeline import Asked


class Work(Struct, frozen=True):
    """What is to be made of the timeline, and the limits: seconds of processor time, MiB of memory."""

    asked: Asked
    seconds: int
    memory_mb: int


class Done(Struct, frozen=True, tag="done"):
    """The answer follows."""


class Refused(Struct, frozen=True, tag="refused"):
    """There is none, for a reason that lies in the timeline."""

    why: Literal["timeline", "form", "text"]
    issues: list[Issue]
    message: str

    def error(self) -> ServiceError:
        """The failure as it was raised in the child."""
        match self.why:
            case "timeline":
                return TimelineRejectedError(self.issues)
            case "form":
                return RequestRejectedError(self.issues)
            case "text":
                return MalformedRequestError(self.message)


class Exhausted(Struct, frozen=True, tag="exhausted"):
    """There is no memory left."""


Head = Done | Refused | Exhausted

_works: Final = json.Decoder(Work)
_heads: Final = json.Decoder(Head)


def encode_work(work: Work) -> str:
    """The argument of the child."""
    return json.encode(work).decode()


def decode_work(text: str) -> Work:
    """What the argument means."""
    return _works.decode(text)


def refused(error: TimelineRejectedError | RequestRejectedError | MalformedRequestError) -> Refused:
    """A failure, to be raised where the answer is waited for."""
    match error:
        case TimelineRejectedError(issues=issues):
            return Refused("timeline", issues, str(error))
        case RequestRejectedError(issues=issues):
            return Refused("form", issues, str(error))
        case _:
            return Refused("text", [], str(error))


def encode_answer(head: Head, body: bytes = b"") -> bytes:
    """All that the child says."""
    return b"%b\n%b\n" % (json.encode(head), body)


def decode_answer(lines: list[bytes]) -> tuple[Head, bytes] | None:
    """What the child said; nothing if it was cut short."""
    try:
        return _heads.decode(lines[0]), b"\n".join(lines[1:])
    except (DecodeError, IndexError):
        return None
