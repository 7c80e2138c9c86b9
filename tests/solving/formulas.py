"""Formulas to ask backwards: those that are shipped, and small ones."""

from functools import cache
from typing import Any

from msgspec import json

from service.model.loading import load
from service.usecases.revision import Version
from tests.engine.building import build
from tests.rules.shipped import revision

MONTH = {"evaluation_period": "30 days", "since_checkpoint": 900, "resume": 300, "reschedule": 600}
ONE = {"evaluation_period": 14_400, "interruptions": [{"resume": 70, "reschedule": 150}]}


@cache
def shipped(name: str) -> Version:
    """The live version of a rule that is shipped."""
    return revision().version(name)


def formula(**changes: Any) -> Version:
    """A formula of a number, a whole number, a duration, two things that are no numbers, and a list of records."""
    document = {
        "kind": "formula",
        "name": "formula",
        "version": "1.0.0",
        "title": "A formula",
        "inputs": {
            "x": {"type": "number", "minimum": 0, "maximum": 1000, "unit": "m"},
            "n": {"type": "integer", "default": 2},
            "wait": {"type": "duration", "default": "1 min"},
            "fast": {"type": "boolean", "default": True},
            "kind": {"type": "choice", "values": {"one": "One", "two": "Two"}, "default": "one"},
            "runs": {
                "type": "list",
                "of": {
                    "cost": {"type": "number", "default": 7},
                    "took": {"type": "duration"},
                    "tries": {"type": "integer"},
                },
            },
        },
        "outputs": {"y": {"unit": "m", "value": "x * double(n)"}},
        "cases": [],
        **changes,
    }
    loaded = load(json.encode(document))
    assert loaded.document is not None, loaded.diagnostics
    return Version(loaded, loaded.document, build([document]).program)
