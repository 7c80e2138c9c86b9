"""The outcomes of a tree, and which of them somebody means."""

import re
from collections.abc import Mapping

from service.engine.program import TreeProgram
from service.errors import nearest
from service.model.decision import GivenOutcome
from service.model.rule import RuleId
from service.usecases.revision import Version


def outcomes_of(version: Version) -> dict[str, GivenOutcome]:
    """The outcomes of a tree and of those that it enters, by name; none of another rule."""
    found: dict[str, GivenOutcome] = {}
    seen: set[RuleId] = set()
    todo = [version.program] if isinstance(version.program, TreeProgram) else []
    while todo:
        one = todo.pop(0)
        if one.common.id not in seen:
            seen.add(one.common.id)
            found = {**one.outcomes, **found}
            todo += one.enters.values()
    return found


def meant(said: str, known: Mapping[str, GivenOutcome]) -> list[str]:
    """The outcomes that words may mean: one that has exactly this name or title, else all that have these words."""
    wanted = _plain(said)
    if not wanted:
        return []
    names = {name: (_plain(name), _plain(one.title)) for name, one in known.items()}
    exact = [name for name, forms in names.items() if wanted in forms]
    if exact:
        return exact[:1]
    within = [name for name, forms in names.items() if any(f" {wanted} " in f" {form} " for form in forms)]
    if within:
        return within
    close = nearest(wanted.replace(" ", "_"), known)
    return [close] if close else []


def _plain(text: str) -> str:
    """The words of a text in lower case."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))
