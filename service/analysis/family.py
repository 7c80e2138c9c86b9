"""A tree and those that it enters."""

from service.analysis.meaning import Meaning
from service.model.tree import TreeDocument


def family(meaning: Meaning) -> list[Meaning]:
    """The rule itself first, then those behind it, each after all that enter it."""
    done: dict[Meaning, None] = {}
    stack: list[tuple[Meaning, bool]] = [(meaning, False)]
    while stack:
        rule, leaving = stack.pop()
        if leaving:
            done[rule] = None
        elif rule not in done:
            stack.append((rule, True))
            stack.extend((one, False) for one in rule.enters.values())
    return list(reversed(done))


def tree_of(rule: Meaning) -> TreeDocument:
    """The document of a tree."""
    if isinstance(rule.document, TreeDocument):
        return rule.document
    message = f"`{rule.document.name}` is not a tree"
    raise TypeError(message)
