"""A check of some documents reads no others than those that they enter, and tells nothing of others."""

import pytest

from service.model.files import RuleFiles, as_files
from service.model.publication import Draft
from service.usecases.check import check_files
from tests.check.hostile.building import branch, node, text, tree


def document(name: str, version: str = "1.0.0", *, enters: str = "", pin: str = "", cases: int = 2) -> Draft:
    """A tree; with `enters` its first branch goes on with another."""
    reference = {"rule": enters} | ({"version": pin} if pin else {})
    made = tree(name=name, version=version)
    if enters:
        made |= {"nodes": {"first": node(branch("n > 0", reference))}, "outcomes": {"no": {"title": "No"}}}
        made["cases"] = made["cases"][1:]
    made["cases"] = made["cases"][:cases]
    return Draft(name, version, text(made))


BROKEN = b"kind: ["
CHAIN = [document("first", enters="second"), document("second", enters="third"), document("third")]
LIVE = {"first": "1.0.0", "second": "1.0.0", "third": "1.0.0"}


def read(files: RuleFiles, *only: tuple[str, str], moved: frozenset[str] = frozenset()) -> tuple[list[str], list[str]]:
    """The files that were looked at, each once, and what was found."""
    seen: dict[str, None] = {}
    report = check_files(files, frozenset(only), moved=moved, tell=lambda file: seen.update({file: None}))
    return sorted(seen), [f"{one.file} {one.code}" for one in report.diagnostics]


def test_only_what_is_entered_is_read() -> None:
    strangers = [Draft("stranger", f"1.{i}.0", BROKEN) for i in range(1000)]
    files = as_files([*CHAIN, *strangers], LIVE)
    assert read(files, ("second", "1.0.0")) == (["second/1.0.0.yaml", "third/1.0.0.yaml"], [])
    assert read(files, ("third", "1.0.0")) == (["third/1.0.0.yaml"], [])


def test_a_pinned_version_is_read_and_not_the_live_one() -> None:
    versions = [document("first", enters="second", pin="2.0.0"), document("second"), document("second", "2.0.0")]
    files = as_files(versions, {"first": "1.0.0", "second": "1.0.0"})
    assert read(files, ("first", "1.0.0"))[0] == ["first/1.0.0.yaml", "second/2.0.0.yaml"]


def test_nothing_named_means_nothing_checked() -> None:
    assert read(as_files([*CHAIN, Draft("stranger", "1.0.0", BROKEN)], LIVE)) == ([], [])


def test_errors_of_what_is_entered_are_told_and_its_warnings_are_not() -> None:
    idle = tree(name="third", inputs={name: {"type": "integer", "ask": "?"} for name in ("n", "idle")})
    files = as_files([*CHAIN[:2], Draft("third", "1.0.0", text(idle))], LIVE)
    assert read(files, ("second", "1.0.0"))[1] == []
    assert read(files, ("third", "1.0.0"))[1] == ["third/1.0.0.yaml unused-input"]
    files = as_files([*CHAIN[:2], Draft("third", "1.0.0", BROKEN)], LIVE)
    assert read(files, ("first", "1.0.0"))[1] == ["third/1.0.0.yaml yaml-syntax"]


def test_the_cases_of_what_is_entered_are_its_own_affair() -> None:
    files = as_files([*CHAIN[:2], document("third", cases=0)], LIVE)
    assert read(files, ("second", "1.0.0"))[1] == []
    assert read(files, ("third", "1.0.0"))[1] == ["third/1.0.0.yaml no-cases"]


@pytest.mark.parametrize(
    ("moved", "checked", "entered_by"),
    [
        pytest.param("third", ["first", "second"], ["second"], id="those that enter it, and those that enter them"),
        pytest.param("second", ["first"], ["first"], id="not those that it enters itself"),
        pytest.param("first", [], [], id="nobody"),
        pytest.param("fourth", [], [], id="not those that stay with one version of it"),
    ],
)
def test_live_rules_that_enter_a_moved_one_are_checked(moved: str, checked: list[str], entered_by: list[str]) -> None:
    pinned = document("pinned", enters="fourth", pin="1.0.0")
    files = as_files([*CHAIN, document("old", enters="third"), document("fourth"), pinned], LIVE | {"pinned": "1.0.0"})
    report = check_files(files, frozenset(), moved={moved})
    assert set(report.cases) == {f"{name}/1.0.0.yaml" for name in checked}
    assert report.entered_by == {moved: entered_by}


def test_a_rule_that_was_retired_is_missed_by_those_that_enter_it() -> None:
    files = as_files(CHAIN, {"first": "1.0.0", "second": "1.0.0"})
    found = read(files, moved=frozenset({"third"}))
    assert found[1] == ["second/1.0.0.yaml unknown-version"]


def test_a_revision_is_made_of_all_documents_only() -> None:
    files = as_files(CHAIN, LIVE)
    assert check_files(files).revision is not None
    assert check_files(files, {("first", "1.0.0"), ("second", "1.0.0"), ("third", "1.0.0")}).revision is None
