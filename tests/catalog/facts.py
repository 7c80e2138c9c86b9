"""The facts as they were handed over, and the rows of the shipped catalogs, beside each other."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import json

from service.model.catalog import CatalogDocument
from tests.rules.shipped import revision

FACTS: Final[dict[str, Any]] = json.decode((Path(__file__).parent / "gcp_accelerators.json").read_bytes())
CATALOGS: Final = ("gcp-accelerators", "gcp-n1-shapes", "gcp-prices")
TPUS: Final = {"v5e": "tpu-v5e", "v5p": "tpu-v5p", "v6e": "tpu-v6e", "tpu7x": "tpu7x"}
"""The catalog names a TPU as `accelerator-peak` does."""


@cache
def document(catalog: str) -> CatalogDocument:
    """The live version of a catalog."""
    found = revision().version(catalog).document
    assert isinstance(found, CatalogDocument)
    return found


@cache
def cells(catalog: str) -> dict[str, dict[str, Any]]:
    """The rows as they are written, by their keys in words."""
    written = document(catalog)
    return {" ".join(str(row[column]) for column in written.key): row for row in written.rows}


@cache
def machines() -> dict[str, dict[str, Any]]:
    """What the facts say of each row, with TPU machines in the form of the others."""
    found = {one["machine_type"]: one for one in FACTS["machine_types"]}
    found |= {f"n1-{one['gpu_count']}x-{one['accelerator_type']}": one for one in FACTS["n1_attachments"]}
    for kind in FACTS["tpus"]:
        for name, machine in kind["machine_types"].items():
            found[name] = {
                "machine_type": name,
                "accelerator_type": TPUS[kind["name"]],
                "gpu_model": kind["name"],
                "gpu_count": machine["chips"],
                "gpu_memory_gb_each": kind["hbm_gb_per_chip"],
                "gpu_memory_gb_total": kind["hbm_gb_per_chip"] * machine["chips"],
                "vcpu": machine["vcpu"],
                "memory_gb": machine["memory_gb"],
            }
    return found


def model(machine: dict[str, Any]) -> dict[str, Any]:
    """What the facts say of the accelerator of a machine, whatever it is."""
    if machine["gpu_model"] in FACTS["gpus"]:
        return dict(FACTS["gpus"][machine["gpu_model"]])
    [kind] = [one for one in FACTS["tpus"] if one["name"] == machine["gpu_model"]]
    return {**kind, "memory_gb_per_s": kind["hbm_gb_per_s"], "bf16": True}
