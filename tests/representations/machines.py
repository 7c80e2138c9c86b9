"""Recommendations whose forms are known: of the shipped rules, and made by hand."""

from typing import Any, Final

from service.model.decision import Candidate, Chosen, Decision, GivenOutcome
from service.model.recommendation import Recommendation
from service.model.rule import RuleId
from service.representations.forms import FORMS, represent
from tests.recommend.asking import recommend

G2: Final[dict[str, Any]] = {"machine_types": ["g2-standard-96"], "vms": 2, "gpus": 16, "consumption": "on_demand"}
CARRIED: Final[dict[str, Any]] = {
    "machine_type": "g2-standard-96",
    "accelerator_type": "nvidia-l4",
    "accelerators_per_vm": 8.0,
    "devices_per_vm": 8,
    "vms": 2,
    "consumption": "on_demand",
    "consumption_option": "on_demand",
    "price_per_hour": 16.00666,
    "nvlink_gb_per_s": None,
    "disk_families": ["persistent_disk", "hyperdisk"],
    "attach": False,
}
"""What a candidate of the shipped selection carries, as far as forms depend on it."""


def form(name: str, found: Recommendation | Decision) -> str:
    """A recommendation or a decision in a form."""
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


def decided(recommends: dict[str, Any] | None = None, **members: Any) -> Decision:
    """A decision by a rule of nobody, whose outcome recommends that."""
    rule = RuleId(name="training-gpu", version="1.0.0", digest="sha256:0f68")
    outcome = GivenOutcome(id="l4", title="L4 (and no other)", recommend=recommends or {"accelerators": ["nvidia-l4"]})
    asked = {"decision_id": "1", "rule": rule, "rules": (rule,), "status": "decided", "inputs": {}, "outcome": outcome}
    return Decision(**{**asked, **members})


def made(*caveats: str, constraints: dict[str, Any] | None = None, **fields: Any) -> Recommendation:
    """One candidate that carries this; a field that is given as nothing is unknown."""
    one = Candidate(rank=1, key="row", fields={**CARRIED, **fields}, caveats=caveats)
    return recommended(one, constraints=constraints)


def recommended(*candidates: Candidate, constraints: dict[str, Any] | None = None) -> Recommendation:
    """A recommendation of these."""
    decision = decided()
    return Recommendation(
        status="recommended",
        decision=decision,
        selection=RuleId(name="gcp-machines", version="1.0.0", digest="sha256:77aa"),
        rules=decision.rules,
        constraints=constraints or {},
        candidates=candidates,
    )


def selected(*candidates: Candidate, **inputs: Any) -> Decision:
    """The same, as a selection decides it by itself."""
    return decided(outcome=None, inputs=inputs, selection=Chosen(candidates=candidates))
