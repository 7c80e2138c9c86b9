"""The chain of facts in advice: facts that nobody asserts, identities used twice, assertions that go round."""

from collections.abc import Iterator

from service.errors import Diagnostic
from service.model.advice import AdviceDocument
from service.model.loading import Loaded


def facts(loaded: Loaded, document: AdviceDocument) -> Iterator[Diagnostic]:
    """Every finding about the rules of advice as a chain."""
    asserted = {fact for rule in document.rules for fact in rule.assert_.items()}
    seen: set[str] = set()
    for index, rule in enumerate(document.rules):
        path = ("rules", index)
        if rule.id in seen:
            yield loaded.at((*path, "id"), "duplicate-name", f"another rule is called `{rule.id}` already")
        seen.add(rule.id)
        taken_out = any(one[:2] == loaded.written(path) for one in loaded.pruned)
        if rule.when is None and not rule.match and not taken_out:
            yield loaded.at(path, "missing-key", f"`{rule.id}` needs `when`, `match` or both")
        for fact in rule.match.items():
            if fact not in asserted and not loaded.pruned:
                message = f"no rule asserts `{fact[0]}: {fact[1]}`, so `{rule.id}` can never be given"
                yield loaded.at((*path, "match", fact[0]), "unknown-fact", message)
    yield from _rounds(loaded, document)


def _rounds(loaded: Loaded, document: AdviceDocument) -> Iterator[Diagnostic]:
    """Rules whose facts lead back to themselves; each fires once, so this ends, but it is rarely meant."""
    follows = {
        rule.id: {other.id for other in document.rules if other.match.items() & rule.assert_.items()}
        for rule in document.rules
    }
    for index, rule in enumerate(document.rules):
        reached: set[str] = set()
        todo = [*follows[rule.id]]
        while todo:
            one = todo.pop()
            if one not in reached:
                reached.add(one)
                todo.extend(follows[one])
        if rule.id in reached:
            message = f"the facts of `{rule.id}` lead back to it; each rule fires once"
            yield loaded.at(("rules", index), "cycle", message, warning=True)
            return
