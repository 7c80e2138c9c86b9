"""`training-gpu` as a decision graph of GoRules (JDM): the same nodes, branches and outcomes, in the same order.

The inputs are not checked here as the rule checks them (types, ranges, no fewer GPUs than VMs): a little less work.
"""

from typing import Any, Final

from msgspec import json

_START: Final = "model_class"
_TREE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "model_class": (
        ('model == "large-transformer"', "nvlink"),
        ('model == "small"', "t4_l4"),
        ("vms == 1", "t4_l4"),
        ("", "distributed"),
    ),
    "distributed": (
        ("vms > 4 or gpus > 32 or latency_critical", "nvlink"),
        ("", "l4"),
    ),
}

Path = tuple[tuple[str, int | None], ...]
"""The nodes that were passed, each with the branch that was taken (from 1; nothing: `otherwise`)."""


class Graph:
    """A graph under construction."""

    def __init__(self, *, paths: bool) -> None:
        """With `paths` each way to an outcome has an end of its own, which writes the path into the answer."""
        self._paths = paths
        self._nodes: dict[str, dict[str, Any]] = {}
        self._edges: list[dict[str, str]] = []
        self._add("in", "inputNode", {"schema": ""})
        self._add("out", "outputNode", {"schema": ""})
        self._edge("in", self._switch(_START, ()))

    @property
    def content(self) -> dict[str, Any]:
        """The document."""
        kind = "application/vnd.gorules.decision"
        return {"contentType": kind, "nodes": list(self._nodes.values()), "edges": self._edges}

    def _switch(self, name: str, path: Path) -> str:
        branches = _TREE[name]
        statements = [
            {"id": f"{name}-{number}", "condition": condition, "isDefault": not condition}
            for number, (condition, _) in enumerate(branches, 1)
        ]
        self._add(name, "switchNode", {"hitPolicy": "first", "statements": statements})
        for number, (condition, target) in enumerate(branches, 1):
            way = (*path, (name, number if condition else None))
            end = self._switch(target, way) if target in _TREE else self._outcome(target, way)
            self._edge(name, end, f"{name}-{number}")
        return name

    def _outcome(self, name: str, path: Path) -> str:
        end = f"{name}-{len(self._nodes)}" if self._paths else name
        if end not in self._nodes:
            values: dict[str, Any] = {"outcome": name}
            if self._paths:
                values["path"] = [{"node": node, "branch": branch} for node, branch in path]
            expressions = [
                {"id": f"{end}-{key}", "key": key, "value": json.encode(value).decode()}
                for key, value in values.items()
            ]
            self._add(end, "expressionNode", {"expressions": expressions, "passThrough": False})
            self._edge(end, "out")
        return end

    def _add(self, name: str, kind: str, content: dict[str, Any]) -> None:
        place = {"x": 0, "y": 0}
        self._nodes[name] = {"id": name, "name": name, "type": kind, "content": content, "position": place}

    def _edge(self, source: str, target: str, statement: str | None = None) -> None:
        edge = {"id": f"e{len(self._edges)}", "type": "edge", "sourceId": source, "targetId": target}
        self._edges.append(edge | ({"sourceHandle": statement} if statement else {}))


def traced_path(trace: dict[str, Any]) -> Path:
    """The path that a trace tells."""
    passed = [step for step in sorted(trace.values(), key=lambda one: one["order"]) if step["id"] in _TREE]
    return tuple((step["id"], _branch(step["traceData"]["statements"][0]["id"])) for step in passed)


def _branch(statement: str) -> int | None:
    name, number = statement.split("-")
    condition, _ = _TREE[name][int(number) - 1]
    return int(number) if condition else None
