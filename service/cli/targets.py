"""Which rule files are meant by the paths on a command line, and what they are checked together with."""

from collections.abc import Iterator, Sequence
from os.path import normpath
from pathlib import Path

import click
from msgspec import Struct

from service.model.files import LIVE, Key, RuleFiles, key_of
from service.model.heading import heading
from service.store.directory import Directory


class Target(Struct, frozen=True):
    """Files that are checked together; `names` are those that were asked for, as the user wrote them.

    `strays` are names of files that were not asked for by themselves and are no rule files, though they look like some.
    """

    root: Path
    files: RuleFiles
    names: dict[str, str]
    strays: dict[str, str] = {}

    @property
    def only(self) -> frozenset[Key] | None:
        """The documents to be checked; nothing, which means all, where the choice of the live versions is asked for."""
        return None if LIVE in self.names else frozenset(map(key_of, self.names))


def targets(paths: Sequence[Path], rules_dir: Path) -> Iterator[Target]:
    """The paths by their directory of rules; a file that lies in none is checked as a part of `rules_dir`.

    Files that are the same version of the same rule are checked one after the other.

    Raises:
        UsageError: a path holds no rule files.
        SettingsError: a directory can't be read.
    """
    loose: list[Path] = []
    inside: dict[Path, list[Path]] = {}
    for path in paths or [rules_dir]:
        root = _root(_whole(path))
        if root is None:
            loose += sorted(path.glob("*.yaml")) if path.is_dir() else [path]
        else:
            inside.setdefault(root, []).append(path)
    for root, some in inside.items():
        yield _inside(root, some)
    if loose:
        yield from _beside(rules_dir, loose)


def _whole(path: Path) -> Path:
    """The path from the root on. Links stay: a mounted directory of rules may be made of them."""
    return Path(normpath(path.absolute()))


def _root(path: Path) -> Path | None:
    """The directory of rules that the path is or lies in; nothing for a file, or for files, that lie elsewhere."""
    if path.is_dir():
        if not _is_root(path) and not _is_root(path.parent) and any(path.glob("*.yaml")):
            return None
        return path.parent if _is_root(path.parent) and not _is_root(path) else path
    if path.name == LIVE:
        return path.parent
    return path.parent.parent if _is_root(path.parent.parent) else None


def _is_root(path: Path) -> bool:
    return (path / LIVE).is_file()


def _inside(root: Path, paths: Sequence[Path]) -> Target:
    files = Directory(root).read()
    places = {key: root / key for key in (*files.documents, LIVE)}
    names: dict[str, str] = {}
    strays: dict[str, str] = {}
    for path in paths:
        whole = _whole(path)
        asked = [key for key, place in places.items() if place == whole or whole in place.parents]
        if not any(places[key].is_file() for key in asked):
            message = f"'{path}' holds no rule file: they lie at '<name>/<version>.yaml' in a directory with a '{LIVE}'"
            raise click.UsageError(message)
        names |= {key: str(path / places[key].relative_to(whole)) for key in asked}
        beside = [key for key in files.strays if whole in (root / key).parents]
        strays |= {key: str(path / (root / key).relative_to(whole)) for key in beside}
    return Target(root, files, names, strays)


def _beside(rules_dir: Path, paths: Sequence[Path]) -> Iterator[Target]:
    base = Directory(rules_dir).read()
    contents = {path: path.read_bytes() for path in paths}
    rounds: list[dict[str, Path]] = []
    for path, content in contents.items():
        key = _place(content, path)
        free = next((one for one in rounds if key not in one), None)
        if free is None:
            rounds.append({key: path})
        else:
            free[key] = path
    for places in rounds:
        documents = {**base.documents, **{key: contents[path] for key, path in places.items()}}
        yield Target(rules_dir, RuleFiles(documents, base.live), {key: str(path) for key, path in places.items()})


def _place(content: bytes, path: Path) -> str:
    """Where a document belongs by its own name and version; the path itself if it does not say so."""
    name, version = heading(content) or ("", "")
    return f"{name}/{version}.yaml" if name and version else str(path)
