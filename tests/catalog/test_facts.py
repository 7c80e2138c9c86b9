"""Every figure of the catalogs is that of the facts, or stands here with the reason why it is another."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.catalog.facts import CATALOGS, FACTS, TPUS, cells, document, machines, model
from tests.rules.shipped import decide

ROWS: Final = list(machines())
SAME: Final = {
    "machine_type": "machine_type",
    "accelerator_type": "accelerator_type",
    "model": "gpu_model",
    "accelerator_count": "gpu_count",
    "memory_gb_total": "gpu_memory_gb_total",
    "vcpu": "vcpu",
    "memory_gb": "memory_gb",
    "max_vcpu": "max_vcpu",
    "max_memory_gb": "max_memory_gb",
    "local_ssd_gib": "local_ssd_gib",
    "local_ssd_optional_max_gib": "local_ssd_optional_max_gib",
    "nics": "nics",
    "network_gbps": "max_network_gbps",
    "nvlink_gb_per_s": "nvlink_gb_per_s",
    "fabric": "gpu_fabric",
    "consumption": "consumption",
    "bare_metal": "bare_metal",
    "compute_sla": "compute_sla",
    "purpose": "purpose",
}
"""Columns of the catalog, and what the facts call them."""

OF_THE_MODEL: Final = {
    "memory_gb_per_s": "memory_gb_per_s",
    "printed_fp16_tflops": "fp16_tensor_tflops",
    "bf16": "bf16",
    "pod_chips": "pod_chips",
}
PEAKS: Final = {
    "L4": "l4",
    "A100-80GB": "a100",
    "A100-40GB": "a100",
    "H100": "h100",
    "H200": "h200",
    "B200": "b200",
    "v5e": "tpu-v5e",
    "v5p": "tpu-v5p",
    "v6e": "tpu-v6e",
}
"""Accelerators as `accelerator-peak` calls them; it knows no others of the catalog that compute in bf16."""

COMPUTED: Final = {"memory_gb_each", "regional_network_gbps", "dense_bf16_tflops"}
"""Figures with a test of their own."""


def figures(row: dict[str, Any]) -> Iterator[str]:
    """The columns of a row that hold a number."""
    yield from (name for name, value in row.items() if isinstance(value, int | float) and not isinstance(value, bool))


def test_each_machine_of_the_facts_has_a_row_and_there_is_no_other() -> None:
    assert sorted(cells("gcp-accelerators")) == sorted(ROWS)
    assert len(ROWS) == len(FACTS["machine_types"]) + len(FACTS["n1_attachments"]) + 8


@pytest.mark.parametrize("name", ROWS)
def test_a_machine_is_as_the_facts_have_it(name: str) -> None:
    row, fact = cells("gcp-accelerators")[name], machines()[name]
    assert {column: row.get(column) for column in SAME} == {column: fact.get(key) for column, key in SAME.items()}
    assert {column: row.get(column) for column in OF_THE_MODEL} == {
        column: model(fact).get(key) for column, key in OF_THE_MODEL.items()
    }
    assert set(figures(row)) <= {*SAME, *OF_THE_MODEL, *COMPUTED}, "a figure that nobody compares"


@pytest.mark.parametrize("name", ROWS)
def test_a_share_of_a_gpu_has_a_share_of_its_memory(name: str) -> None:
    row, fact = cells("gcp-accelerators")[name], machines()[name]
    assert row["memory_gb_each"] == fact["gpu_memory_gb_each"] * min(1, fact["gpu_count"])
    assert row["memory_gb_total"] == row["memory_gb_each"] * max(1, fact["gpu_count"])


@pytest.mark.parametrize("name", ROWS)
def test_what_a_machine_boots_from_and_runs_is_known_of_gpus_alone(name: str) -> None:
    row, fact = cells("gcp-accelerators")[name], machines()[name]
    n1 = "host_series" in fact
    assert row.get("cpu_arch") == ("x86_64" if n1 else fact.get("cpu_arch"))
    assert row.get("disk_families") == (["persistent_disk"] if n1 else fact.get("boot_disk_families"))
    assert row.get("attach", False) is n1


@pytest.mark.parametrize("name", ROWS)
def test_the_network_of_some_regions_is_another(name: str) -> None:
    row, regional = cells("gcp-accelerators")[name], machines()[name].get("max_network_gbps_by_region", {})
    assert dict.fromkeys(row.get("regional_network_regions", ()), row.get("regional_network_gbps")) == regional


@pytest.mark.parametrize("name", ROWS)
def test_the_dense_peak_is_that_of_the_rule_for_peaks_or_unknown(name: str) -> None:
    row, fact = cells("gcp-accelerators")[name], machines()[name]
    peak = row.get("dense_bf16_tflops")
    if fact["gpu_model"] in PEAKS:
        asked = {"accelerator": PEAKS[fact["gpu_model"]], "number_format": "bf16"}
        assert peak is not None
        assert decide("accelerator-peak", asked).values["peak_flops"] == peak * 1e12
    if fact["gpu_model"] in TPUS:
        assert peak == model(fact)["bf16_tflops_per_chip"]
    else:
        assert peak is None or fact["gpu_model"] in PEAKS


@pytest.mark.parametrize("name", ROWS)
def test_what_the_facts_add_in_words_is_carried(name: str) -> None:
    row, fact = cells("gcp-accelerators")[name], machines()[name]
    assert ("release_stage" in row) == ("release_stage" in fact)
    assert ("notes" in row) == ("memory_gb_note" in fact)
    assert ("retired" in row) == ("lifecycle" in fact)
    if "lifecycle" in fact:
        assert row["retired"]["on"] in fact["lifecycle"]
    if "memory_gb_note" in fact:
        assert "2,944" in fact["memory_gb_note"]
        assert "2,944" in row["notes"][0]


@pytest.mark.parametrize("name", ROWS)
def test_a_tool_finds_the_accelerator_under_its_name(name: str) -> None:
    row, fact = cells("gcp-accelerators")[name], machines()[name]
    if fact["gpu_model"] in TPUS:
        kind = model(fact)
        assert (row["gke_accelerator"], row["gke_resource"]) == (kind["gke_label"], "google.com/tpu")
        assert kind["gcloud_type"].startswith(f"{row['tpu_type_prefix']}-")
        assert f"N={row['tpu_type_counts']}" in kind["gcloud_type"] or fact["gpu_model"] == "tpu7x"
    else:
        assert row["gke_accelerator"] == fact["accelerator_type"]
        assert row["slurm_gres"] == f"gpu:{max(1, int(fact['gpu_count']))}"


PRICES: Final = [pytest.param(one, id=f"{one['item']} {one['region']}") for one in FACTS["prices_usd_per_hour"]]


@pytest.mark.parametrize("fact", PRICES)
def test_a_price_is_as_the_facts_have_it_and_a_missing_one_has_no_row(fact: dict[str, Any]) -> None:
    item = fact["item"].removesuffix(" (GPU only)")
    day = next((word for word in fact["source"].split() if word.startswith("2026-")), "2026-08-20")
    for consumption in ("on_demand", "spot"):
        row = cells("gcp-prices").get(f"{item} {fact['region']} {consumption}")
        assert (row is None) == (fact[consumption] is None)
        if row is not None:
            assert (row["price"], row["as_of"]) == (fact[consumption], day)
            assert row.get("covers", "machine") == ("machine" if item == fact["item"] else "accelerator")
            assert row.get("estimated", False) is ("estimate" in fact["source"])


def test_there_are_no_other_prices() -> None:
    given = [fact[name] for fact in FACTS["prices_usd_per_hour"] for name in ("on_demand", "spot")]
    assert len(cells("gcp-prices")) == len([one for one in given if one is not None])


def test_standard_n1_machines_have_as_much_memory_for_each_vcpu() -> None:
    rows = cells("gcp-n1-shapes")
    assert [row["vcpu"] for row in rows.values()] == [1, 2, 4, 8, 16, 32, 64, 96]
    for name, row in rows.items():
        assert name == f"n1-standard-{row['vcpu']}"
        assert row["memory_gb"] == row["vcpu"] * 3.75


@pytest.mark.parametrize("catalog", CATALOGS)
def test_every_row_has_a_source_and_a_day(catalog: str) -> None:
    sources = {one.id for one in document(catalog).sources}
    days = {*FACTS["as_of"].values(), "2026-06-23", "2026-11-30"}
    for row in document(catalog).rows:
        assert row["source"] in sources
        assert row["as_of"] in days
