"""The child: one job in, one answer out.

It inherits no files but its pipes, and no secrets in its environment. It is the same user on the same machine: the file
system and the network are open to it, and only the language of expressions, which reaches neither, keeps a document out
of them. What the process bounds is time and memory, and what a crash takes along.
"""

import os
import sys
from select import select
from typing import IO

from msgspec import DecodeError

from service.errors import RuleRejectedError
from service.sandbox.jobs import At, Exhausted, Rejected, decode_assignment, encode_line
from service.sandbox.limits import limit
from service.sandbox.work import perform, warm_up


def main() -> None:
    """Do one job, or end quietly if none comes because the parent has ended."""
    answers = _answers()
    if not select([0], [], [], 0)[0]:
        warm_up()
    try:
        assignment = decode_assignment(sys.stdin.buffer.read())
    except DecodeError:
        return
    limit(assignment.seconds, assignment.memory_mb)

    def tell(file: str) -> None:
        answers.write(encode_line(At(file)))
        answers.flush()

    try:
        line = encode_line(perform(assignment, tell))
    except RuleRejectedError as error:
        line = encode_line(Rejected(error.diagnostics))
    except MemoryError:
        line = encode_line(Exhausted())
    answers.write(line)
    answers.flush()
    os._exit(0)  # what is left need not be taken down piece by piece, and under limits might not


def _answers() -> IO[bytes]:
    """Standard output for answers alone; whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers
