"""Legs of a path: what durable-rules infers in one block from one set of verdicts, remembered.

A leg depends on nothing but the block, where it begins and the verdicts, so the memo may keep it.
"""

from collections.abc import Container
from typing import assert_never

from msgspec import Struct

from service.engine.blocks import Block
from service.model.tree import RuleReference, Way


class Taken(Struct, frozen=True):
    """One node that was passed: the branch taken (from 1; nothing: `otherwise`), what it says, the inputs read."""

    node: str
    branch: int | None
    way: Way
    reads: tuple[str, ...]


class Reached(Struct, frozen=True):
    """The leg ends at an outcome."""

    outcome: str


class At(Struct, frozen=True):
    """The leg ends at a node of another block."""

    node: str


class Enter(Struct, frozen=True):
    """The leg ends where another rule goes on."""

    reference: RuleReference


class Open(Struct, frozen=True):
    """The leg ends at a branch (from 0) whose condition is not known."""

    node: str
    branch: int


class Gap(Struct, frozen=True):
    """The leg ends at a node none of whose branches holds."""

    node: str


class Leg(Struct, frozen=True):
    """The nodes that were passed, in order, and how the leg ends."""

    taken: tuple[Taken, ...]
    end: Reached | At | Enter | Open | Gap


Verdicts = tuple[bool | None, ...]


def infer(block: Block, start: str, verdicts: Verdicts) -> Leg:
    """Let durable-rules chain from the start through the block."""
    names = block.ruleset.fire([block.positions[start]], block.messages(verdicts))
    taken: list[Taken] = []
    for name in names:
        fired = block.meaning[name]
        node = block.nodes[fired.node]
        if fired.open and fired.branch is not None:
            return Leg(tuple(taken), Open(fired.node, fired.branch))
        way = node.otherwise if fired.branch is None else node.branches[fired.branch]
        if way is None:
            return Leg(tuple(taken), Gap(fired.node))
        number = None if fired.branch is None else fired.branch + 1
        taken.append(Taken(fired.node, number, way, block.reads(fired.node, number)))
    return Leg(tuple(taken), end_of(taken[-1].way, block.outcomes))


def end_of(way: Way, outcomes: Container[str]) -> Reached | At | Enter:
    """Where a way of a tree with these outcomes leads."""
    match way.then:
        case str(name):
            return Reached(name) if name in outcomes else At(name)
        case RuleReference() as reference:
            return Enter(reference)
        case unreachable:
            assert_never(unreachable)
