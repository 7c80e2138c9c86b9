"""Documents over a limit that are too large to lie here as files."""

from collections.abc import Iterator

import pytest
from msgspec import Struct

from service.model.files import RuleFiles
from service.usecases.check import check_files

HEAD = "kind: tree\nname: {name}\nversion: 1.0.0\ntitle: A tree\ninputs: {{n: {{type: integer, ask: Which number?}}}}\n"
NODE = "  {name}: {{title: A node, branches: [{{when: n > 0, then: {then}}}], otherwise: {{then: no}}}}\n"
CASE = "  - {{name: case {index}, given: {{n: {n}}}, expect: {{outcome: {outcome}}}}}\n"


class Large(Struct, frozen=True):
    """A large file, and the one finding that it deserves."""

    name: str
    content: str
    line: int
    code: str
    words: str


def tree(*, nodes: int = 1, cases: int = 2, then: str = "yes", name: str = "large") -> str:
    """A chain of nodes that ends in `then`."""
    chain = "".join(NODE.format(name=f"n{i}", then=f"n{i + 1}" if i + 1 < nodes else then) for i in range(nodes))
    own = "  yes: {title: Yes}\n" if then == "yes" else ""
    tested = "".join(
        CASE.format(index=i, n=i % 2, outcome="yes" if i % 2 else "no") for i in range(cases) if own or not i % 2
    )
    return f"{HEAD.format(name=name)}start: n0\nnodes:\n{chain}outcomes:\n  no: {{title: No}}\n{own}cases:\n{tested}"


LARGE = [
    Large("a file of more than a million bytes", "#" * 1_000_001, 1, "too-large", "at most 1000000 bytes"),
    Large("2,001 cases", tree(cases=2001), 12, "limit", "at most 2000 entries are allowed, not 2001"),
    Large("5,001 nodes", tree(nodes=5001), 7, "limit", "at most 5000 entries are allowed, not 5001"),
    Large(
        "a condition of 1,501 characters",
        tree().replace("when: n > 0", f"when: 'n > 0{' ' * 1496}'"),
        8,
        "limit",
        "1501 characters, at most 1500",
    ),
]


@pytest.mark.parametrize("large", [pytest.param(one, id=one.name) for one in LARGE])
def test_a_document_over_a_limit_is_told_the_limit(large: Large) -> None:
    report = check_files(RuleFiles({"large/1.0.0.yaml": large.content.encode()}, b"large: 1.0.0"))
    assert [(one.line, one.code) for one in report.diagnostics] == [(large.line, large.code)]
    assert large.words in report.diagnostics[0].message
    assert report.revision is None


@pytest.mark.parametrize(
    "content",
    [pytest.param(tree(nodes=4999), id="a way through 4,999 nodes"), pytest.param(tree(cases=2000), id="2,000 cases")],
)
def test_a_document_at_its_limit_is_sound(content: str) -> None:
    report = check_files(RuleFiles({"large/1.0.0.yaml": content.encode()}, b"large: 1.0.0"))
    assert report.diagnostics == []


def rules_in_a_row(count: int) -> Iterator[tuple[str, str]]:
    for i in range(count):
        last = i + 1 == count
        yield f"r{i}", tree(name=f"r{i}", then="yes" if last else f"{{rule: r{i + 1}}}")


@pytest.mark.parametrize(("count", "over"), [(50, []), (51, ["r0/1.0.0.yaml"]), (400, None)])
def test_at_most_fifty_rules_go_on_with_each_other(count: int, over: list[str] | None) -> None:
    rules = dict(rules_in_a_row(count))
    documents = {f"{name}/1.0.0.yaml": text.encode() for name, text in rules.items()}
    found = check_files(RuleFiles(documents, "\n".join(f"{name}: 1.0.0" for name in rules).encode())).diagnostics
    expected = [f"r{i}/1.0.0.yaml" for i in range(count - 50)] if over is None else over
    assert {(one.file, one.code) for one in found} == {(file, "limit") for file in expected}
