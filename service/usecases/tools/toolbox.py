"""The tools as a use case: a name and arguments in, an answer out."""

from collections.abc import Callable, Iterator
from typing import Any, cast

from msgspec import Struct, structs

from service.engine.program import CatalogProgram
from service.model.decision import Decision
from service.model.recommendation import sent
from service.model.solution import Aim, RuleSolution
from service.model.standing import Kind
from service.model.tool import Explanation, RuleList, RuleSketch, Tool
from service.usecases.aside import Aside
from service.usecases.conversing.words import reasons
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.recommend import Recommend, Wanted
from service.usecases.revision import Revision, Version
from service.usecases.solve import Solve
from service.usecases.tools.forms import (
    EXPLAIN,
    LIST_RULES,
    RECOMMEND,
    SOLVE,
    Explaining,
    Listing,
    Recommending,
    Solving,
    read,
)
from service.usecases.tools.offering import offered, rule_of, tool_name

Draw = Callable[[Version, Decision | None], str]
"""Makes a flowchart of a version, with the way of a decision in it."""


class Toolbox:
    """Offers tools by the live rules, and uses them."""

    def __init__(self, live: LiveRules, decide: Decide, aside: Aside, draw: Draw) -> None:
        """Take the parts."""
        self._live = live
        self._decide = decide
        self._recommend = Recommend(decide)
        self._solve = Solve(aside)
        self._draw = draw
        self._offered: tuple[Revision | None, list[Tool]] = (None, [])

    @property
    def tools(self) -> list[Tool]:
        """The tools of the rules that are live now; the same list as long as these do not change.

        Raises:
            NotReadyError: no rules are being served.
        """
        revision, tools = self._live.snapshot, self._offered
        if tools[0] is not revision:
            tools = self._offered = (revision, offered(revision))
        return tools[1]

    async def __call__(self, name: str, arguments: dict[str, Any]) -> Struct:
        """What a tool that is offered answers.

        Raises:
            RuleError: there is no such rule or version to ask.
            RequestRejectedError: the arguments are not those of the tool.
            DecisionError: the question can't be answered.
            BusyError: too many wait already.
        """
        revision = self._live.snapshot
        match name:
            case _ if name == LIST_RULES:
                read(arguments, Listing)
                return RuleList(rules=[*_sketches(revision)])
            case _ if name == EXPLAIN:
                return self._explained(revision, read(arguments, Explaining))
            case _ if name == SOLVE:
                return await self._solved(revision, read(arguments, Solving))
            case _ if name == RECOMMEND:
                return self._recommended(revision, read(arguments, Recommending))
            case _:
                return self._decide(rule_of(name), arguments, revision=revision, at="$")

    def _recommended(self, revision: Revision, asked: Recommending) -> Struct:
        wanted = Wanted(
            rule=asked.rule,
            inputs=asked.inputs,
            constraints=asked.constraints or {},
            version=asked.version,
            selection=asked.selection,
        )
        return sent(self._recommend(wanted, revision))

    async def _solved(self, revision: Revision, asked: Solving) -> Struct:
        version = revision.version(asked.rule, asked.version)
        aim = Aim(unknown=asked.unknown, output=asked.target.output, value=asked.target.value)
        solution = await self._solve(version, asked.inputs, aim)
        return RuleSolution(**structs.asdict(solution), rule=version.id)

    def _explained(self, revision: Revision, asked: Explaining) -> Struct:
        version = revision.version(asked.rule, asked.version)
        decision = None
        if asked.inputs is not None:
            decision = self._decide(asked.rule, asked.inputs, version.id.version, revision=revision)
        document = version.document
        return Explanation(
            rule=version.id,
            kind=_kind(version),
            title=document.title,
            summary=document.summary,
            sources=[*document.sources],
            diagram=self._draw(version, decision),
            document=version.loaded.content.decode() if asked.document else None,
            decision=decision,
            why=[*_why(version, decision)] if decision else [],
        )


def _why(version: Version, decision: Decision) -> Iterator[str]:
    """The reasons of a decision, of whatever kind its rule is."""
    yield from reasons(version, decision.path)
    yield from (f"{one.title}: {one.because}" for one in decision.advice if one.because)
    if decision.selection:
        yield from (f"{one.key}: {'; '.join(one.because)}" for one in decision.selection.candidates if one.because)
    yield from (f"`{one.input}` still matters: {one.question}" for one in decision.ask)


def _sketches(revision: Revision) -> Iterator[RuleSketch]:
    for rule in revision.rules.values():
        if rule.live:
            document, program = rule.live.document, rule.live.program
            yield RuleSketch(
                name=rule.name,
                version=rule.live.id.version,
                kind=_kind(rule.live),
                title=document.title,
                summary=document.summary,
                asks={name: one.ask or name for name, one in program.common.inputs.items()},
                tool=None if isinstance(program, CatalogProgram) else tool_name(rule.name),
            )


def _kind(version: Version) -> Kind:
    return cast(Kind, version.document.__struct_config__.tag)
