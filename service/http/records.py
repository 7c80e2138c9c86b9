"""Recorded decisions over HTTP: read them, and have another version make them again."""

import re
from typing import Any, Final

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json, structs

from service.errors import Issue, RequestRejectedError
from service.http.answers import NOT_KEPT, Answer, by_rules, encoded
from service.http.bearer import permit
from service.http.bodies import holds_document, read_document, read_json
from service.http.paging import PARAMETERS, limit_of, no_cursor
from service.http.parts import HttpParts
from service.http.queries import needed, read_query
from service.http.reading import awaiting
from service.language.forms import Body
from service.model.pages import Page
from service.model.publication import Draft, Record
from service.model.recorded import RecordedDecision, RecordSummary
from service.model.rule import RuleId
from service.usecases.records import find_record, records_of
from service.usecases.replaying import MOST_REPLAYED, ReplayRecords
from service.usecases.standing import bundle_of, published

DEFAULT_REPLAYED: Final = 1_000
"""Records that are made again where no number is named."""
_IDENTITY: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class ReplayQuestion(Body, frozen=True, kw_only=True):
    """The version to try, and on how many records; `before` is the `next` of an answer, to go on where that ended."""

    version: str
    limit: int | None = None
    before: str | None = None


_question: Final = json.Decoder(ReplayQuestion)


def get_record(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/records/{decision_id}`."""

    @awaiting("/v1/records/{decision_id:str}")
    async def handler(request: Request[Any, Any, Any], decision_id: FromPath[str]) -> Answer:
        permit(parts, request, "read")
        read_query(request, ())
        record = await find_record(parts.records, decision_id)
        return Answer(encoded(_recorded(record)), headers=[NOT_KEPT])

    return handler


def list_records(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/records?rule=training-gpu`; the newest first."""

    @awaiting("/v1/records")
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        permit(parts, request, "read")
        query = read_query(request, ("rule", *PARAMETERS))
        rule = parts.live.snapshot.rule(needed(query, "rule")).name
        found = await records_of(
            parts.records, rule, limit=limit_of(query), before=_cursor(query.get("next"), "$.query.next")
        )
        page = Page([_summary(one) for one in found.records], found.next)
        return Answer(encoded(page), headers=[NOT_KEPT])

    return handler


def replay_rule(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/rules/{name}/replay`: a version that is named, or a document that is sent."""
    replay = ReplayRecords(parts.records, parts.examiner)

    @post("/v1/rules/{name:str}/replay", status_code=200)
    async def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        permit(parts, request, "read")
        revision = parts.live.snapshot
        if holds_document(request):
            query = read_query(request, ReplayQuestion.__struct_fields__)
            limit = _limit(query.get("limit"), "$.query.limit")
            before = _cursor(query.get("before"), "$.query.before")
            draft = Draft(name, needed(query, "version"), await read_document(request, parts.document_limit))
            made = await replay(bundle_of(revision), draft, limit=limit, before=before)
        else:
            read_query(request, ())
            asked = await read_json(request, _question, parts.body_limit)
            one, limit = published(revision, name, asked.version), _limit(asked.limit, "$.limit")
            made = await replay(bundle_of(revision), one, limit=limit, before=_cursor(asked.before, "$.before"))
        return Answer(encoded(made), headers=[by_rules(revision), NOT_KEPT])

    return handler


def _recorded(record: Record) -> RecordedDecision:
    return RecordedDecision(**structs.asdict(_summary(record)), decision=record.decision)


def _summary(record: Record) -> RecordSummary:
    return RecordSummary(
        decision_id=record.decision_id,
        at=record.at,
        rule=RuleId(record.rule, record.version, record.digest),
        inputs=record.inputs,
        masked=record.masked,
        result=record.result,
    )


def _cursor(given: str | None, path: str) -> str | None:
    """The identity of the record that a page begins after.

    Raises:
        RequestRejectedError: no record is called so.
    """
    if given is not None and not _IDENTITY.fullmatch(given):
        raise no_cursor(path)
    return given


def _limit(given: str | int | None, path: str) -> int:
    """How many records are meant.

    Raises:
        RequestRejectedError: it is not a number in the range.
    """
    if given is None:
        return DEFAULT_REPLAYED
    text = str(given)
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_REPLAYED)) else 0
    if not 1 <= number <= MOST_REPLAYED:
        message = f"`limit` is a number from 1 to {MOST_REPLAYED}"
        raise RequestRejectedError([Issue("out-of-range", path, message)])
    return number
