"""The gate: what it has examined before a change, and what it lets through."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from service.errors import RuleEnteredError, RuleRejectedError, SandboxError
from service.model.examination import Examination
from service.model.files import Key, RuleFiles, read_live
from service.model.publication import Bundle, Change, Draft, Move
from service.usecases.check import check_files
from service.usecases.gate import Gate
from tests.check.hostile.building import text, tree
from tests.check.test_only import BROKEN, CHAIN, LIVE, document


class Watched:
    """Checks in this process, and remembers what it was asked."""

    def __init__(self, *, blind: bool = False) -> None:
        self._blind = blind
        self.asked: list[tuple[frozenset[Key] | None, frozenset[str]]] = []
        self.live: Mapping[str, str] = {}

    async def examine(
        self, files: RuleFiles, only: frozenset[Key] | None = None, *, moved: frozenset[str] = frozenset()
    ) -> Examination:
        self.asked.append((only, moved))
        self.live = read_live(files.live).versions
        if self._blind:
            return Examination(diagnostics=[], cases={})
        return check_files(files, only, moved=moved).examination


def bundle(*versions: Draft, live: Mapping[str, str] = LIVE) -> Bundle:
    at = datetime(2024, 11, 9, tzinfo=UTC)
    return Bundle(sequence=7, versions=tuple(one.published("me", at) for one in versions), live=dict(live))


def passed(stock: Bundle, *drafts: Draft, moves: tuple[Move, ...] = ()) -> tuple[Examination, Watched]:
    examiner = Watched()
    gate = Gate(examiner)  # type: ignore[arg-type]  # it is never asked for more
    return asyncio.run(gate(stock, Change(who="me", seen=7, drafts=drafts, moves=moves))), examiner


def test_a_draft_is_examined_beside_the_live_rules() -> None:
    draft = document("first", "2.0.0", enters="second")
    examination, examiner = passed(bundle(*CHAIN), draft)
    assert examiner.asked == [(frozenset({("first", "2.0.0")}), frozenset())]
    assert examiner.live == LIVE
    assert examination.diagnostics == []


def test_a_draft_with_faults_is_refused_with_all_of_them() -> None:
    with pytest.raises(RuleRejectedError) as caught:
        passed(bundle(*CHAIN), document("first", "2.0.0", enters="secnod"), Draft("third", "2.0.0", BROKEN))
    assert [(one.file, one.code) for one in caught.value.diagnostics] == [
        ("first/2.0.0.yaml", "unknown-rule"),
        ("third/2.0.0.yaml", "yaml-syntax"),
    ]


def test_a_draft_of_another_name_than_its_place_is_misplaced() -> None:
    with pytest.raises(RuleRejectedError, match=r"misplaced: this document belongs at `third/2\.0\.0\.yaml`"):
        passed(bundle(*CHAIN), Draft("fourth", "2.0.0", document("third", "2.0.0").content))


def test_warnings_pass() -> None:
    idle = tree(name="third", version="2.0.0", inputs={name: {"type": "integer", "ask": "?"} for name in ("n", "idle")})
    examination, _ = passed(bundle(*CHAIN), Draft("third", "2.0.0", text(idle)))
    assert [one.code for one in examination.diagnostics] == ["unused-input"]


def test_what_goes_live_is_examined_with_those_that_enter_it() -> None:
    examination, examiner = passed(bundle(*CHAIN, document("third", "2.0.0")), moves=(Move("third", "2.0.0"),))
    assert examiner.asked == [(frozenset({("third", "2.0.0")}), frozenset({"third"}))]
    assert examiner.live == LIVE | {"third": "2.0.0"}
    assert set(examination.cases) == {"first/1.0.0.yaml", "second/1.0.0.yaml", "third/2.0.0.yaml"}


def test_a_version_that_does_not_fit_those_that_enter_it_does_not_go_live() -> None:
    clashing = tree("n > 0.0", name="third", version="2.0.0", inputs={"n": {"type": "number", "ask": "?"}})
    with pytest.raises(RuleRejectedError) as caught:
        passed(bundle(*CHAIN, Draft("third", "2.0.0", text(clashing))), moves=(Move("third", "2.0.0"),))
    assert {(one.file, one.code) for one in caught.value.diagnostics} == {
        ("first/1.0.0.yaml", "input-clash"),
        ("second/1.0.0.yaml", "input-clash"),
    }


def test_a_draft_can_go_live_at_once() -> None:
    draft = document("third", "2.0.0")
    examination, _ = passed(bundle(*CHAIN), draft, moves=(Move("third", "2.0.0"),))
    assert "third/2.0.0.yaml" in examination.cases


def test_rules_that_enter_each_other_go_live_together() -> None:
    moves = (Move("first", "1.0.0"), Move("second", "1.0.0"), Move("third", "1.0.0"))
    examination, _ = passed(bundle(live={}), *CHAIN, moves=moves)
    assert examination.cases.keys() == {"first/1.0.0.yaml", "second/1.0.0.yaml", "third/1.0.0.yaml"}


@pytest.mark.parametrize(("rule", "by"), [("third", ["second"]), ("second", ["first"])])
def test_a_rule_that_is_entered_is_not_retired(rule: str, by: list[str]) -> None:
    with pytest.raises(RuleEnteredError) as caught:
        passed(bundle(*CHAIN), moves=(Move(rule, None),))
    assert (caught.value.name, caught.value.by) == (rule, by)


def test_a_rule_that_nobody_enters_is_retired() -> None:
    _, examiner = passed(bundle(*CHAIN), moves=(Move("first", None),))
    assert examiner.live == {"second": "1.0.0", "third": "1.0.0"}


def test_all_that_enter_each_other_can_be_retired_together() -> None:
    moves = (Move("third", None), Move("second", None), Move("first", None))
    examination, examiner = passed(bundle(*CHAIN), moves=moves)
    assert examiner.live == {}
    assert examination.cases.keys() == set()


def test_a_rule_whose_versions_are_pinned_is_retired() -> None:
    pinned = document("pinned", enters="first", pin="1.0.0")
    stock = bundle(*CHAIN, pinned, live=LIVE | {"pinned": "1.0.0"})
    examination, examiner = passed(stock, moves=(Move("first", None),))
    assert "first" not in examiner.live
    assert examination.cases.keys() == set()  # what is pinned stays as it is


def test_only_live_versions_keep_a_rule_from_being_retired() -> None:
    old = document("old", enters="first")
    examination, examiner = passed(bundle(*CHAIN, old), moves=(Move("first", None),))
    assert "first" not in examiner.live
    assert examination.cases.keys() == set()


MISSED: list[tuple[str, Draft, bool]] = [
    ("the examiner leaves out", document("third", "2.0.0"), True),
    ("lies where no version can be", Draft(".", "1.0.0", BROKEN), False),
]


@pytest.mark.parametrize(("draft", "blind"), [pytest.param(*row, id=name) for name, *row in MISSED])
def test_nothing_passes_that_was_not_looked_at(draft: Draft, blind: bool) -> None:
    gate = Gate(Watched(blind=blind))  # type: ignore[arg-type]  # it is never asked for more
    with pytest.raises(SandboxError, match="was not examined, so the change is not made"):
        asyncio.run(gate(bundle(*CHAIN), Change(who="me", seen=7, drafts=(draft,))))
