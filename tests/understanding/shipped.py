"""The inputs of the shipped rules that phrases are read against."""

from functools import cache

from service.model.inputs import AnyInput
from service.model.loading import load
from service.model.rule import AskedDocument
from tests.rules.shipped import RULES

DOCUMENTS = {
    "choose": ("choose-gpu/2.0.0", "training-gpu/2.0.0", "inference-gpu/2.0.0", "nvlink-gpu/1.0.0"),
    "time": ("training-time/2.0.0",),
    "cost": ("cost-efficiency/1.0.0",),
    "option": ("consumption-option/1.0.0",),
    "interval": ("checkpoint-interval/1.0.0",),
    "goodput": ("ml-productivity-goodput/1.1.0",),
    "flops": ("flops-per-token/1.0.0",),
    "program": ("program-goodput/1.1.0",),
    "runtime": ("runtime-goodput/1.1.0",),
    "machines": ("gcp-machines/1.0.0",),
}
"""The documents whose inputs a conversation asks for, by a short name; of two inputs of one name the first counts."""


@cache
def inputs_of(name: str) -> dict[str, AnyInput]:
    """The inputs of these documents together."""
    found: dict[str, AnyInput] = {}
    for place in DOCUMENTS[name]:
        document = load((RULES / f"{place}.yaml").read_bytes()).document
        assert isinstance(document, AskedDocument)
        for key, one in document.inputs.items():
            found.setdefault(key, one)
    return found
