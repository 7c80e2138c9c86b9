"""A tree cut into blocks: few conditions each, judged in one CEL call and chained by one ruleset.

One list of all conditions of a large tree would judge hundreds that the path never meets; one call per condition pays
the cost of a call for each. Blocks of about eight conditions are the best of both: measured on trees of 10 to 1,000
leaves.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from msgspec import Struct

from service.engine.durable import Production, Ruleset, compile_ruleset
from service.language.cel import Environment, Program
from service.language.expression import Expression, unique
from service.model.tree import Node, TreeDocument, Way

BLOCK_CONDITIONS: Final = 8
"""A block is full when it has this many; a single node with more makes a block of its own."""

_LAST: Final = 999


class Condition(Struct, frozen=True):
    """One branch's condition: which node, which branch (from 0), its expression, and the inputs that it reads."""

    node: str
    branch: int
    expression: Expression
    reads: tuple[str, ...]


class Fired(Struct, frozen=True):
    """What a production means: at this node this branch held (nothing: none did), or is open."""

    node: str
    branch: int | None
    open: bool = False


class Block:
    """Some nodes of a tree with their conditions; compared by identity, so it can be a key of the memo."""

    def __init__(
        self,
        nodes: Mapping[str, Node],
        outcomes: Collection[str],
        conditions: tuple[Condition, ...],
        *,
        listed: Program,
        guards: int,
    ) -> None:
        """`listed` gives all verdicts in one call: first those of the guards, then one for each condition."""
        self.outcomes = outcomes
        self.nodes = nodes
        self.conditions = conditions
        self.listed = listed
        self.guards = guards
        self.positions = {name: f"n{index}" for index, name in enumerate(nodes)}
        self.meaning: dict[str, Fired] = {}
        self.ruleset: Ruleset = compile_ruleset(self._productions())

    def messages(self, verdicts: tuple[bool | None, ...]) -> dict[str, dict[str, str]]:
        """The verdicts as symbols by position: `T` holds, `U` is open; what does not hold says nothing."""
        messages: dict[str, dict[str, str]] = {}
        for condition, verdict in zip(self.conditions, verdicts, strict=True):
            if verdict is not False:
                fields = messages.setdefault(self.positions[condition.node], {})
                fields[f"b{condition.branch}"] = "T" if verdict else "U"
        return messages

    def condition(self, node: str, branch: int) -> Condition:
        """The condition of one branch (from 0)."""
        return next(one for one in self.conditions if one.node == node and one.branch == branch)

    def reads(self, node: str, branch: int | None) -> tuple[str, ...]:
        """The inputs read to take a branch (from 1; nothing: `otherwise`): its own, and those of the ones before."""
        tried = [one for one in self.conditions if one.node == node and (branch is None or one.branch < branch)]
        return unique(name for one in tried for name in one.reads)

    def _productions(self) -> Iterator[Production]:
        for name, node in self.nodes.items():
            at = self.positions[name]
            for index, branch in enumerate(node.branches):
                holds, is_open = f"{at}_b{index}_holds", f"{at}_b{index}_open"
                self.meaning[holds] = Fired(name, index)
                self.meaning[is_open] = Fired(name, index, open=True)
                field = f"b{index}"
                yield Production(holds, ({"at": at, field: "T"},), self._then(branch), index + 1)
                yield Production(is_open, ({"at": at, field: "U"},), (), index + 1)
            self.meaning[f"{at}_none"] = Fired(name, None)
            yield Production(f"{at}_none", ({"at": at},), self._then(node.otherwise), _LAST)

    def _then(self, way: Way | None) -> tuple[str, ...]:
        """The next position, where it is in this block."""
        target = way.then if way else None
        return (self.positions[target],) if isinstance(target, str) and target in self.positions else ()


def cut(
    document: TreeDocument,
    conditions: Mapping[str, tuple[Condition, ...]],
    environment: Environment,
    guards: tuple[str, ...],
) -> dict[str, Block]:
    """The block of each node that can be reached, from the conditions of each node.

    The guards, expressions that must be true, are judged together with the block of the start.
    """
    blocks: dict[str, Block] = {}
    entries = [document.start]
    for entry in entries:
        if entry in blocks:
            continue
        names = _gather(document, entry, blocks.keys())
        nodes = {name: document.nodes[name] for name in names}
        tried = tuple(condition for name in names for condition in conditions[name])
        own = guards if entry == document.start else ()
        listed = _listed((*own, *(condition.expression.text for condition in tried)), environment)
        block = Block(nodes, document.outcomes, tried, listed=listed, guards=len(own))
        blocks |= dict.fromkeys(names, block)
        entries.extend(target for node in nodes.values() for target in targets(node) if target in document.nodes)
    return blocks


def _gather(document: TreeDocument, entry: str, taken: Collection[str]) -> list[str]:
    """Nodes near the entry, breadth first, until the block is full."""
    names, size = [entry], len(document.nodes[entry].branches)
    for name in names:
        for target in targets(document.nodes[name]):
            free = target in document.nodes and target not in names and target not in taken
            if free and size + len(document.nodes[target].branches) <= BLOCK_CONDITIONS:
                names.append(target)
                size += len(document.nodes[target].branches)
    return names


def targets(node: Node) -> Iterator[str]:
    """The nodes and outcomes that a node leads to, in order."""
    for way in (*node.branches, node.otherwise):
        if way is not None and isinstance(way.then, str):
            yield way.then


def _listed(texts: tuple[str, ...], environment: Environment) -> Program:
    """One expression that lists the values of many, each on lines of its own so that a comment ends with it."""
    return environment.compile("[" + ",".join(f"(\n{text}\n)" for text in texts) + "]")
