"""Recommendations whose forms are known."""

from typing import Any, Final

from service.model.recommendation import Recommendation
from service.representations.forms import FORMS, represent
from tests.recommend.asking import recommend

G2: Final[dict[str, Any]] = {"machine_types": ["g2-standard-96"], "vms": 2, "gpus": 16, "consumption": "on_demand"}


def form(name: str, found: Recommendation) -> str:
    """A recommendation in a form."""
    return represent(found, FORMS[name])


def small(**constraints: Any) -> Recommendation:
    """For a model that T4 and L4 suit."""
    return recommend("training-gpu", {"model": "small", "vms": constraints.get("vms", 1)}, **constraints)


def linked(**constraints: Any) -> Recommendation:
    """For a model that needs NVLink, with memory that only some have."""
    return recommend("nvlink-gpu", {"number_format": "bf16", "memory_gb_per_accelerator": 20}, **constraints)


def l4() -> Recommendation:
    """Two machines with eight L4 each."""
    return recommend("training-gpu", {"model": "other", "latency_critical": False}, **G2)
