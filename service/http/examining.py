"""What a change would do, over HTTP: check a document, compare two versions, ask what would lead elsewhere."""

from typing import Any, Final

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json, structs

from service.http.answers import NOT_KEPT, Answer, by_rules, encoded, revalidated
from service.http.bearer import permit_deciding
from service.http.bodies import read_document, read_json
from service.http.forms import Wish
from service.http.parts import HttpParts
from service.http.queries import needed, read_query
from service.http.reading import awaiting
from service.model.difference import RuleDifference
from service.model.nearest import NearestChange
from service.model.publication import Published
from service.model.rule import RuleId
from service.usecases.checking import Check
from service.usecases.counterfactual import Counterfactual
from service.usecases.diff import Diff
from service.usecases.standing import bundle_of, published

_wish: Final = json.Decoder(Wish)


def check_document(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/check`."""
    check = Check(parts.examiner)

    @post("/v1/check", status_code=200)
    async def handler(request: Request[Any, Any, Any]) -> Answer:
        read_query(request, ())
        content = await read_document(request, parts.document_limit)
        revision = parts.live.snapshot
        checked = await check(bundle_of(revision), content)
        return Answer(encoded(checked), headers=[by_rules(revision), NOT_KEPT])

    return handler


def compare_versions(parts: HttpParts) -> HTTPRouteHandler:
    """`GET /v1/rules/{name}/diff`; without `from`, against the live version."""
    diff = Diff(parts.examiner)

    @awaiting("/v1/rules/{name:str}/diff")
    async def handler(request: Request[Any, Any, Any], name: FromPath[str]) -> Answer:
        query, revision = read_query(request, ("from", "to")), parts.live.snapshot
        old = published(revision, name, query.get("from"))
        new = published(revision, name, needed(query, "to"))
        difference = await diff(bundle_of(revision), name, old.version, new.version)
        found = RuleDifference(**structs.asdict(difference), old=_id(old), new=_id(new))
        return revalidated(request, encoded(found), headers=[by_rules(revision)])

    return handler


def find_counterfactual(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/decisions/{rule}/counterfactual`."""
    counterfactual = Counterfactual(parts.examiner)

    @post("/v1/decisions/{rule:str}/counterfactual", status_code=200)
    async def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        read_query(request, ())
        wish = await read_json(request, _wish, parts.body_limit)
        revision = parts.live.snapshot
        one = revision.version(rule, wish.version).id
        nearest = await counterfactual(revision, rule, wish.inputs, wish.wanted, one.version)
        found = NearestChange(**structs.asdict(nearest), rule=one)
        return Answer(encoded(found), headers=[by_rules(revision), NOT_KEPT])

    return handler


def _id(one: Published) -> RuleId:
    return RuleId(one.name, one.version, one.digest)
