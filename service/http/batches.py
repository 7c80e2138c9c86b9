"""A batch: many questions to one rule, answered in order, sent as they are answered.

The answer is never held as a whole: ten thousand decisions are some 15 MB. Between pieces the event loop serves others.
"""

from asyncio import Task, create_task, sleep
from http import HTTPStatus
from typing import Any, Final

import structlog
from litestar.types import Receive, Scope, Send
from msgspec import json, structs

from service.errors import Issue, RequestRejectedError, RequestTooLargeError
from service.http.answers import JSON, by_rules
from service.http.forms import Questions
from service.http.parts import HttpParts
from service.http.problems import problem_of
from service.model.batch import Counts
from service.model.decision import Decision
from service.model.problem import Problem
from service.usecases.revision import Revision, Version

PIECE: Final = 64_000
"""Bytes after which a piece is sent: some milliseconds of work."""


MAX_RECORDS: Final = 1_000_000
"""Records of common lists, counted once for each item: a small body must not ask for an answer of gigabytes."""


class Batch:
    """Answers each item of a batch by one version of a rule."""

    def __init__(self, parts: HttpParts, revision: Revision, version: Version, asked: Questions) -> None:
        """`asked` is the body of the request; what is wrong with the batch as a whole is said here.

        Raises:
            RequestTooLargeError: there are more items, or more records for all of them, than a batch may have.
        """
        self.items = asked.items
        self.series = parts.decide.series(version)
        if len(self.items) > parts.batch_items:
            message = f"a batch has at most {parts.batch_items} items, not {len(self.items)}"
            raise RequestTooLargeError(message)
        shared = sum(len(value) for value in (asked.common or {}).values() if isinstance(value, list))
        if shared * len(self.items) > MAX_RECORDS:
            message = f"the items share {shared} records: each answers with all of them, {MAX_RECORDS} in all at most"
            raise RequestTooLargeError(message)
        self.revision = revision
        self.version = version
        self.counts = Counts()
        self._parts = parts
        self._common: dict[str, Any] = asked.common or {}

    def answer(self, index: int) -> Decision | Problem:
        """The decision or the problem of one item; its own inputs go before the common ones."""
        try:
            decision = self._decide(index, self.items[index])
        except Exception as error:  # a bug that one item meets must not take the answers of the others away
            return self._refused(index, error)
        if decision.status == "decided":
            self.counts.decided += 1
        else:
            self.counts.needs_input += 1
        return decision

    def _decide(self, index: int, item: Any) -> Decision:
        if item.__class__ is not dict:
            raise RequestRejectedError(
                [Issue("wrong-type", f"$.items[{index}]", "an item must be an object of inputs")]
            )
        return self.series({**self._common, **item} if self._common else item)

    def _refused(self, index: int, error: Exception) -> Problem:
        problem = problem_of(error)
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            structlog.get_logger("gpu_rules.http").error("item failed", item=index, exc_info=error)
        self.counts.refused += 1
        self._parts.metrics.refused(problem.type)
        return structs.replace(problem, errors=tuple(self._placed(one, index) for one in problem.errors))

    def _placed(self, issue: Issue, index: int) -> Issue:
        """The issue with its path as the batch has it: `$.inputs.vms` is `$.items[3].vms`, or `$.common.vms`."""
        if not issue.path.startswith("$.inputs"):
            return issue
        path = issue.path.removeprefix("$.inputs")
        name = path[1:].partition("[")[0]
        shared = name in self._common and name not in self.items[index]
        return structs.replace(issue, path=f"$.common{path}" if shared else f"$.items[{index}]{path}")


class BatchAnswer:
    """The answer to a batch, made while it is sent; an ASGI app."""

    def __init__(self, batch: Batch) -> None:
        """Nothing is decided yet."""
        self._batch = batch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Decide and send, piece by piece, until the end or until the caller has left."""
        del scope
        batch = self._batch
        headers = [(b"content-type", JSON), (b"cache-control", b"no-store"), by_rules(batch.revision)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        leaving = create_task(_left(receive))
        try:
            await self._send_results(send, leaving)
        finally:  # what was decided is counted, even where the caller went away
            leaving.cancel()
            batch.series.end()

    async def _send_results(self, send: Send, leaving: Task[None]) -> None:
        batch, encoder = self._batch, json.Encoder()
        piece = bytearray(b'{"rule":%b,"results":[' % json.encode(batch.version.id))
        for index in range(len(batch.items)):
            if index:
                piece += b","
            encoder.encode_into(batch.answer(index), piece, -1)
            if len(piece) > PIECE:
                await send({"type": "http.response.body", "body": bytes(piece), "more_body": True})
                await sleep(0)
                if leaving.done():
                    return
                piece.clear()
        piece += b'],"counts":%b}' % json.encode(batch.counts)
        await send({"type": "http.response.body", "body": bytes(piece), "more_body": False})


async def _left(receive: Receive) -> None:
    """Wait until the caller has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
