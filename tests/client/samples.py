"""An answer that a service gives."""

from typing import Any

RULE = {"name": "training-gpu", "version": "1.0.0", "digest": "sha256:0"}
DECIDED: dict[str, Any] = {
    "decision_id": "1",
    "rule": RULE,
    "rules": [RULE],
    "status": "decided",
    "inputs": {"vms": 3},
    "outcome": {"id": "l4", "title": "L4"},
    "of_a_later_version": True,
}
CANDIDATE = {
    "rank": 1,
    "key": "g2-standard-96",
    "machine_type": "g2-standard-96",
    "accelerators_per_vm": 8,
    "price_per_hour": None,
    "because": ["8 accelerators on each VM"],
    "caveats": [],
}
RECOMMENDED: dict[str, Any] = {
    "status": "recommended",
    "decision": DECIDED,
    "estimates": [],
    "selection": {**RULE, "name": "gcp-machines"},
    "rules": [RULE],
    "constraints": {"vms": 2, "gpus": 16},
    "candidates": [CANDIDATE],
    "rejected": [{"machine_type": "g2-standard-4", "because": ["has one", "is small"], "checks": ["count", "memory"]}],
    "nearest": [],
    "relax": [],
    "caveats": [],
    "units": {"price_per_hour": "USD/h"},
}
BUSY = {
    "type": "urn:gpu-rules:problem:busy",
    "title": "Busy",
    "status": 503,
    "detail": "as many as may be at once",
}
REFUSED = {
    "type": "urn:gpu-rules:problem:inputs-rejected",
    "title": "Inputs rejected",
    "status": 422,
    "detail": "`vms` is too large",
    "errors": [{"code": "out-of-range", "path": "$.inputs.vms", "message": "`vms` is too large: at most 9 fits"}],
    "request_id": "r-1",
}
