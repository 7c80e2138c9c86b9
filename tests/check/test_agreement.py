"""The engine and the reference evaluator must say the same about every path of a rule."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from service.analysis import reference
from service.analysis.meaning import AnyMeaning
from service.errors import Diagnostic
from service.language.typed import Typed
from service.model.answer import Answer
from service.model.files import RuleFiles
from service.usecases import cases
from service.usecases.check import check_files
from service.usecases.examine import Proving
from tests.check.hostile.building import case, text, tree


class Asking:
    """Has nothing against a document, and witnesses that are set."""

    def __init__(self, *witnesses: Mapping[str, Any]) -> None:
        self._witnesses = witnesses

    def findings(self, typed: Typed, meaning: AnyMeaning) -> Iterator[Diagnostic]:  # noqa: ARG002 - the protocol's names
        return iter(())

    def witnesses(self, meaning: AnyMeaning) -> Iterator[Mapping[str, Any]]:  # noqa: ARG002 - the same
        return iter(self._witnesses)


def found(document: dict[str, Any], scrutiny: Asking | Proving) -> list[str]:
    files = RuleFiles({"hostile/1.0.0.yaml": text(document)}, b"hostile: 1.0.0")
    return [f"{one.code}: {one.message}" for one in check_files(files, scrutiny=scrutiny).diagnostics]


def wrong_beyond(limit: int) -> Any:
    """A reference evaluator with a bug: above a limit it always says no."""

    def answer(rule: AnyMeaning, given: Mapping[str, Any]) -> Answer:
        right = reference.answer(rule, given)
        return Answer(outcome="no", path=right.path) if given["n"] > limit else right

    return answer


def test_a_disagreement_about_a_witness_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "answer", wrong_beyond(5))
    [message] = found(tree(), Asking({"n": 1}, {"n": 6}, {"n": -1}))
    assert message.startswith('engine-disagrees: for {"n":6} the engine and the reference evaluator disagree: ')
    assert '"outcome":"yes"' in message


def test_agreement_is_no_finding() -> None:
    assert found(tree(), Asking({"n": 1}, {"n": 6}, {"n": -1}, {}, {"n": "x"}, {"m": 1})) == []


def test_every_path_has_a_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug that only shows at one number out of a million million is found, for a branch asks about that number."""
    monkeypatch.setattr(cases, "answer", wrong_beyond(999_999_999_998))
    document = tree("n == 999999999999 || n == 1")
    messages = found(document, Proving(seconds=20.0))
    assert len(messages) <= 1  # `n == 1` is another witness of the same path
    branches = [{"when": f"n == {n}", "then": "yes"} for n in (999_999_999_999, 1)]
    document["nodes"] = {"first": {"title": "T", "branches": branches, "otherwise": {"then": "no"}}}
    [message] = found(document, Proving(seconds=20.0))
    assert "999999999999" in message


def test_a_document_with_errors_is_not_asked_about() -> None:
    assert found(tree(cases=[case(1, "no"), case(-1, "no")]), Asking({"n": 1})) == [
        "not-covered: no case expects the outcome `yes`",
        "case-failed: case `1`: expected the outcome `no`, found `yes`",
    ]
