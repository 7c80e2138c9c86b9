"""Questions to `training-gpu`: every one differs from all others, and every outcome comes up."""

from random import Random
from typing import Any, Final

RULE: Final = "training-gpu"
VERSION: Final = "1.0.0"
_MODELS: Final = ("small", "large-transformer", "other", "other", "other")


def questions(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """The same ones for the same seed. Scales are spread by their logarithm: small jobs are as common as large ones."""
    random = Random(seed)  # noqa: S311 - nothing is secret here
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    while len(found) < number:
        vms = int(10 ** random.uniform(0, 3))
        one = {
            "model": random.choice(_MODELS),
            "vms": vms,
            "gpus": int(vms * 10 ** random.uniform(0, 2)),
            "latency_critical": random.random() < 1 / 3,
        }
        found[tuple(one.values())] = one
    return list(found.values())
