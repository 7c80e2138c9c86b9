"""Each broken file gets the findings that it declares, on their lines, and no others."""

from functools import cache

import pytest

from service.model.files import RuleFiles
from service.usecases.check import Report, check_files
from service.usecases.examine import Proving
from tests.check.broken_files import Broken, directories, single_files


@cache
def checked(name: str) -> Report:
    """What a whole examination says about the files of this name; proofs take a while, so it is made once."""
    [broken] = (one for one in (*single_files(), *directories()) if one.name == name)
    return check_files(broken.files, scrutiny=Proving(seconds=20.0))


FILES = [pytest.param(one, id=one.name) for one in (*single_files(), *directories())]


@pytest.mark.parametrize("broken", FILES)
def test_exactly_these_faults_are_found(broken: Broken) -> None:
    found = checked(broken.name).diagnostics
    places = sorted((one.file, one.line, one.severity, one.code) for one in found)
    assert places == [(one.file, one.line, one.severity, one.code) for one in broken.expected], "\n".join(
        map(str, found)
    )


@pytest.mark.parametrize("broken", FILES)
def test_the_findings_teach(broken: Broken) -> None:
    found = checked(broken.name).diagnostics
    for expected in broken.expected:
        at_its_place = [one.message for one in found if (one.file, one.line, one.code) == expected.where]
        assert any(expected.words in message for message in at_its_place), at_its_place


@pytest.mark.parametrize("broken", FILES)
def test_only_warnings_let_a_rule_through(broken: Broken) -> None:
    report = checked(broken.name)
    assert (report.revision is not None) == all(one.severity == "warning" for one in broken.expected)


def test_files_that_lie_elsewhere_are_told_apart() -> None:
    files = RuleFiles({"/here/draft.yaml": b"[", "/there/draft.yaml": b"[", "a/b/c.yaml": b"["}, b"{}")
    assert [one.file for one in check_files(files).diagnostics] == [
        "/here/draft.yaml",
        "/there/draft.yaml",
        "a/b/c.yaml",
    ]


def test_twenty_files_have_one_fault_each_and_one_has_ten_of_different_kinds() -> None:
    faults = {broken.name: broken.expected for broken in single_files()}
    assert sum(len(expected) == 1 for expected in faults.values()) >= 20
    ten = faults["ten-faults"]
    assert len(ten) == 10
    assert len({one.code for one in ten}) == 10
