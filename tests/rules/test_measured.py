"""Utilizations that others measured and published come out of three rules, asked one after the other over HTTP."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.http.served import served

TABLE: Final = Path(__file__).parent / "mfu_measured.csv"
FORMATS: Final = {"bf16": "bf16", "amp_bf16": "bf16", "amp_fp8": "fp8"}
POINTS: Final = 0.06
"""Percentage points: the table has two decimals, and rounded its throughput to whole tokens a second."""


def measured() -> list[dict[str, str]]:
    """The rows of MosaicML's table; its first line says where it comes from."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        next(lines)
        return [*csv.DictReader(lines)]


ROWS: Final = measured()
RECOMPUTING: Final = [row for row in ROWS if row["activation_checkpointing"] == "True"]


def called(row: dict[str, str]) -> str:
    """The name of a test."""
    return f"{row['model']} at {row['sequence_length']} on {row['gpus']} {row['gpu']} in {row['precision']}"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(served()) as one:
        yield one


def asked(client: TestClient[Litestar], rule: str, **inputs: Any) -> float:
    """The value of the one output that goes on to the next rule."""
    response = client.post(f"/v1/decisions/{rule}", json={"inputs": inputs})
    assert response.status_code == 200, response.text
    values = response.json()["values"]
    return float(values[{"accelerator-peak": "peak_flops"}.get(rule, rule.replace("-", "_"))])


def flops(client: TestClient[Litestar], row: dict[str, str], convention: str) -> float:
    return asked(
        client,
        "flops-per-token",
        convention=convention,
        parameters=int(row["parameters"]),
        layers=int(row["layers"]),
        attention_width=int(row["d_model"]),
        sequence_length=int(row["sequence_length"]),
    )


def utilization(client: TestClient[Litestar], row: dict[str, str], convention: str) -> float:
    accelerator, _, _ = row["gpu"].partition("_")
    goodput = asked(
        client,
        "program-goodput",
        tokens_per_second=int(row["tokens_per_second"]),
        flops_per_token=flops(client, row, convention),
        accelerators=int(row["gpus"]),
        peak_flops=asked(client, "accelerator-peak", accelerator=accelerator, number_format=FORMATS[row["precision"]]),
    )
    return 100 * goodput


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 108


@pytest.mark.parametrize("row", ROWS, ids=called)
def test_a_measured_utilization_is_reproduced(client: TestClient[Litestar], row: dict[str, str]) -> None:
    assert utilization(client, row, "palm") == pytest.approx(float(row["mfu_percent"]), abs=POINTS, rel=0)


@pytest.mark.parametrize("row", RECOMPUTING, ids=called)
def test_so_is_that_of_the_hardware_which_recomputes(client: TestClient[Litestar], row: dict[str, str]) -> None:
    assert utilization(client, row, "full-recompute") == pytest.approx(float(row["hfu_percent"]), abs=POINTS, rel=0)
