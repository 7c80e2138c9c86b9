"""A rule file as a whole: its document, where its parts stand, and its identity."""

from hashlib import sha256

from msgspec import Struct

from service.model.advice import AdviceDocument
from service.model.catalog import CatalogDocument
from service.model.formula import FormulaDocument
from service.model.selection import SelectionDocument
from service.model.tree import TreeDocument

ProvableDocument = TreeDocument | FormulaDocument | AdviceDocument
"""The kinds of which things are proved."""

AskedDocument = ProvableDocument | SelectionDocument
"""The kinds that answer questions."""

RuleDocument = AskedDocument | CatalogDocument

KINDS: dict[str, type[RuleDocument]] = {
    "tree": TreeDocument,
    "formula": FormulaDocument,
    "advice": AdviceDocument,
    "catalog": CatalogDocument,
    "selection": SelectionDocument,
}


class RuleId(Struct, frozen=True, order=True):
    """One immutable version of one rule, as every answer names it."""

    name: str
    version: str
    digest: str

    def __str__(self) -> str:
        """For people: `training-gpu 1.0.0`."""
        return f"{self.name} {self.version}"


def digest(content: bytes) -> str:
    """Identity of a document: SHA-256 over its bytes as published."""
    return f"sha256:{sha256(content).hexdigest()}"
