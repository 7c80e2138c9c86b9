"""The child: a file on standard input, an answer on standard output."""

import os
import sys

from service.errors import MalformedRequestError, RequestRejectedError, TimelineRejectedError
from service.sandbox.accounting.wire import Done, Exhausted, decode_work, encode_answer, refused
from service.sandbox.limits import limit
from service.usecases.account import accounted


def main() -> None:
    """Make one ledger."""
    work = decode_work(sys.argv[1])
    limit(work.seconds, work.memory_mb)
    try:
        answer = encode_answer(Done(), accounted(sys.stdin.buffer, work.asked))
    except (TimelineRejectedError, RequestRejectedError, MalformedRequestError) as error:
        answer = encode_answer(refused(error))
    except MemoryError:
        answer = encode_answer(Exhausted())
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    os._exit(0)  # what is left need not be taken down piece by piece, and under limits might not
