"""The shipped rules, loaded once and ready to be asked."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from service.engine.engine import Engine
from service.errors import DecisionError
from service.model.decision import Decision
from service.store.directory import Directory
from service.usecases.check import Report, check_files
from service.usecases.revision import Revision

RULES: Final = Path(__file__).parents[2] / "rules"
NAMES: Final = (
    "choose-gpu",
    "training-gpu",
    "inference-gpu",
    "nvlink-gpu",
    "consumption-option",
    "cost-efficiency",
    "training-time",
    "scheduling-goodput",
    "runtime-goodput",
    "runtime-goodput-estimate",
    "program-goodput",
    "flops-per-token",
    "accelerator-peak",
    "ml-productivity-goodput",
    "expected-runtime-goodput",
    "expected-interruptions",
    "observed-mtbf",
    "failure-scaling",
    "checkpoint-interval",
    "goodput-levers",
    "gcp-accelerators",
    "gcp-n1-shapes",
    "gcp-prices",
    "gcp-machines",
    "memory",
)
_ENGINE: Final = Engine()


@cache
def report() -> Report:
    """What `check` says about them."""
    return check_files(Directory(RULES).read())


@cache
def revision() -> Revision:
    """The rules as they are served."""
    found = report().revision
    assert found is not None, "\n".join(map(str, report().diagnostics))
    return found


def decide(rule: str, given: Mapping[str, Any], version: str | None = None) -> Decision:
    """The engine's decision by the live version, or by the one that is named.

    Raises:
        DecisionError: the question is refused.
    """
    return _ENGINE.decide(revision().version(rule, version).program, given, "test")


def outcome(rule: str, given: Mapping[str, Any], version: str | None = None) -> str:
    """The outcome, or in brackets the inputs that are asked for, or the name of the refusal."""
    try:
        decision = decide(rule, given, version)
    except DecisionError as refused:
        return type(refused).__name__
    return decision.outcome.id if decision.outcome else f"[{', '.join(one.input for one in decision.ask)}]"
