"""What is served, as files in the data directory: the keeper writes them, workers follow them, a restart begins there.

Documents lie under their digests and never change. `bundle.json` names them, and holds everything else; it is replaced
as a whole once the documents are on the disk, so that whoever reads it finds all of it, even after a power failure.
"""

from collections.abc import Hashable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Raw, Struct, ValidationError, json

from service.errors import DataDamagedError
from service.model.publication import Bundle, Event, Published, Token
from service.model.rule import digest
from service.model.status import KeeperStatus
from service.store.disk import replace, sweep, sync

FORMAT: Final = 1
"""Another number says that this release can't read the file."""


class _Entry(Struct, frozen=True, kw_only=True):
    """A version; its document lies under its digest."""

    name: str
    version: str
    digest: str
    author: str
    at: datetime


class _Index(Struct, frozen=True, kw_only=True):
    """A bundle without the contents of documents."""

    sequence: int
    versions: tuple[_Entry, ...]
    live: dict[str, str]
    tokens: tuple[Token, ...]
    activations: tuple[Event, ...]


class _Sealed(Struct, frozen=True, kw_only=True):
    """The file: the index, and its digest, by which damage shows."""

    format: int
    digest: str
    index: Raw


class Bundles:
    """The bundle and the keeper's status in a data directory; each process has one of these.

    A reader keeps the contents of documents, so that it reads each once; a writer remembers which are on the disk.
    """

    def __init__(self, data_dir: Path) -> None:
        """Remember where; nothing is read or made yet."""
        self._index = data_dir / "bundle.json"
        self._status = data_dir / "status.json"
        self._documents = data_dir / "documents"
        self._contents: dict[str, bytes] = {}
        self._whole: set[str] = set()

    def exists(self) -> bool:
        """Whether a bundle was ever written here."""
        return self._index.is_file()

    def stamp(self) -> Hashable:
        """What differs once another bundle has been written; nothing, while there is none."""
        try:
            found = self._index.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def tidy(self) -> None:
        """Remove what a process that was killed has left half written; nobody may be writing meanwhile."""
        sweep(self._index.parent)
        sweep(self._documents)

    def write(self, bundle: Bundle) -> None:
        """Replace the bundle.

        Raises:
            DataDamagedError: a document is not the one that its digest means, so the store is not as it was written.
            OSError: the directory can't be written.
        """
        for one in bundle.versions:
            if digest(one.content) != one.digest:
                message = f"the store is damaged: the document of `{one.name}` `{one.version}` has another digest"
                raise DataDamagedError(message)
        self._documents.mkdir(mode=0o700, exist_ok=True)
        missing = {one.digest: one.content for one in bundle.versions if not self._holds(one.digest)}
        for name, content in missing.items():
            replace(self._place(name), content)
        if missing:
            sync(self._documents)
        self._whole |= missing.keys()
        index = json.encode(
            _Index(
                sequence=bundle.sequence,
                versions=tuple(_entry(one) for one in bundle.versions),
                live=bundle.live,
                tokens=bundle.tokens,
                activations=bundle.activations,
            )
        )
        sealed = _Sealed(format=FORMAT, digest=digest(index), index=Raw(index))
        replace(self._index, json.encode(sealed))
        sync(self._index.parent)

    def read(self) -> Bundle:
        """The bundle.

        Raises:
            DataDamagedError: there is none, or it, or a document that it names, is not as it was written.
        """
        index = self._unsealed()
        entries = {one.digest for one in index.versions}
        self._contents = {name: self._contents.get(name) or self._document(name) for name in entries}
        return Bundle(
            sequence=index.sequence,
            versions=tuple(_published(one, self._contents[one.digest]) for one in index.versions),
            live=index.live,
            tokens=index.tokens,
            activations=index.activations,
        )

    def write_status(self, status: KeeperStatus) -> None:
        """Replace the status.

        Raises:
            OSError: the directory can't be written.
        """
        replace(self._status, json.encode(status), durable=False)

    def status(self) -> KeeperStatus:
        """The keeper's latest word; an empty one, if there is none that can be read."""
        try:
            return json.decode(self._status.read_bytes(), type=KeeperStatus)
        except (OSError, DecodeError):
            return KeeperStatus()

    def _holds(self, name: str) -> bool:
        """Whether a document is there, whole; one that is damaged is written again."""
        if name not in self._whole:
            with suppress(DataDamagedError):
                self._document(name)
                self._whole.add(name)
        return name in self._whole

    def _place(self, name: str) -> Path:
        return self._documents / name.removeprefix("sha256:")

    def _document(self, name: str) -> bytes:
        content = _bytes(self._place(name))
        if digest(content) != name:
            raise _damaged(self._place(name), "its content is not what its name says")
        return content

    def _unsealed(self) -> _Index:
        content = _bytes(self._index)
        try:
            sealed = json.decode(content, type=_Sealed)
            if sealed.format != FORMAT:
                raise _damaged(self._index, "it was written by another release")
            if digest(bytes(sealed.index)) != sealed.digest:
                raise _damaged(self._index, "its digest is another")
            return json.decode(sealed.index, type=_Index)
        except (ValidationError, DecodeError) as error:
            raise _damaged(self._index, str(error)) from error


def _entry(one: Published) -> _Entry:
    return _Entry(name=one.name, version=one.version, digest=one.digest, author=one.author, at=one.at)


def _published(one: _Entry, content: bytes) -> Published:
    return Published(
        name=one.name, version=one.version, digest=one.digest, content=content, author=one.author, at=one.at
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _damaged(path, f"it can't be read ({str(error.strerror).lower()})") from error


def _damaged(path: Path, reason: str) -> DataDamagedError:
    return DataDamagedError(f"`{path}` is damaged: {reason}")
