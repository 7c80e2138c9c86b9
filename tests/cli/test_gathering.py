"""Documents with everything that they enter, however far, and no more."""

from service.cli.desk.gathering import gather
from service.model.publication import Draft

TREE = """
kind: tree
name: {name}
version: {version}
title: A tree
inputs:
  on: {{type: boolean, ask: Is it on?}}
start: first
nodes:
  first:
    title: First
    branches: [{{when: on, then: {then}, because: it is}}]
    otherwise: {{then: {{rule: e, version: 2.0.0}}, because: it is not}}
cases: []
"""


def tree(name: str, version: str, then: str) -> Draft:
    return Draft(name, version, TREE.format(name=name, version=version, then=then).encode())


KNOWN = {
    ("b", "1.0.0"): tree("b", "1.0.0", "{rule: c}"),
    ("c", "3.0.0"): tree("c", "3.0.0", "{rule: b}"),
    ("e", "2.0.0"): Draft("e", "2.0.0", b"kind: ["),
    ("z", "1.0.0"): tree("z", "1.0.0", "{rule: a}"),
}
LIVE = {"b": "1.0.0", "c": "3.0.0", "z": "1.0.0"}


def test_what_a_document_enters_is_fetched_once_and_nothing_else_is() -> None:
    asked: list[tuple[str, str | None]] = []

    def fetch(name: str, version: str | None) -> Draft | None:
        asked.append((name, version))
        return KNOWN.get((name, version or LIVE.get(name, "")))

    bundle = gather([tree("a", "1.0.0", "{rule: b}"), tree("d", "1.0.0", "{rule: nowhere}")], fetch, {})
    assert {(one.name, one.version) for one in bundle.versions} == {
        ("a", "1.0.0"),
        ("b", "1.0.0"),
        ("c", "3.0.0"),
        ("d", "1.0.0"),
        ("e", "2.0.0"),
    }
    assert bundle.live == {"b": "1.0.0", "c": "3.0.0"}
    assert sorted(asked, key=str) == [("b", None), ("c", None), ("e", "2.0.0"), ("nowhere", None)]
