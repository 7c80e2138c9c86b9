"""The log of Google's `ml-goodput-measurement`, accounted for by the library itself and by the ledger."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec import json, structs

from service.model.ledger import Category, Ledger
from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.google.reading import read_lines
from tests.tables import table
from tests.timeline.google_library import Account, Entry, Library
from tests.timeline.google_logs import scripts

HERE = Path(__file__).parent
SPANS = {
    "tpu_init": "tpu_initialization",
    "training_prep": "training_prep",
    "data_loading": "data_loading_sync",
    "program_startup": "program_startup",
    "elastic_reinit": "elastic_reinitialization",
    "slice_down": "elastic_slice_down",
    "scale_up": "elastic_scale_up",
}
"""What the library calls what the ledger has by name; custom badput has the same name in both."""
CATEGORIES: dict[str, Category] = {
    "unproductive_checkpoint_save_time": "saving",
    "unproductive_checkpoint_restore_time": "restoring",
    "wasted_progress_from_disruption": "lost_progress",
}
REPEATED = frozenset({"checkpoint_restore", "checkpoint_save"})
"""Names of what is a category of its own."""
Figures = dict[str, float]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("library"))


@pytest.mark.parametrize("row", table(HERE / "google_agree.yaml"))
def test_both_account_alike(library: Library, row: dict[str, Any]) -> None:
    entries = library.log(row["log"])
    theirs, ours = library.account(entries), in_their_terms(ledger(entries))
    expected = figures({**row["expect"], "sum": row["expect"]["period"]})
    assert figures_of(theirs) == pytest.approx(expected)
    assert figures_of(ours) == pytest.approx(expected)


@pytest.mark.parametrize("row", table(HERE / "google_differ.yaml"))
def test_they_differ_for_a_reason(library: Library, row: dict[str, Any]) -> None:
    entries = library.log(row["log"])
    theirs, ours = figures(row["expect"]["theirs"]), figures(row["expect"]["ours"])
    assert any(theirs[name] != ours[name] for name in theirs.keys() & ours.keys())
    assert chosen(library.account(entries), theirs) == pytest.approx(theirs)
    assert chosen(in_their_terms(ledger(entries)), ours) == pytest.approx(ours)


@settings(max_examples=settings().max_examples // 5)
@given(script=scripts())
def test_whatever_a_job_goes_through_both_account_alike(library: Library, script: list[str]) -> None:
    entries = library.log(script)
    theirs, ours = library.account(entries), in_their_terms(ledger(entries))
    assert figures_of(ours) == pytest.approx(figures_of(theirs), abs=1e-6)
    assert theirs.sum() == pytest.approx(theirs.period)


def test_the_library_counts_a_job_that_has_not_ended_up_to_now(library: Library) -> None:
    entries = library.log(["0 job_start", "5 steps 0-4 every 10"])
    assert library.account(entries, until_now=True).period > 86_400 * 365
    assert ledger(entries).period == 45


def test_the_file_in_which_the_library_keeps_a_log_is_read(library: Library) -> None:
    entries = library.log(["0 job_start", "5 steps 0-4 every 3", "20 job_end"])
    columns, repairs = read_lines(library.cached(entries).read_bytes().splitlines())
    assert account(columns, Options(), repairs) == ledger(entries)


def test_a_log_without_its_beginning_is_refused_by_the_library_and_not_by_the_ledger(library: Library) -> None:
    entries = library.log(["5 steps 0-4 every 10", "55 job_end"])
    with pytest.raises(ValueError, match="Total job time is zero"):
        library.account(entries)
    made = ledger(entries)
    assert (made.period, made.seconds["productive"]) == (50, 50)
    assert made.repair_counts == {"job-start-missing": 1}


def ledger(entries: list[Entry]) -> Ledger:
    columns, repairs = read_lines(map(json.encode, entries))
    return account(columns, Options(), repairs)


def in_their_terms(made: Ledger) -> Account:
    """The ledger by the library's names; what has none is `other`."""
    badput = {theirs: made.seconds[category] for theirs, category in CATEGORIES.items()}
    badput |= {SPANS.get(name, name): seconds for name, seconds in made.named.items() if name not in REPEATED}
    waits = sum(made.named.get(name, 0) for name in ("slice_down", "scale_up"))
    badput["infrastructure_recovery_from_disruption"] = made.seconds["rescheduling"] - waits
    productive = made.seconds["productive"]
    badput["other"] = made.period - productive - sum(badput.values())
    return Account(
        period=made.period,
        productive=productive,
        badput=badput,
        steps=made.steps,
        interruptions=made.interruption_count,
    )


def figures_of(some: Account) -> Figures:
    return figures({**structs.asdict(some), "sum": some.sum()})


def figures(some: dict[str, Any]) -> Figures:
    """One figure each; badput that is none is left out."""
    badput = {name: seconds for name, seconds in some.get("badput", {}).items() if abs(seconds) > 1e-6}
    return {**badput, **{name: figure for name, figure in some.items() if name != "badput"}}


def chosen(some: Account, names: Figures) -> Figures:
    """The figures that a row gives."""
    found = figures_of(some)
    return {name: found.get(name, 0.0) for name in names}
