"""Small rules about money, whose inputs are marked as a test wants."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Final

from service.engine.program import Program
from tests.engine.building import build

Document = dict[str, Any]

_SALARY: Final = {"type": "integer", "minimum": 0, "ask": "How much a month?"}
_HOURS: Final = {"type": "integer", "minimum": 0, "ask": "How many hours a week?"}


def _rule(kind: str, name: str, inputs: Document, **rest: Any) -> Document:
    return {"kind": kind, "name": name, "version": "1.0.0", "title": name, "inputs": inputs, "cases": [], **rest}


_TREE: Final = _rule(
    "tree",
    "tree",
    {"salary": _SALARY, "hours": _HOURS},
    start="pay",
    nodes={
        "pay": {
            "title": "Is it much?",
            "branches": [{"when": "salary > 5000 && hours > 1", "then": "rich"}],
            "otherwise": {"then": "poor"},
        }
    },
    outcomes={"rich": {"title": "Much"}, "poor": {"title": "Little"}},
)
_ENTERING: Final = _rule(
    "tree",
    "entering",
    {"salary": _SALARY, "hours": _HOURS},
    start="time",
    nodes={
        "time": {
            "title": "Is it long?",
            "branches": [{"when": "hours > 40", "then": {"rule": "tree"}}],
            "otherwise": {"then": "short"},
        }
    },
    outcomes={"short": {"title": "Short"}},
)
_FORMULA: Final = _rule(
    "formula",
    "formula",
    {"salary": _SALARY, "hours": _HOURS, "bonus": {"type": "integer", "default": 0}},
    derived={"ratio": "double(hours) / 2.5"},
    outputs={
        "same": {"unit": "1", "value": "salary"},
        "twice": {"unit": "1", "value": "same * 2 + bonus"},
        "overtime": {"unit": "1", "value": "ratio"},
        "more": {"unit": "1", "value": "overtime + 1.0"},
    },
    caveats={
        "long": {"when": "overtime > 1.0", "text": "Rest."},
        "told": {"when": "bonus == 0", "text": "No bonus on {salary}."},
        "plain": {"when": "bonus == 0", "text": "No bonus."},
    },
)
_ADVICE: Final = _rule(
    "advice",
    "advice",
    {"salary": _SALARY, "hours": _HOURS},
    derived={"monthly": "salary + 1"},
    rules=[
        {
            "id": "spend",
            "when": "monthly > 5000",
            "advise": {"title": "Spend it"},
            "gain": "double(monthly)",
            "rank": "double(hours)",
        },
        {"id": "rest", "when": "hours > 40", "advise": {"title": "Rest"}, "gain": "double(hours)"},
    ],
)
_COLUMNS: Final = {
    "cost": {"type": "number"},
    "place": {"type": "choice", "values": {"here": "Here", "there": "There"}},
}
_LIST: Final = _rule(
    "formula",
    "list",
    {"trips": {"type": "list", "of": _COLUMNS}},
    outputs={
        "total": {"unit": "1", "value": "sum(trips.cost)"},
        "count": {"unit": "1", "value": "size(trips.place)"},
    },
)
_RULES: Final = {
    "tree": [_TREE],
    "entering": [_TREE, _ENTERING],
    "formula": [_FORMULA],
    "advice": [_ADVICE],
    "list": [_LIST],
}


def program(rule: str, sensitive: Iterable[str]) -> Program:
    """One of the rules; of two, the marks are in the one that is entered."""
    documents = deepcopy(_RULES[rule])
    inputs = documents[0]["inputs"]
    for name in sensitive:
        one, _, column = name.partition(".")
        (inputs[one]["of"][column] if column else inputs[one])["sensitive"] = True
    return build(documents).program
