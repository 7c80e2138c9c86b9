"""Deciding over HTTP: `/v1/decisions/{rule}`.

The handlers close over what they use: as dependencies of Litestar, the same objects would take a tenth of
the time of a whole request.
"""

from typing import Any, Final

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json

from service.http.answers import NOT_KEPT, Answer, by_rules, encoded
from service.http.batches import Batch, BatchAnswer
from service.http.bearer import permit_deciding
from service.http.bodies import read_json
from service.http.forms import Question, Questions
from service.http.parts import HttpParts
from service.http.queries import FORMAT, VERSION, read_inputs, read_query
from service.http.reading import reading
from service.http.representing import BY_ACCEPT, chosen_format, format_of_post, represented

_question: Final = json.Decoder(Question)
_questions: Final = json.Decoder(Questions)


def decide(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/decisions/{rule}`."""

    @post("/v1/decisions/{rule:str}", status_code=200)
    async def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        form = format_of_post(request)
        question = await read_json(request, _question, parts.body_limit)
        revision = parts.live.snapshot
        decision = parts.decide(rule, question.inputs, question.version, revision=revision)
        if form is not None:
            return represented(decision, form, revision)
        return Answer(encoded(decision), headers=[by_rules(revision), NOT_KEPT, BY_ACCEPT])

    return handler


def decide_by_query(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/decisions/{rule}?vms=3&gpus=16`."""

    @reading("/v1/decisions/{rule:str}")
    def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        query = read_query(request)
        form = chosen_format(request, query)
        query.pop(FORMAT, None)
        revision = parts.live.snapshot
        one = revision.version(rule, query.pop(VERSION, None))
        inputs = read_inputs(query, one.program.common.inputs)
        decision = parts.decide(rule, inputs, one.id.version, revision=revision)
        if form is not None:
            return represented(decision, form, revision)
        return Answer(encoded(decision), headers=[by_rules(revision), NOT_KEPT, BY_ACCEPT])

    return handler


def decide_batch(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/decisions/{rule}/batch`."""

    @post("/v1/decisions/{rule:str}/batch", status_code=200)
    async def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> BatchAnswer:
        permit_deciding(parts, request)
        asked = await read_json(request, _questions, parts.batch_body_limit)
        revision = parts.live.snapshot
        version = revision.version(rule, asked.version)
        return BatchAnswer(Batch(parts, revision, version, asked))

    return handler
