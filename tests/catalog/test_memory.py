"""`memory` against a closed form and against published figures."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.catalog.facts import cells
from tests.rules.shipped import decide

BYTES: Final = {"fp32": 4, "fp16": 2, "bf16": 2, "fp8": 1, "int8": 1}
STATES: Final = {"adam": 8, "adam-8bit": 2, "momentum": 4, "sgd": 0}


def need(**given_values: Any) -> float:
    return decide("memory", given_values).values["memory_gb_per_accelerator"]


@settings(max_examples=100)
@given(
    st.floats(1e4, 1e13),
    st.sampled_from(list(BYTES)),
    st.sampled_from(list(STATES)),
    st.integers(1, 10_000),
    st.floats(1, 3),
)
def test_training_holds_weights_gradients_and_states(
    parameters: float, number_format: str, optimizer: str, shards: int, headroom: float
) -> None:
    each = (4 + 4 if number_format == "fp32" else 2 + 2 + 4) + STATES[optimizer]
    found = need(
        workload="training",
        parameters=parameters,
        number_format=number_format,
        optimizer=optimizer,
        shards=shards,
        headroom=headroom,
    )
    assert found == pytest.approx(parameters * each / 1e9 / shards * headroom, rel=1e-12)


@settings(max_examples=100)
@given(
    st.floats(1e4, 1e13),
    st.sampled_from(list(BYTES)),
    st.sampled_from(["same", "eight-bit"]),
    st.tuples(
        st.integers(1, 200), st.integers(1, 200), st.integers(1, 512), st.integers(1, 10**6), st.integers(1, 999)
    ),
    st.integers(1, 300),
)
def test_serving_holds_weights_and_a_cache_that_its_heads_divide(
    parameters: float, number_format: str, cache: str, sizes: tuple[int, int, int, int, int], shards: int
) -> None:
    layers, heads, size, tokens, requests = sizes
    element = 1 if cache == "eight-bit" else max(2, BYTES[number_format])
    kept = 2 * layers * heads * size * tokens * requests * element / min(shards, heads)
    found = need(
        workload="inference",
        parameters=parameters,
        number_format=number_format,
        kv_cache_format=cache,
        layers=layers,
        kv_heads=heads,
        head_dim=size,
        tokens=tokens,
        concurrency=requests,
        shards=shards,
    )
    assert found == pytest.approx((parameters * BYTES[number_format] / shards + kept) / 1e9 * 1.15, rel=1e-12)


def test_nothing_is_divided_unless_it_is_said() -> None:
    asked = {"workload": "training", "parameters": 7e10, "number_format": "bf16"}
    assert need(**asked) == pytest.approx(1288)
    assert need(**asked, shards=8) == pytest.approx(161)


def test_the_largest_accelerator_is_that_of_the_catalog() -> None:
    largest = max(row["memory_gb_each"] for row in cells("gcp-accelerators").values())
    parameters = largest * 1e9 / 16 / 1.15
    for factor, caveats in ((0.999, ["activations"]), (1.001, ["activations", "no_single_accelerator"])):
        asked = {"workload": "training", "parameters": parameters * factor, "number_format": "bf16"}
        assert [one.id for one in decide("memory", asked).caveats] == caveats


def test_as_many_accelerators_as_are_said_at_the_least_hold_it_and_one_less_does_not() -> None:
    asked = {"workload": "training", "parameters": 7e10, "number_format": "bf16"}
    least = int(decide("memory", asked).values["least_shards"])
    assert need(**asked, shards=least) <= 279 < need(**asked, shards=least - 1)
