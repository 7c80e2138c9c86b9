"""Which rules a document goes on with, or reads."""

from service.analysis.graph import ways
from service.model.rule import RuleDocument
from service.model.selection import CatalogReference, Estimate, SelectionDocument
from service.model.tree import RuleReference, TreeDocument


def references(document: RuleDocument | None) -> list[RuleReference]:
    """The trees that a tree enters directly, the catalogs and formulas of a selection; other kinds need nothing."""
    match document:
        case TreeDocument():
            found = [way.then for _, way in ways(document) if isinstance(way.then, RuleReference)]
        case SelectionDocument(catalogs=catalogs, estimates=estimates):
            found = [*map(reference, catalogs.values()), *map(estimating, estimates.values())]
        case _:
            found = []
    return list(dict.fromkeys(found))


def reference(one: CatalogReference) -> RuleReference:
    """The catalog that a selection reads, as any other rule."""
    return RuleReference(rule=one.catalog, version=one.version)


def estimating(one: Estimate) -> RuleReference:
    """The formula that estimates an input of a selection, as any other rule."""
    return RuleReference(rule=one.rule, version=one.version)
