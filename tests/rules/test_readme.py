"""The guide for rule authors is right: its examples pass the check, and it names every function, field and limit."""

import re
from typing import Any

import pytest
from msgspec import inspect

from service.analysis.composition import FAMILY_LIMIT
from service.language.counted import COUNTED
from service.language.functions import ALLOWED, OPERATORS
from service.model.advice import ADVICE_LIMIT, FACT_LIMIT
from service.model.catalog import COLUMN_LIMIT, ROW_LIMIT
from service.model.document import SECTION_LIMIT, ProblemName
from service.model.files import RuleFiles
from service.model.inputs import ListInput
from service.model.rule import KINDS
from service.model.selection import CHECK_LIMIT, JOIN_LIMIT
from service.model.text import MAX_BYTES, MAX_DEPTH, read
from service.model.tree import BRANCH_LIMIT, TREE_LIMIT
from service.usecases.check import check_files
from tests.rules.shipped import RULES

README = (RULES / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
DOCUMENTS = [(read(block.encode()).value, block) for block in BLOCKS if block.startswith("kind: ")]
LATEST = {value["name"]: (value["version"], block) for value, block in DOCUMENTS}


@pytest.mark.parametrize(
    ("value", "block"), [pytest.param(*row, id=f"{row[0]['name']} {row[0]['version']}") for row in DOCUMENTS]
)
def test_an_example_passes_the_check(value: dict[str, Any], block: str) -> None:
    read = [one["catalog"] for one in (value.get("from"), *value.get("joins", {}).values()) if one]
    beside = {name: LATEST[name] for name in ("umbrella", *read)}
    chosen = {**beside, value["name"]: (value["version"], block)}
    documents = {f"{name}/{version}.yaml": text.encode() for name, (version, text) in chosen.items()}
    live = "".join(f"{name}: {version}\n" for name, (version, _) in chosen.items())
    report = check_files(RuleFiles(documents, live.encode()))
    assert report.diagnostics == []
    assert report.revision is not None


def test_there_is_an_example_of_every_kind() -> None:
    assert {value["kind"] for value, _ in DOCUMENTS} == KINDS.keys()


def test_every_function_and_operator_is_named() -> None:
    section = README.partition("\n## Expressions\n")[2].partition("\n## ")[0].replace("\\|", "|")
    names = {"math.least" if one == "math.@min" else "math.greatest" if one == "math.@max" else one for one in ALLOWED}
    for name in sorted(names - OPERATORS):
        assert re.search(rf"[`.]{re.escape(name)}[(`]", section), name
    for sign in ("&&", "||", "!", "?", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", " in ", "[0]"):
        assert sign in section, sign


def fields(kind: inspect.Type, seen: set[str]) -> None:
    """The names of all fields that a document of this kind can have."""
    match kind:
        case inspect.StructType(fields=own, tag_field=tag):
            new = [field for field in own if field.encode_name not in seen]
            seen |= {field.encode_name for field in own} | ({tag} if tag else set())
            for field in new:
                fields(field.type, seen)
        case inspect.UnionType(types=types):
            for one in types:
                fields(one, seen)
        case inspect.ListType(item_type=item):
            fields(item, seen)
        case inspect.DictType(value_type=value):
            fields(value, seen)
        case inspect.Metadata(type=inner):
            fields(inner, seen)


def test_every_field_is_explained() -> None:
    known: set[str] = set()
    for document in KINDS.values():
        fields(inspect.type_info(document), known)
    assert len(known) > 50
    assert [name for name in sorted(known) if f"`{name}`" not in README] == []


def test_every_problem_that_a_case_can_expect_is_explained() -> None:
    for name in ProblemName.__args__:  # type: ignore[attr-defined]
        assert f"| `{name}` |" in README


LIMITS = {
    "bytes of a file": MAX_BYTES,
    "levels of nesting": MAX_DEPTH,
    "derived values, constants, checks, problems, caveats: of each": SECTION_LIMIT,
    "branches of a node": BRANCH_LIMIT,
    "branches of a tree": TREE_LIMIT,
    "rules of advice": ADVICE_LIMIT,
    "facts that one rule matches": FACT_LIMIT,
    "trees that can be entered from one, itself included": FAMILY_LIMIT,
    "columns of a catalog": COLUMN_LIMIT,
    "rows of a catalog": ROW_LIMIT,
    "joins of a selection": JOIN_LIMIT,
    "checks of a selection": CHECK_LIMIT,
    "records of a list, unless `max_items` says otherwise": ListInput(of={}).max_items,
}


@pytest.mark.parametrize(("what", "limit"), LIMITS.items())
def test_a_limit_is_told(what: str, limit: int) -> None:
    assert f"| {what} | {limit:,} |" in README


@pytest.mark.parametrize("word", COUNTED)
def test_every_unit_that_counts_is_named(word: str) -> None:
    section = README.partition("\n### Units\n")[2].partition("\n#")[0]
    assert re.search(rf"(?<![\w-]){word}(?!\w)", section)
