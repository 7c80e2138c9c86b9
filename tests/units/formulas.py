"""Formulas of one output over inputs of many units."""

from typing import Any, Final

from service.analysis.units import units
from service.errors import Diagnostic
from service.language.typed import Typed, type_rule
from service.model.loading import load
from service.model.rule import ProvableDocument
from service.model.text import dump

INPUTS: Final[dict[str, Any]] = {
    "a": {"type": "number", "unit": "s"},
    "b": {"type": "number", "unit": "s"},
    "hours": {"type": "number", "unit": "h"},
    "rate": {"type": "number", "unit": "1/day"},
    "tokens": {"type": "number", "unit": "token"},
    "speed": {"type": "number", "unit": "token/s"},
    "power": {"type": "number", "unit": "kW"},
    "share": {"type": "number"},
    "n": {"type": "number"},
    "vms": {"type": "integer", "unit": "VM"},
    "gpus": {"type": "integer", "unit": "GPU"},
    "yes": {"type": "boolean"},
    "kind": {"type": "choice", "values": {"long": "Long", "short": "Short"}},
    "period": {"type": "duration"},
    "runs": {"type": "list", "of": {"cost": {"type": "number", "unit": "USD"}, "lost": {"type": "duration"}}},
}
CONSTANTS: Final[dict[str, Any]] = {
    "hour": {"value": 3600.0, "unit": "s/h"},
    "day": {"value": 86400.0, "unit": "s"},
    "seconds_per_day": {"value": 86400.0, "unit": "s/day"},
    "one_vm": {"value": 1.0, "unit": "VM"},
}


def formula(value: str, unit: str, **more: Any) -> dict[str, Any]:
    """A formula with one output."""
    return {
        "kind": "formula",
        "name": "formula",
        "version": "1.0.0",
        "title": "A formula",
        "inputs": INPUTS,
        "constants": CONSTANTS,
        "outputs": {"result": {"unit": unit, "value": value}},
        "cases": [],
        **more,
    }


def typed(document: dict[str, Any]) -> tuple[Typed, ProvableDocument]:
    """The document with its expressions; it is sound but for its units."""
    loaded = load(dump(document).encode())
    assert isinstance(loaded.document, ProvableDocument), loaded.diagnostics
    found = type_rule(loaded, loaded.document)
    assert not [*loaded.diagnostics, *found.diagnostics]
    return found, loaded.document


def findings(document: dict[str, Any]) -> list[Diagnostic]:
    """What is wrong with its units."""
    return list(units(*typed(document)))
