"""What proofs say about the rules that are shipped: nothing is wrong with them, and nothing is left open."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from service.analysis.budget import Budget
from service.analysis.meaning import AnyMeaning, Meaning
from service.analysis.proofs import proofs, witnesses
from service.errors import Diagnostic
from service.language.typed import Typed
from service.store.directory import Directory
from service.usecases.check import check_files

ROOT = Path(__file__).parents[2]


class Watching:
    """Proofs, and how many questions they make for each rule."""

    def __init__(self) -> None:
        self.questions: dict[str, int] = {}

    def findings(self, typed: Typed, meaning: AnyMeaning) -> Iterator[Diagnostic]:
        self._budget = Budget()
        return proofs(typed, meaning, self._budget) if isinstance(meaning, Meaning) else iter(())

    def witnesses(self, meaning: AnyMeaning) -> list[Mapping[str, Any]]:
        if not isinstance(meaning, Meaning):
            return []
        found: list[Mapping[str, Any]] = [one.inputs for one in witnesses(meaning, self._budget)]
        self.questions[meaning.document.name] = len(found)
        return found


def test_the_shipped_rules_are_proved() -> None:
    watching = Watching()
    report = check_files(Directory(ROOT / "rules").read(), scrutiny=watching)
    assert report.revision is not None
    assert [(one.file, one.code, one.path) for one in report.diagnostics] == [
        ("training-gpu/1.0.0.yaml", "overlap", "nodes.model_class.branches[2]")
    ]
    [overlap] = report.diagnostics
    assert "where branch 1 is taken, for example for `model: large-transformer, vms: 1, gpus: 1`" in overlap.message
    assert watching.questions["choose-gpu"] >= 14  # two trees, entered by three branches, and what these refuse
    assert all(watching.questions.values())
