"""Whole conversations: what is said, and what comes back, on both databases, with two replicas that take turns."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from service.model.conversation import ConversationReply
from service.usecases.conversing.rendering import markdown, plain
from service.usecases.live import LiveRules
from tests.converse.replicas import Clock, Replica, opened
from tests.databases import Place
from tests.tables import table

pytestmark = pytest.mark.anyio

SCRIPTS = [row for path in sorted((Path(__file__).parent / "scripts").glob("*.yaml")) for row in table(path)]


class Theater:
    """Two replicas; each sentence is said to the one that did not answer the last."""

    def __init__(self, place: Place, rules: LiveRules, stack: AsyncExitStack) -> None:
        self._place = place
        self._rules = rules
        self._stack = stack
        self._replicas: list[Replica] = []
        self.clock = Clock()

    async def restart(self) -> None:
        """Begin anew with two processes that know nothing but the store."""
        await self._stack.aclose()
        stores = [await self._stack.enter_async_context(opened(self._place)) for _ in range(2)]
        self._replicas = [Replica(store, self._rules, self.clock) for store in stores]

    def next(self) -> Replica:
        """The replica whose turn it is."""
        self._replicas.reverse()
        return self._replicas[0]


@pytest.mark.parametrize("script", SCRIPTS)
async def test_a_conversation(script: dict[str, Any], shared: Place, shipped: LiveRules) -> None:
    async with AsyncExitStack() as stack:
        theater = Theater(shared, shipped, stack)
        await theater.restart()
        told = await theater.next().start(**script["begin"])
        first, *following = script["expect"]
        check(told, first)
        for line in following:
            theater.clock.forward(**line.get("later", {}))
            if line.get("restart"):
                await theater.restart()
            told = await theater.next().say(told.id, line.get("say"), answers=line.get("answers"))
            check(told, line)
            assert await theater.next().converse.show(told.id) == told


def check(told: ConversationReply, line: dict[str, Any]) -> None:
    """Compare a reply with what a line of a script expects of it."""
    question = told.question
    found = {
        "stage": told.stage,
        "rule": str(told.rule) if told.rule else None,
        "asks": question.input if question else None,
        "unsure": question.unsure if question else False,
        "choices": [one.label for one in question.choices] if question else [],
        "after": list(question.after) if question else [],
        "outcome": told.outcome.id if told.outcome else None,
        "actions": [one.id for one in told.actions],
        "notices": [one.code for one in told.notices],
        "reasons": len(told.reasons),
        "caveats": len(told.caveats),
        "candidates": bool(told.candidates),
        "aside": told.aside,
    }
    expected = {name: line[name] for name in found if name in line}
    assert {name: found[name] for name in expected} == expected, plain(told)
    for name in ("echo", "results"):
        assert set(line.get(name, [])) <= set(getattr(told, name)), plain(told)
    if "inputs" in line:
        assert {name: told.inputs[name] for name in line["inputs"] or told.inputs} == line["inputs"]
    labels = [one.label for one in told.buttons]
    assert set(line.get("buttons", [])) <= set(labels), labels
    for words in line.get("tells", []):
        assert words in " ".join([*told.text, *(one.text for one in told.notices)]), plain(told)
    if "links" in line:
        assert told.share
        assert [told.share.decision, told.share.diagram] == line["links"]
    assert markdown(told)
