"""The files that workers follow: whole, or recognized as damaged."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json, structs

from service.errors import DataDamagedError, Diagnostic
from service.model.publication import Event, Token
from service.model.status import Imported, KeeperStatus
from service.store.bundles import Bundles
from tests.keeper.documents import AT, bundle, published

ONE = published("one", "1.0.0", b"one")
TWO = published("one", "1.1.0", b"two")
WHOLE = structs.replace(
    bundle(ONE, TWO, live={"one": "1.0.0"}, sequence=4),
    tokens=(Token(id="t", name="ci", hash="0" * 64, scopes=("publish", "activate"), created=AT, expires=AT),),
    activations=(Event(sequence=3, at=AT, action="activated", who="ann", rule="one", version="1.0.0", why="so"),),
)


TEXTS = st.text(max_size=9)


@settings(max_examples=50)
@given(
    contents=st.lists(st.binary(max_size=50), unique=True, max_size=4),
    author=TEXTS,
    live=st.dictionaries(TEXTS, TEXTS, max_size=3),
    sequence=st.integers(0, 2**62),
)
def test_what_was_written_is_read(contents: list[bytes], author: str, live: dict[str, str], sequence: int) -> None:
    versions = [published("one", f"1.{index}.0", content) for index, content in enumerate(contents)]
    written = bundle(*(structs.replace(one, author=author) for one in versions), live=live, sequence=sequence)
    with TemporaryDirectory() as place:
        Bundles(Path(place)).write(written)
        assert Bundles(Path(place)).read() == written


def test_a_bundle_is_read_as_it_was_written(tmp_path: Path) -> None:
    Bundles(tmp_path).write(WHOLE)
    assert Bundles(tmp_path).read() == WHOLE


def test_documents_are_shared_between_bundles(tmp_path: Path) -> None:
    writer, reader = Bundles(tmp_path), Bundles(tmp_path)
    writer.write(bundle(ONE, live={}))
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "documents").iterdir()}
    assert reader.read().versions == (ONE,)
    writer.write(WHOLE)
    assert before.items() <= {path: path.stat().st_mtime_ns for path in (tmp_path / "documents").iterdir()}.items()
    assert reader.read() == WHOLE


def test_only_the_owner_may_read_them(tmp_path: Path) -> None:
    bundles = Bundles(tmp_path)
    bundles.write(WHOLE)
    bundles.write_status(KeeperStatus())
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert (tmp_path / "documents").stat().st_mode & 0o777 == 0o700
    assert len(files) == 4


def test_the_stamp_changes_with_each_bundle(tmp_path: Path) -> None:
    bundles = Bundles(tmp_path)
    stamps = [bundles.stamp()]
    for sequence in (1, 2, 3):
        bundles.write(structs.replace(WHOLE, sequence=sequence))
        stamps += [bundles.stamp()]
    assert stamps[0] is None
    assert len(set(stamps)) == 4


def index(tmp_path: Path) -> Path:
    """The file with everything but the documents."""
    return tmp_path / "bundle.json"


def document(tmp_path: Path) -> Path:
    """The file with the document of the first version."""
    return tmp_path / "documents" / ONE.digest.removeprefix("sha256:")


def sealed(changes: dict[str, object]) -> Callable[[bytes], bytes]:
    return lambda content: json.encode({**json.decode(content), **changes})


DAMAGES: list[tuple[str, Callable[[Path], Path], Callable[[bytes], bytes], str]] = [
    ("an index that ends too early", index, lambda content: content[:-20], "truncated"),
    ("an empty index", index, lambda _: b"", "truncated"),
    ("an index of zeros", index, lambda content: bytes(len(content)), "malformed"),
    ("one letter of the index", index, lambda content: content.replace(b'"ann"', b'"bob"', 1), "its digest is another"),
    ("an index of another release", index, sealed({"format": 99}), "it was written by another release"),
    ("JSON that is no index", index, lambda _: b"[]", "got `array`"),
    ("a document that was edited", document, lambda content: content + b"\n", "its content is not what its name says"),
    ("a document that is cut off", document, lambda _: b"", "its content is not what its name says"),
]


@pytest.mark.parametrize(("place", "damage", "words"), [pytest.param(*row, id=name) for name, *row in DAMAGES])
def test_damage_is_told(
    tmp_path: Path, place: Callable[[Path], Path], damage: Callable[[bytes], bytes], words: str
) -> None:
    Bundles(tmp_path).write(WHOLE)
    path = place(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DataDamagedError) as caught:
        Bundles(tmp_path).read()
    assert str(caught.value).startswith(f"`{path}` is damaged: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("place", [index, document])
def test_what_is_gone_is_told(tmp_path: Path, place: Callable[[Path], Path]) -> None:
    Bundles(tmp_path).write(WHOLE)
    place(tmp_path).unlink()
    with pytest.raises(DataDamagedError, match=r"it can't be read \(no such file or directory\)"):
        Bundles(tmp_path).read()


@pytest.mark.parametrize("place", [index, document])
def test_writing_mends_what_was_damaged(tmp_path: Path, place: Callable[[Path], Path]) -> None:
    Bundles(tmp_path).write(WHOLE)
    place(tmp_path).write_bytes(b"?")
    Bundles(tmp_path).write(WHOLE)
    assert Bundles(tmp_path).read() == WHOLE


@pytest.mark.parametrize("forged", ["sha256:../forged", "../forged", TWO.digest])
def test_a_document_with_another_digest_is_not_written(tmp_path: Path, forged: str) -> None:
    place = tmp_path / "data"
    place.mkdir()
    with pytest.raises(DataDamagedError, match=r"the document of `one` `1\.0\.0` has another digest"):
        Bundles(place).write(bundle(TWO, structs.replace(ONE, digest=forged), live={}))
    assert [*tmp_path.rglob("*")] == [place]


def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path) -> None:
    bundles = Bundles(tmp_path)
    bundles.write(WHOLE)
    index(tmp_path).unlink()
    index(tmp_path).mkdir()
    with pytest.raises(OSError, match="directory"):
        bundles.write(WHOLE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bundle.json", "documents"]


def test_the_status_is_what_the_keeper_said_last(tmp_path: Path) -> None:
    bundles = Bundles(tmp_path)
    assert bundles.status() == KeeperStatus()
    found = [Diagnostic(code="limit", message="too long", file="a/1.0.0.yaml", line=3)]
    status = KeeperStatus(contact=AT, failure="away", imported=Imported(at=AT, taken=False, diagnostics=found))
    bundles.write_status(status)
    assert Bundles(tmp_path).status() == status
    (tmp_path / "status.json").write_bytes(b"{")
    assert bundles.status() == KeeperStatus()
