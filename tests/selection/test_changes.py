"""Catalogs and selections change like all rules: together, checked again, live or pinned."""

import asyncio
import gc
from typing import Any, Final

import pytest

from service.engine.engine import Engine
from service.engine.program import SelectionProgram
from service.errors import RuleEnteredError, RuleNotAskedError, RuleRejectedError, VersionUnusableError
from service.model.examination import Examination
from service.model.files import Key, RuleFiles
from service.model.publication import Bundle, Change, Draft, Move
from service.usecases.build import Builder
from service.usecases.check import check_files
from service.usecases.gate import Gate
from service.usecases.live import LiveRules
from tests.selection.versions import AT, LIVE, STOCK, changed
from tests.selection.world import NAMES, WEIGHT

LESS: Final = changed("machines", ("network: 400", "network: 200"))
RENAMED: Final = changed("machines", ("memory_each", "memory_per_chip"))
FORMULA: Final = Draft("weight", "1.0.0", WEIGHT.encode())
OTHER_OUTPUT: Final = Draft(
    "weight", "1.1.0", WEIGHT.replace("version: 1.0.0", "version: 1.1.0").replace("max_price", "most").encode()
)


def estimating(estimate: str) -> Bundle:
    """The samples, where `choose-machine` has an input estimated, and two versions of the formula."""
    asking = changed("choose-machine", ("\nfrom:", f"\nestimates:\n  max_price: {estimate}\n\nfrom:"))
    return bundle(asking, FORMULA, OTHER_OUTPUT, choose_machine="1.1.0", weight="1.0.0")


def bundle(*drafts: Draft, **live: str) -> Bundle:
    """The samples and more versions; `live` says which of them differ from the samples."""
    versions = tuple(one.published("ann", AT) for one in (*STOCK, *drafts))
    return Bundle(
        sequence=1, versions=versions, live={**LIVE, **{name.replace("_", "-"): one for name, one in live.items()}}
    )


class Examiner:
    """Examines in this process."""

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        return check_files(files, only, moved=moved).examination


def passed(stock: Bundle, *moves: Move, drafts: tuple[Draft, ...] = ()) -> Examination:
    gate = Gate(Examiner())  # type: ignore[arg-type]  # it is never asked for more
    return asyncio.run(gate(stock, Change(who="ann", seen=1, drafts=drafts, moves=moves)))


def memory(builder: Builder, stock: Bundle, version: str | None = None) -> dict[str, Any]:
    """What would help a job of 100 GB, which depends on the catalog."""
    program = builder(stock).version("choose-machine", version).program
    decision = Engine(memo_size=0).decide(program, {"chips": ["large-chip"], "memory_each": 100}, "test")
    assert decision.selection is not None
    return {one.input: one.to for one in decision.selection.relax} | {"by": str(decision.rules[1])}


def test_a_selection_follows_the_live_version_of_its_catalog() -> None:
    builder = Builder()
    assert memory(builder, bundle(LESS)) == {"memory_each": 80.0, "by": "machines 1.0.0"}
    last = changed("machines", ("memory_each: 80", "memory_each: 40"))
    assert memory(builder, bundle(last, machines="1.1.0")) == {"memory_each": 40.0, "by": "machines 1.1.0"}


def test_a_selection_with_a_pin_stays_with_it() -> None:
    pinned = changed("choose-machine", ("from: {catalog: machines}", "from: {catalog: machines, version: 1.0.0}"))
    stock = bundle(pinned, RENAMED, machines="1.1.0", choose_machine="1.1.0")
    assert memory(Builder(), stock) == {"memory_each": 80.0, "by": "machines 1.0.0"}
    assert passed(stock, Move("machines", "1.0.0")).entered_by == {"machines": []}


def test_what_has_not_changed_is_not_made_again() -> None:
    builder = Builder()
    first = builder(bundle()).version("choose-machine")
    assert builder(bundle(LESS)).version("choose-machine") is first
    assert builder(bundle(LESS, machines="1.1.0")).version("choose-machine") is not first


def test_what_is_replaced_is_freed_without_the_garbage_collector() -> None:
    live, stocks = LiveRules(), (bundle(LESS), bundle(LESS, machines="1.1.0"))
    live.take(stocks[0])
    gc.collect()
    gc.disable()
    try:
        for stock in (*stocks[::-1], *stocks[::-1]):
            assert live.take(stock)
            Engine(memo_size=0).decide(live.snapshot.version("choose-machine").program, {"chips": ["large-chip"]}, "id")
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_catalog_that_goes_live_is_checked_with_the_selections_that_read_it() -> None:
    examination = passed(bundle(LESS), Move("machines", "1.1.0"))
    assert examination.entered_by == {"machines": ["choose-machine"]}
    assert examination.examined == {("machines", "1.1.0"), ("choose-machine", "1.0.0")}


def test_a_catalog_without_a_column_that_a_live_selection_reads_does_not_go_live() -> None:
    with pytest.raises(RuleRejectedError) as caught:
        passed(bundle(RENAMED), Move("machines", "1.1.0"))
    assert {(one.file, one.code) for one in caught.value.diagnostics} == {("choose-machine/1.0.0.yaml", "unknown-name")}
    assert "`row.memory_each` is not known here; the nearest is `row.memory_per_chip`" in str(caught.value)


def test_a_catalog_that_fails_a_case_of_a_live_selection_does_not_go_live() -> None:
    worse = changed("machines", ("chips: 8, memory_each: 24", "chips: 8, memory_each: 12"))
    with pytest.raises(RuleRejectedError) as caught:
        passed(bundle(worse), Move("machines", "1.1.0"))
    assert {one.code for one in caught.value.diagnostics} == {"case-failed"}


def test_a_catalog_that_is_read_can_not_be_retired() -> None:
    with pytest.raises(RuleEnteredError, match="`machines` can't be retired: it is entered by `choose-machine`"):
        passed(bundle(), Move("machines", None))


def test_a_formula_without_the_output_that_a_live_selection_asks_for_does_not_go_live() -> None:
    with pytest.raises(RuleRejectedError) as caught:
        passed(estimating("{rule: weight}"), Move("weight", "1.1.0"))
    assert {(one.file, one.code) for one in caught.value.diagnostics} == {("choose-machine/1.1.0.yaml", "unknown-name")}


def test_a_formula_that_is_pinned_stays_as_it_is_for_the_selection() -> None:
    stock = estimating("{rule: weight, version: 1.0.0}")
    assert passed(stock, Move("weight", "1.1.0")).entered_by == {"weight": []}
    program = Builder()(stock).version("choose-machine").program
    assert isinstance(program, SelectionProgram)
    assert program.estimates["max_price"].common.id.version == "1.0.0"


def test_a_formula_that_a_live_selection_asks_can_not_be_retired() -> None:
    with pytest.raises(RuleEnteredError, match="it is entered by `choose-machine`"):
        passed(estimating("{rule: weight}"), Move("weight", None))


def test_a_selection_can_be_retired_with_its_catalogs() -> None:
    examination = passed(bundle(), *(Move(name, None) for name in NAMES))
    assert examination.diagnostics == []


def test_catalogs_and_a_selection_can_be_published_and_go_live_together() -> None:
    empty = Bundle(sequence=1, versions=(), live={})
    examination = passed(empty, *(Move(name, "1.0.0") for name in NAMES), drafts=STOCK)
    assert examination.diagnostics == []


def test_a_version_that_does_not_fit_the_live_catalog_says_so_when_it_is_asked() -> None:
    other = changed("choose-machine", ("row.memory_each", "row.memory_per_chip"))
    revision = Builder()(bundle(RENAMED, other, machines="1.1.0", choose_machine="1.1.0"))
    assert isinstance(revision.version("choose-machine").program, SelectionProgram)
    with pytest.raises(VersionUnusableError, match=r"`row\.memory_each` is not known here"):
        revision.version("choose-machine", "1.0.0")


def test_a_version_that_takes_for_granted_what_is_unknown_now_is_not_usable() -> None:
    vague = changed("machines", ("memory_each: {type: number,", "memory_each: {type: number, optional: true,"))
    careful = changed(
        "choose-machine", ("check: row.memory_each >=", "check: has(row.memory_each) && row.memory_each >=")
    )
    revision = Builder()(bundle(vague, careful, machines="1.1.0", choose_machine="1.1.0"))
    with pytest.raises(VersionUnusableError, match=r"`row\.memory_each` may be unknown"):
        revision.version("choose-machine", "1.0.0")


def test_a_catalog_answers_no_questions() -> None:
    program = Builder()(bundle()).version("machines").program
    with pytest.raises(RuleNotAskedError, match="`machines` is a catalog and answers no questions"):
        Engine().decide(program, {}, "test")
