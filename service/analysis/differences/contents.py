"""What results say beside their names: outcomes to machines, outputs by their units, advice by what it improves."""

from collections.abc import Iterator

from msgspec import to_builtins

from service.analysis.meaning import Meaning
from service.model.advice import AdviceDocument
from service.model.formula import FormulaDocument
from service.model.tree import TreeDocument


def changed_contents(old: Meaning, new: Meaning) -> list[str]:
    """The outcomes (outputs, advice) that both versions have and that say something else, in the order of the old one.

    Those of a rule that is entered count as well.
    """
    before, after = _contents(old), _contents(new)
    return list(dict.fromkeys(name for (rule, name), said in before.items() if after.get((rule, name), said) != said))


def _contents(meaning: Meaning) -> dict[tuple[str, str], list[object]]:
    """What each result says, by its rule and name; more than one thing where two versions of a rule are entered."""
    found: dict[tuple[str, str], list[object]] = {}
    for rule in _family(meaning):
        for name, said in _said(rule):
            known = found.setdefault((rule.document.name, name), [])
            if said not in known:
                known.append(said)
    return found


def _said(meaning: Meaning) -> Iterator[tuple[str, object]]:
    match meaning.document:
        case TreeDocument(outcomes=outcomes):
            for name, one in outcomes.items():
                yield name, (one.recommend, to_builtins(one.repeat))
        case FormulaDocument(outputs=outputs):
            for name, output in outputs.items():
                yield name, output.unit
        case AdviceDocument(rules=rules):
            for advised in rules:
                yield advised.id, (advised.advise.improves, advised.advise.layer, advised.advise.reduces)


def _family(meaning: Meaning) -> list[Meaning]:
    """The rule and all that can be entered from it, each once."""
    found: dict[Meaning, None] = {}
    todo = [meaning]
    while todo:
        one = todo.pop()
        if one not in found:
            found[one] = None
            todo += one.enters.values()
    return list(found)
