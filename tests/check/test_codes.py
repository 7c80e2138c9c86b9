"""Every code of a diagnostic is shown by a broken file and explained in `rules/README.md`, and no other is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.check.broken_files import directories, single_files
from tests.check.hostile.corpus import EVERY
from tests.check.test_limits import LARGE

ROOT = Path(__file__).parents[2]
ROOMS = ("model", "language", "analysis", "usecases", "sandbox")
MAKERS = {"Diagnostic", "Broken", "Fault", "at", "_report", "_taught", "live_fault", "replace"}
"""Calls that make a diagnostic; its code is their only argument that is words joined by hyphens."""
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
IMPORTED = {"version-changed"}
"""Codes that need a store beside the files; `tests/keeper/importing.yaml` shows them."""
FAULTS_OF_THE_SERVICE = {"engine-disagrees", "crashed"}
"""No document brings them up; tests/check/test_agreement.py and tests/sandbox/test_limits.py do."""


def words(node: ast.AST) -> Iterator[str]:
    """Arguments that can be codes, and the first of each pair of a code and a sentence."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in MAKERS:
            parts = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
        case ast.Tuple(elts=[code, ast.JoinedStr()]):
            parts = [code]
        case ast.Tuple(elts=[code, ast.Constant(value=str(sentence))]) if " " in sentence:
            parts = [code]
        case _:
            return
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def codes() -> set[str]:
    sources = (path for room in ROOMS for path in (ROOT / "service" / room).glob("*.py"))
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {word for node in nodes for word in words(node) if CODE.fullmatch(word)}


def test_every_code_is_shown_by_a_broken_file() -> None:
    shown = {one.code for broken in (*single_files(), *directories()) for one in broken.expected}
    shown |= {one.code for one in LARGE} | ({one.code for one in EVERY} - {"", "*"})
    assert shown | FAULTS_OF_THE_SERVICE | IMPORTED == codes()


def test_every_code_is_explained_in_the_readme() -> None:
    readme = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
    section = readme.partition("\n## What `check` says")[2].partition("\n## ")[0]
    explained = re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)
    assert sorted(explained) == sorted(codes())


def test_a_file_is_named_after_the_code_that_it_shows() -> None:
    for broken in (*single_files(), *directories()):
        code, named, _ = broken.name.partition("--")
        if named:
            assert {one.code for one in broken.expected} == {code}
