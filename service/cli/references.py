"""Which rules a document enters."""

from service.analysis.graph import ways
from service.model.rule import RuleDocument
from service.model.tree import RuleReference, TreeDocument


def references(document: RuleDocument) -> list[RuleReference]:
    """The rules that a tree enters directly; other kinds enter none."""
    found = [way.then for _, way in ways(document)] if isinstance(document, TreeDocument) else []
    return list(dict.fromkeys(one for one in found if isinstance(one, RuleReference)))
