"""Rules as the service runs them, without a server."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from service.engine.build import build
from service.engine.engine import Engine
from service.engine.program import Program
from service.language.typed import type_rule
from service.model.decision import Decision
from service.model.loading import load
from service.model.rule import ProvableDocument
from tests.benchmarks.figures import CannotRunError
from tests.benchmarks.machine import ROOT

Ask = Callable[[Mapping[str, Any]], Decision]


def shipped(name: str, version: str) -> bytes:
    """A rule file of the project."""
    return Path(ROOT, "rules", name, f"{version}.yaml").read_bytes()


def compiled(content: bytes) -> Program:
    """The program of a rule that enters no other.

    Raises:
        CannotRunError: the rule is faulty.
    """
    loaded = load(content)
    if loaded.diagnostics or not isinstance(loaded.document, ProvableDocument):
        message = f"the rule is faulty: {[str(one) for one in loaded.diagnostics][:3]}"
        raise CannotRunError(message)
    return build(type_rule(loaded, loaded.document), loaded.document, {})


def asking(program: Program, engine: Engine) -> Ask:
    """One decision with its path, the reading of the inputs included."""
    return lambda given: engine.decide(program, given, "0198f3c2-0000-7000-8000-000000000000")


def hit_rate(program: Program, inputs: list[dict[str, Any]]) -> float:
    """The share of inferences that a fresh memo spares when each of these inputs comes once."""
    engine = Engine()
    ask = asking(program, engine)
    for one in inputs:
        ask(one)
    hits, misses = engine.memo_hits_and_misses()
    return hits / (hits + misses)
