"""What is asked of the child and what it says: lines of JSON; behind the one that asks come the documents themselves.

JSON, because what cases and records hold is JSON: numbers of any size, and decisions as they were encoded. The
documents stay outside of it, since a store may have thousands, and those who serve must not be held up by copying them.
"""

from typing import Any

from msgspec import DecodeError, Struct, json

from service.errors import Diagnostic
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.nearest import Nearest
from service.model.publication import Record
from service.model.replay import Replayed
from service.model.rule import RuleId


class Examine(Struct, frozen=True, tag="examine"):
    """Check documents; the fields are those of the port."""

    only: frozenset[Key] | None
    moved: frozenset[str]


class Compare(Struct, frozen=True, tag="compare"):
    """Say what changes between two versions."""

    old: RuleId
    new: RuleId


class Approach(Struct, frozen=True, tag="approach"):
    """Find the smallest change of the inputs that leads to an outcome."""

    rule: RuleId
    given: dict[str, Any]
    wanted: str


class Replay(Struct, frozen=True, tag="replay"):
    """Make recorded decisions again."""

    rule: RuleId
    records: list[Record]


Job = Examine | Compare | Approach | Replay


class Assignment(Struct, frozen=True):
    """A job, the documents that it is about, and its limits: seconds of processor time, MiB of memory."""

    job: Job
    files: RuleFiles
    seconds: int
    memory_mb: int


class _Header(Struct, frozen=True, kw_only=True):
    """The first line of an assignment: all but the documents, of which it has the sizes."""

    job: Job
    seconds: int
    memory_mb: int
    sizes: dict[str, int]
    live: int
    strays: tuple[str, ...]


class At(Struct, frozen=True, tag="at"):
    """The child turns to this file now."""

    file: str


class Examined(Struct, frozen=True, tag="examined"):
    """The answer to `Examine`."""

    found: Examination


class Compared(Struct, frozen=True, tag="compared"):
    """The answer to `Compare`."""

    found: Difference


class Approached(Struct, frozen=True, tag="approached"):
    """The answer to `Approach`."""

    found: Nearest


class Made(Struct, frozen=True, tag="made"):
    """The answer to `Replay`."""

    found: list[Replayed]


class Rejected(Struct, frozen=True, tag="rejected"):
    """A version can't be used for the job."""

    diagnostics: list[Diagnostic]


class Exhausted(Struct, frozen=True, tag="exhausted"):
    """There is no memory left."""


Answer = Examined | Compared | Approached | Made | Rejected | Exhausted

_answers = json.Decoder(At | Answer)
_headers = json.Decoder(_Header)


def encode_assignment(assignment: Assignment) -> bytes:
    """What the child is sent, all at once."""
    files = assignment.files
    header = _Header(
        job=assignment.job,
        seconds=assignment.seconds,
        memory_mb=assignment.memory_mb,
        sizes={file: len(content) for file, content in files.documents.items()},
        live=-1 if files.live is None else len(files.live),
        strays=files.strays,
    )
    return b"".join([json.encode(header), b"\n", *files.documents.values(), files.live or b""])


def decode_assignment(content: bytes) -> Assignment:
    """What the child was sent.

    Raises:
        DecodeError: it was cut off, or is nothing at all.
    """
    line, end, contents = content.partition(b"\n")
    header = _headers.decode(line)
    documents: dict[str, bytes] = {}
    begin = 0
    for file, size in header.sizes.items():
        documents[file] = contents[begin : begin + size]
        begin += size
    if not end or len(contents) != begin + max(header.live, 0):
        message = "the assignment was cut off"
        raise DecodeError(message)
    files = RuleFiles(documents, None if header.live < 0 else contents[begin:], header.strays)
    return Assignment(header.job, files, header.seconds, header.memory_mb)


def encode_line(said: At | Answer) -> bytes:
    """One line of the child."""
    return json.encode(said) + b"\n"


def decode_line(line: bytes) -> At | Answer:
    """One line of the child.

    Raises:
        DecodeError: it is none.
    """
    return _answers.decode(line)
