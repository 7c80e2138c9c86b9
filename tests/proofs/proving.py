"""Rules that are proved: documents made into what proofs read, and the findings about the last of them."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, json

from service.analysis.budget import Budget
from service.analysis.composition import Library
from service.analysis.meaning import Meaning
from service.analysis.proofs import proofs, witnesses
from service.errors import Diagnostic
from service.language.typed import Typed, type_rule
from service.model.loading import load
from service.model.rule import ProvableDocument
from service.usecases.assembly import Assembly

Document = dict[str, Any]


def plenty() -> Budget:
    """As much as small rules need on a machine that is busy with other things."""
    return Budget(effort=60_000_000, one=6_000_000, seconds=600.0)


class Ready(Struct, frozen=True, eq=False):
    """A sound rule."""

    typed: Typed
    meaning: Meaning

    def found(self, budget: Budget | None = None) -> list[Diagnostic]:
        """Everything that proofs say about it."""
        return [*proofs(self.typed, self.meaning, budget or plenty())]

    def questions(self, budget: Budget | None = None) -> list[dict[str, Any]]:
        """The witnesses of all its ways."""
        return [one.inputs for one in witnesses(self.meaning, budget or plenty())]


def ready(documents: Iterable[Document]) -> Ready:
    """Documents that enter each other; the last one is meant, the first version of each name is live."""
    typed = {}
    live: dict[str, str] = {}
    for document in documents:
        loaded = load(json.encode({"version": "1.0.0", "title": "A rule", "cases": [], **document}))
        assert isinstance(loaded.document, ProvableDocument), loaded.diagnostics
        one = type_rule(loaded, loaded.document)
        assert not [*loaded.diagnostics, *one.diagnostics], [*loaded.diagnostics, *one.diagnostics]
        key = loaded.document.name, loaded.document.version
        typed[key] = one, loaded.document
        live.setdefault(*key)
    library = Library({key: (one.loaded, document) for key, (one, document) in typed.items()}, live)
    meaning = Assembly(typed, library, set()).meaning(key)
    assert isinstance(meaning, Meaning)
    return Ready(typed[key][0], meaning)
