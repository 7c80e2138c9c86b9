"""The sample documents: what a reader sees first, so that every line of them is right."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from service.model.schema import rule_schema
from service.model.text import read
from service.usecases.check import check_files
from service.usecases.examine import Proving
from tests.selection.world import NAMES, choose, files, sample

JOB: dict[str, Any] = {"chips": ["small-chip"], "machine_count": 2, "chip_count": 16, "memory_each": 20}


def test_an_examination_has_nothing_to_say() -> None:
    report = check_files(files(), scrutiny=Proving(seconds=20.0))
    assert [str(one) for one in report.diagnostics] == []
    assert {file: len(cases) for file, cases in report.cases.items()} == {
        "machines/1.0.0.yaml": 0,
        "prices/1.0.0.yaml": 0,
        "choose-machine/1.0.0.yaml": 8,
    }


@pytest.mark.parametrize("name", NAMES)
def test_an_editor_sees_no_fault(name: str) -> None:
    validator = Draft202012Validator(rule_schema())
    assert [error.message for error in validator.iter_errors(read(sample(name).encode()).value)] == []


def test_a_candidate_carries_its_fields_and_says_why_it_is_one() -> None:
    [candidate] = choose().chosen(**JOB, sold="on_demand").candidates
    assert (candidate.rank, candidate.key) == (1, "s-8")
    assert candidate.fields == {
        "machine": "s-8",
        "chip": "small-chip",
        "chips_per_machine": 8.0,
        "machines": 2,
        "price_per_hour": 16.0,
        "price_as_of": "2026-08-20",
    }
    assert candidate.because == ("8 x 24 GB", "16 USD an hour for 2")
    assert candidate.caveats == ()


def test_a_field_that_nobody_knows_is_null_and_never_0() -> None:
    first, *_ = choose().chosen(chips=["small-chip"], region="south").candidates
    assert first.key == "s-part"
    assert first.fields["price_per_hour"] is None
    assert first.fields["price_as_of"] is None
    assert first.because == ("0.5 x 12 GB",)
    assert first.caveats == ("nobody knows what it costs in south", "it is a part of a chip")


def test_a_rejected_row_tells_all_its_reasons_and_those_with_the_fewest_come_first() -> None:
    rejected = choose().chosen(**JOB).rejected
    assert [one.key for one in rejected] == ["s-1", "s-part"]
    assert rejected[1].columns == {"machine": "s-part"}
    assert [(one.check, one.because, one.relax) for one in rejected[1].because] == [
        ("chips", "it has 0.5 chips, 8 are needed in each machine", "chips_per_machine"),
        ("memory", "each chip has 12 GB, 20 GB are needed", "memory_each"),
    ]


def test_why_a_candidate_is_not_before_another_one_is_told_of_it() -> None:
    chosen = choose().chosen(chips=["small-chip", "large-chip"], machines=["l-8", "s-8", "s-1"])
    assert [(one.key, one.because) for one in chosen.candidates] == [
        ("s-1", ("1 x 24 GB", "0.7 USD an hour for 1")),
        ("s-8", ("8 x 24 GB", "8 USD an hour for 1", "it has 8 chips, more than the ones before")),
        ("l-8", ("8 x 80 GB", "it costs more than the ones before, or nobody knows what it costs")),
    ]


def test_with_no_candidate_the_nearest_misses_are_named_and_what_one_change_would_do() -> None:
    chosen = choose().chosen(chips=["large-chip"], memory_each=100, sold="on_demand", chips_per_machine=4)
    assert chosen.candidates == ()
    assert chosen.nearest == ("l-4",)
    [relax] = chosen.relax
    assert (relax.input, relax.given, relax.to, relax.candidates) == ("memory_each", 100.0, 80.0, ("l-4",))


def test_with_a_candidate_nothing_is_in_the_way() -> None:
    chosen = choose().chosen(**JOB)
    assert (chosen.nearest, chosen.relax) == ((), ())


def test_a_decision_names_the_versions_that_it_read_and_what_to_keep_in_mind() -> None:
    decision = choose().decide({**JOB, "sold": "spot"})
    assert [str(one) for one in decision.rules] == ["choose-machine 1.0.0", "machines 1.0.0", "prices 1.0.0"]
    assert [one.text for one in decision.caveats] == ["Quota is not known.", "It can be taken away at any time."]
    assert decision.units == {"price_per_hour": "USD/h"}
    assert decision.inputs == {**JOB, "sold": "spot", "region": "north"}
    assert decision.outcome is None
