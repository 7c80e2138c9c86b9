"""Whatever a document says, checking it ends in findings: no exception, and none that points outside the file."""

import copy
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.model.files import RuleFiles
from service.model.text import dump, read
from service.usecases.check import check_files
from service.usecases.examine import Proving

RULES = Path(__file__).parents[2] / "rules"
SOUND = {path.parent.name: read(path.read_bytes()).value for path in sorted(RULES.glob("*/1.0.0.yaml"))}
LIVE = dump(dict.fromkeys(SOUND, "1.0.0")).encode()

TEXTS = st.sampled_from(
    [
        *(
            "x",
            "vms",
            "model",
            "a.b",
            "{vms} and {nothing}",
            "15 min",
            "1.0.0",
            "nvlink",
            "tree",
            "duration",
            "otherwise",
        ),
        *("1 - x", "vms > 4 &&", "1 / 0 == 1", 'size("a") > 0', "dyn(1)", "[1].all(x, x > 0)", "in"),
        *("n: m", "a-b", "A", "é", "- -", "@", "'", '"', "#", "!", "&a *a", ""),
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.text(max_size=40)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)

Path_ = tuple[str | int, ...]

fewer = settings(max_examples=settings().max_examples // 16)
"""A check takes some fifty milliseconds."""
few = settings(max_examples=settings().max_examples // 64)
"""And an examination some hundreds."""


def paths(value: Any, path: Path_ = ()) -> list[Path_]:
    """Every place in the document but the document itself."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    if isinstance(value, list):
        items = enumerate(value)
    return [one for key, item in items for one in ((*path, key), *paths(item, (*path, key)))]


def at(document: Any, path: Path_) -> Any:
    for step in path:
        document = document[step]
    return document


def mutate(document: Any, data: st.DataObject) -> None:
    """Take one part out, put something else in its place, or call it by another name."""
    places = paths(document)
    if not places:
        return
    *above, step = data.draw(st.sampled_from(places), label="place")
    owner = at(document, tuple(above))
    match data.draw(st.sampled_from(["take out", "replace", "swap", "rename"]), label="change"):
        case "take out":
            del owner[step]
        case "replace":
            owner[step] = data.draw(VALUES, label="value")
        case "swap":
            owner[step] = copy.deepcopy(at(document, data.draw(st.sampled_from(places), label="other place")))
        case "rename" if isinstance(owner, dict):
            owner[data.draw(TEXTS | st.text(max_size=20), label="name")] = owner.pop(step)


def mutated(name: str, changes: int, data: st.DataObject) -> tuple[bytes, RuleFiles]:
    """A shipped document with changes, and the files that it needs beside itself."""
    document = copy.deepcopy(SOUND[name])
    for _ in range(changes):
        mutate(document, data)
    content = dump(document).encode(errors="replace")
    others = {f"{one}/1.0.0.yaml": dump(SOUND[one]).encode() for one in ("training-gpu", "inference-gpu")}
    return content, RuleFiles({**others, f"{name}/1.0.0.yaml": content}, LIVE)


@fewer
@given(st.sampled_from(sorted(SOUND)), st.integers(1, 4), st.data())
def test_a_sound_document_with_random_changes_is_checked_without_an_exception(
    name: str, changes: int, data: st.DataObject
) -> None:
    content, files = mutated(name, changes, data)
    report = check_files(files)
    lines = content.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in report.diagnostics if one.file == f"{name}/1.0.0.yaml")


@few
@given(st.sampled_from(sorted(SOUND)), st.data())
def test_whatever_passes_is_examined_to_the_end(name: str, data: st.DataObject) -> None:
    content, files = mutated(name, 1, data)
    found = check_files(files, {(name, "1.0.0")}, scrutiny=Proving(seconds=2.0)).diagnostics
    lines = content.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in found if one.file == f"{name}/1.0.0.yaml")
    assert all(one.code != "engine-disagrees" for one in found)


@given(VALUES, VALUES)
def test_any_value_in_place_of_a_document_or_of_the_live_versions_is_refused(document: Any, live: Any) -> None:
    contents = [dump(value).encode(errors="replace") for value in (document, live)]
    report = check_files(RuleFiles({"a/1.0.0.yaml": contents[0]}, contents[1]))
    assert report.revision is None
    assert any(one.file == "a/1.0.0.yaml" for one in report.diagnostics)
