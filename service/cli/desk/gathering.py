"""Documents of a service together with the rules that they enter, as far as an examination needs them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from service.analysis.references import references
from service.model.loading import load
from service.model.publication import Bundle, Draft, Published

Fetch = Callable[[str, str | None], Draft | None]
"""Fetches a version of a rule, or the live one; nothing where there is none, which the examination reports."""


def gather(drafts: Iterable[Draft], fetch: Fetch, known: Mapping[str, str]) -> Bundle:
    """These documents and those that they enter, however far, with what is live of them.

    `known` live versions are among the documents.
    """
    found: dict[tuple[str, str], Published] = {}
    live = dict(known)
    asked: set[tuple[str, str | None]] = {(name, None) for name in known}
    todo = list(drafts)
    while todo:
        draft = todo.pop()
        found[draft.name, draft.version] = draft.published("", datetime.now(UTC))
        document = load(draft.content).document
        for one in references(document) if document else ():
            if (one.rule, one.version) in asked:
                continue
            asked.add((one.rule, one.version))
            entered = fetch(one.rule, one.version)
            if entered is None:
                continue
            if one.version is None:
                live[one.rule] = entered.version
            todo.append(entered)
    return Bundle(sequence=0, versions=tuple(found.values()), live=live)
