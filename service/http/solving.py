"""Formulas backwards, over HTTP: which input brings an output to a target, and how much each input matters."""

from typing import Any, Final

from litestar import Request, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import json, structs

from service.http.answers import NOT_KEPT, Answer, by_rules, encoded
from service.http.bearer import permit_deciding
from service.http.bodies import read_json
from service.http.forms import BackwardQuestion, WeightQuestion
from service.http.parts import HttpParts
from service.http.queries import read_query
from service.model.sensitivity import RuleSensitivity
from service.model.solution import Aim, RuleSolution
from service.usecases.sensitivity import Weigh
from service.usecases.solve import Solve

_backward: Final = json.Decoder(BackwardQuestion)
_weight: Final = json.Decoder(WeightQuestion)


def solve_rule(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/decisions/{rule}/solve`."""
    solve = Solve(parts.aside)

    @post("/v1/decisions/{rule:str}/solve", status_code=200)
    async def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        read_query(request, ())
        asked = await read_json(request, _backward, parts.body_limit)
        revision = parts.live.snapshot
        version = revision.version(rule, asked.version)
        aim = Aim(unknown=asked.unknown, output=asked.target.output, value=asked.target.value)
        solution = await solve(version, asked.inputs, aim)
        found = RuleSolution(**structs.asdict(solution), rule=version.id)
        return Answer(encoded(found), headers=[by_rules(revision), NOT_KEPT])

    return handler


def weigh_inputs(parts: HttpParts) -> HTTPRouteHandler:
    """`POST /v1/decisions/{rule}/sensitivity`."""
    weigh = Weigh(parts.aside)

    @post("/v1/decisions/{rule:str}/sensitivity", status_code=200)
    async def handler(request: Request[Any, Any, Any], rule: FromPath[str]) -> Answer:
        permit_deciding(parts, request)
        read_query(request, ())
        asked = await read_json(request, _weight, parts.body_limit)
        revision = parts.live.snapshot
        version = revision.version(rule, asked.version)
        sensitivity = await weigh(version, asked.inputs, asked.output)
        found = RuleSensitivity(**structs.asdict(sensitivity), rule=version.id)
        return Answer(encoded(found), headers=[by_rules(revision), NOT_KEPT])

    return handler
