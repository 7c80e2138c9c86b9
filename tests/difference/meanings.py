"""Rules as the reference evaluator reads them, from texts or documents, and what a whole question can be."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

from msgspec import json

from service.analysis.meaning import Meaning
from service.language.typed import type_rule
from service.model.loading import load
from service.model.rule import ProvableDocument
from service.model.tree import RuleReference, TreeDocument

RULES: Final = Path(__file__).parents[2] / "rules"


def shipped(name: str, version: str = "1.0.0") -> str:
    """The text of a rule that is shipped."""
    return (RULES / name / f"{version}.yaml").read_text(encoding="utf-8")


def meaning(*texts: str) -> Meaning:
    """Sound documents that enter each other; the last one is meant, the first version of each name is live."""
    made: dict[str, Meaning] = {}
    for text in texts:
        loaded = load(text.encode())
        document = loaded.document
        assert isinstance(document, ProvableDocument), loaded.diagnostics
        typed = type_rule(loaded, document)
        assert not [*loaded.diagnostics, *typed.diagnostics], [*loaded.diagnostics, *typed.diagnostics]
        enters = {one: made[f"{one.rule} {one.version}" if one.version else one.rule] for one in references(document)}
        inputs = dict(document.inputs)
        for entered in enters.values():
            inputs = {**entered.inputs, **inputs}
        last = Meaning(document, typed.expressions, inputs, enters)
        made.setdefault(document.name, last)
        made[f"{document.name} {document.version}"] = last
    return last


def family(documents: Sequence[Mapping[str, Any]]) -> tuple[Meaning, bytes]:
    """The same for documents, with the text of the last one."""
    texts = [json.encode(one).decode() for one in documents]
    return meaning(*texts), texts[-1].encode()


def references(document: object) -> Iterator[RuleReference]:
    if isinstance(document, TreeDocument):
        for node in document.nodes.values():
            for way in (*node.branches, *filter(None, [node.otherwise])):
                if isinstance(way.then, RuleReference):
                    yield way.then


def questions(domains: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Every choice of a value for each input."""
    for values in product(*domains.values()):
        yield dict(zip(domains, values, strict=True))
