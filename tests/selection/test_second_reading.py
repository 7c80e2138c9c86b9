"""The sample, read a second time: a filter and an order written out in Python, over the very text of the catalogs."""

from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import Struct

from service.model.text import read
from tests.selection.world import choose, sample

MACHINES: Final[list[dict[str, Any]]] = read(sample("machines").encode()).value["rows"]
PRICES: Final[list[dict[str, Any]]] = read(sample("prices").encode()).value["rows"]

QUESTIONS: Final = some.fixed_dictionaries(
    {"chips": some.lists(some.sampled_from(["small-chip", "large-chip", "old-chip", "no-chip"]), max_size=3)},
    optional={
        "machine_count": some.integers(1, 40),
        "chip_count": some.integers(1, 300),
        "chips_per_machine": some.integers(1, 16),
        "memory_each": some.sampled_from([0, 11.5, 12, 16, 24, 25, 80, 141]),
        "number_format": some.sampled_from(["bf16", "fp32"]),
        "sold": some.sampled_from(["on_demand", "spot", "reserved"]),
        "machines": some.lists(some.sampled_from([*(row["machine"] for row in MACHINES), "none"]), max_size=4),
        "region": some.sampled_from(["north", "south", "east"]),
        "max_price": some.sampled_from([0, 0.42, 0.7, 4.8, 8, 44, 53, 100, 1000]),
    },
)


class Read(Struct):
    """A machine beside a question: the checks that it does not meet, and what it is put in order by."""

    name: str
    failed: list[str]
    order: tuple[float, float, float]


def meant(asked: dict[str, Any]) -> list[Read]:
    return [one(machine, asked) for machine in MACHINES if machine["chip"] in asked["chips"]]


def one(machine: dict[str, Any], asked: dict[str, Any]) -> Read:
    price = price_of_all(machine, asked)
    wanted = asked.get("chips_per_machine")
    if wanted is None and "chip_count" in asked and "machine_count" in asked:
        wanted = -(-asked["chip_count"] // asked["machine_count"])
    fails = {
        "retired": "retired" in machine,
        "chips": wanted is not None and machine["chips"] < wanted,
        "memory": machine["memory_each"] < asked.get("memory_each", 0),
        "number_format": asked.get("number_format") == "bf16" and not machine.get("short_formats", True),
        "sold": "sold" in asked and asked["sold"] not in machine["sold"],
        "listed": "machines" in asked and machine["machine"] not in asked["machines"],
        "price_known": "max_price" in asked and price is None,
        "price": "max_price" in asked and price is not None and price > asked["max_price"],
    }
    each = each_price(machine, asked)
    order = (machine["chips"], float("inf") if each is None else each, -machine.get("network", 0))
    return Read(machine["machine"], [name for name, fault in fails.items() if fault], order)


def each_price(machine: dict[str, Any], asked: dict[str, Any]) -> float | None:
    place = (machine["machine"], asked.get("region", "north"))
    row = next((row for row in PRICES if (row["machine"], row["region"]) == place), {})
    price: float | None = row.get("spot" if asked.get("sold") == "spot" else "on_demand")
    return price


def price_of_all(machine: dict[str, Any], asked: dict[str, Any]) -> float | None:
    each = each_price(machine, asked)
    return None if each is None else each * asked.get("machine_count", 1)


@given(QUESTIONS)
@settings(max_examples=300)
def test_every_candidate_meets_every_constraint_and_no_row_that_does_is_missing(asked: dict[str, Any]) -> None:
    rows = meant(asked)
    found = choose()(**asked)
    candidates = sorted((row for row in rows if not row.failed), key=lambda row: row.order)
    assert found.candidates == tuple(row.name for row in candidates)
    assert found.rejected == {row.name: tuple(row.failed) for row in rows if row.failed}


@given(QUESTIONS)
@settings(max_examples=200)
def test_what_is_said_to_help_does(asked: dict[str, Any]) -> None:
    for relax in choose().chosen(**asked).relax:
        helped = {name: value for name, value in asked.items() if name != relax.input}
        helped |= {} if relax.to is None else {relax.input: relax.to}
        assert tuple(row.name for row in meant(helped) if not row.failed)
        assert choose()(**helped).candidates == relax.candidates


@given(QUESTIONS)
@settings(max_examples=200)
def test_what_alone_is_in_the_way_is_named(asked: dict[str, Any]) -> None:
    """Where some row has one reason, and leaving out what it is about leaves it none, something is said to help."""
    inputs = {"memory": "memory_each", "number_format": "number_format", "sold": "sold", "listed": "machines"}
    rows = meant(asked)
    alone = {inputs[row.failed[0]] for row in rows if len(row.failed) == 1 and row.failed[0] in inputs}
    if all(row.failed for row in rows):
        helps = {name for name in alone if any(not row.failed for row in meant(left_out(asked, name)))}
        assert helps <= set(choose()(**asked).relax)


def left_out(asked: dict[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in asked.items() if other != name}
