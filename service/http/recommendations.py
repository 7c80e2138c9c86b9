"""Recommending over HTTP: `/v1/recommendations/{rule}`."""

from typing import Any, Final

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json

from service.http.answers import NOT_KEPT, Answer, by_rules, encoded
from service.http.bearer import permit_deciding
from service.http.bodies import read_json
from service.http.forms import MachineQuestion
from service.http.parts import HttpParts
from service.http.queries import FORMAT, SELECTION, VERSION, read_query
from service.http.reading import reading
from service.http.representing import BY_ACCEPT, chosen_format, format_of_post, represented
from service.model.recommendation import sent
from service.usecases.recommend import Recommend, Wanted
from service.usecases.wanting import wanted

_question: Final = json.Decoder(MachineQuestion)


def recommend(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/recommendations/{rule}`."""
    answer = Recommend(parts.decide)

    @post("/v1/recommendations/{rule:str}", status_code=200)
    async def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        form = format_of_post(request)
        asked = await read_json(request, _question, parts.body_limit)
        revision = parts.live.snapshot
        found = answer(
            Wanted(
                rule=rule,
                inputs=asked.inputs,
                constraints=asked.constraints or {},
                version=asked.version,
                selection=asked.selection,
            ),
            revision,
        )
        if form is None:
            return Answer(encoded(sent(found)), headers=[by_rules(revision), NOT_KEPT, BY_ACCEPT])
        return represented(found, form, revision)

    return handler


def recommend_by_query(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/recommendations/{rule}?vms=2&gpus=16&number_format=bf16`."""
    answer = Recommend(parts.decide)

    @reading("/v1/recommendations/{rule:str}")
    def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        query = read_query(request)
        form = chosen_format(request, query)
        query.pop(FORMAT, None)
        chosen = {name: query.pop(name, None) for name in (VERSION, SELECTION)}
        revision = parts.live.snapshot
        found = answer(wanted(revision, rule, query, **chosen), revision)
        if form is None:
            return Answer(encoded(sent(found)), headers=[by_rules(revision), NOT_KEPT, BY_ACCEPT])
        return represented(found, form, revision)

    return handler
