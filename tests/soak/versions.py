"""Versions of one rule that differ in one number, so that an answer tells which version gave it."""

import os
from pathlib import Path
from typing import Any, Final

RULE: Final = "training-gpu"
RULES: Final = Path(__file__).parents[2] / "rules"
_ORIGINAL: Final = (RULES / RULE / "1.0.0.yaml").read_text(encoding="utf-8")
_LIMIT: Final = "vms > 4 ||"
_ANSWERS: Final = ("l4", "nvlink")
VMS: Final = 6
"""The question that all of them are asked: a job of 6 VMs."""


def rules() -> Path:
    """The rules that a service starts with: those of the environment, or all that are shipped."""
    return Path(os.environ.get("GPU_RULES_RULES_DIR", RULES))


def version(number: int) -> str:
    """The name of the version with this number."""
    return f"9.0.{number}"


def document(number: int) -> bytes:
    """A version of the rule: with an even number it allows 6 VMs without fast links, with an odd one it does not."""
    limit = VMS if number % 2 == 0 else VMS - 1
    text = _ORIGINAL.replace("version: 1.0.0", f"version: {version(number)}").replace(_LIMIT, f"vms > {limit} ||")
    head, _, _ = text.partition("\ncases:")
    cases = [("as many VMs as were asked for", VMS, answer(number)), ("many VMs", 900, "nvlink")]
    lines = [
        f"  - {{name: {name}, given: {question(vms)}, expect: {{outcome: {outcome}}}}}" for name, vms, outcome in cases
    ]
    covers = ["  - {name: a small model, given: {model: small}, expect: {outcome: t4_l4}}"]
    if answer(number) == "nvlink":
        covers.append(f"  - {{name: two VMs, given: {question(2)}, expect: {{outcome: l4}}}}")
    return "\n".join([head, "cases:", *lines, *covers, ""]).encode()


def question(vms: int) -> str:
    """The inputs in YAML's own short form, which is JSON."""
    return f'{{"model": "other", "vms": {vms}, "gpus": {max(vms, 2) if vms < 32 else vms}, "latency_critical": false}}'


INPUTS: Final[dict[str, Any]] = {"model": "other", "vms": VMS, "gpus": VMS, "latency_critical": False}


def answer(number: int) -> str:
    """The outcome that the version of this number gives."""
    return _ANSWERS[number % 2]


def expected(name: str) -> str:
    """The outcome that a version gives, by its name; 1.0.0, the shipped one, allows 4 VMs."""
    return "nvlink" if name == "1.0.0" else answer(int(name.rpartition(".")[2]))
