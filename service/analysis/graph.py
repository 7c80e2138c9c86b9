"""The graph of a tree: where its ways lead, whether they go round, and what no way reaches."""

from collections.abc import Iterator, Mapping
from itertools import islice

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.model.loading import Loaded
from service.model.places import ENOUGH_FINDINGS
from service.model.text import Path
from service.model.tree import Node, TreeDocument, Way


def graph(loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
    """Every finding about the ways of a tree."""
    unresolved = [*islice(_references(loaded, document), ENOUGH_FINDINGS)]
    yield from unresolved
    for name in document.outcomes:
        if name in document.nodes:
            message = f"`{name}` names a node already: `then` could mean either"
            yield loaded.at(("outcomes", name), "duplicate-name", message)
    cycle = [*_cycle(loaded, document)]
    yield from cycle
    taken_out = any(path[0] in ("nodes", "outcomes", "actions", "start") for path in loaded.pruned if path)
    if not taken_out and not unresolved and not cycle and loaded.declares("start"):
        yield from _unreachable(loaded, document)


def ways(document: TreeDocument) -> Iterator[tuple[Path, Way]]:
    """Every way of every node, with its path."""
    for name, node in document.nodes.items():
        for index, branch in enumerate(node.branches):
            yield ("nodes", name, "branches", index), branch
        if node.otherwise:
            yield ("nodes", name, "otherwise"), node.otherwise


def _references(loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
    places = {**document.nodes, **document.outcomes}
    if document.start not in document.nodes and not loaded.declares("nodes", document.start):
        yield loaded.at(("start",), "unknown-node", unknown(document.start, document.nodes, "node"))
    for path, way in ways(document):
        declared = isinstance(way.then, str) and _declared(loaded, way.then, "nodes", "outcomes")
        if isinstance(way.then, str) and way.then not in places and not declared:
            yield loaded.at((*path, "then"), "unknown-node", unknown(way.then, places, "node or outcome"))
        for index, action in enumerate(way.do):
            if action not in document.actions and not _declared(loaded, action, "actions"):
                yield loaded.at((*path, "do", index), "unknown-action", unknown(action, document.actions, "action"))
    for name, outcome in document.outcomes.items():
        if outcome.repeat:
            yield from _repeat(loaded, document, ("outcomes", name, "repeat"))


def _repeat(loaded: Loaded, document: TreeDocument, path: Path) -> Iterator[Diagnostic]:
    repeat = document.outcomes[str(path[1])].repeat
    if repeat is None:
        return
    if repeat.from_ not in document.nodes and not loaded.declares("nodes", repeat.from_):
        yield loaded.at((*path, "from"), "unknown-node", unknown(repeat.from_, document.nodes, "node"))
    for index, name in enumerate(repeat.measure):
        if name not in document.inputs and not _declared(loaded, name, "inputs"):
            yield loaded.at((*path, "measure", index), "unknown-name", unknown(name, document.inputs, "input"))


def _declared(loaded: Loaded, name: str, *sections: str) -> bool:
    return any(loaded.declares(section, name) or loaded.lost(section) for section in sections)


def _cycle(loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
    """The first way back to a node that is still open, found depth first without recursion."""
    done: set[str] = set()
    for root in document.nodes:
        trail: list[str] = []
        stack: list[tuple[str, bool]] = [(root, False)]
        while stack:
            name, leaving = stack.pop()
            if leaving:
                done.add(trail.pop())
            elif name in trail:
                round_trip = " -> ".join([*trail[trail.index(name) :], name])
                message = f"the nodes go round: {round_trip}; use `repeat` on an outcome to begin again"
                yield loaded.at(("nodes", name), "cycle", message)
                return
            elif name not in done:
                trail.append(name)
                stack.append((name, True))
                stack.extend((target, False) for target in next_nodes(document.nodes[name], document.nodes))


def next_nodes(node: Node, nodes: Mapping[str, Node]) -> list[str]:
    """The nodes that a node leads to."""
    out = [*node.branches, *([node.otherwise] if node.otherwise else [])]
    return [way.then for way in out if isinstance(way.then, str) and way.then in nodes]


def _unreachable(loaded: Loaded, document: TreeDocument) -> Iterator[Diagnostic]:
    reached: set[str] = set()
    todo = [document.start] if document.start in document.nodes else []
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo.extend(next_nodes(document.nodes[name], document.nodes))
    arrived = {way.then for path, way in ways(document) if path[1] in reached and isinstance(way.then, str)}
    done = {action for path, way in ways(document) if path[1] in reached for action in way.do}
    for section, names, found in (
        ("nodes", document.nodes, reached),
        ("outcomes", document.outcomes, arrived),
        ("actions", document.actions, done),
    ):
        for name in names:
            if name not in found:
                yield loaded.at((section, name), "unreachable", f"no way leads to the {section[:-1]} `{name}`")
