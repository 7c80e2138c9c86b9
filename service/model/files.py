"""Rule files as they lie somewhere, and the one that names the live versions."""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from msgspec import Struct, inspect, structs

from service.errors import Diagnostic
from service.model.names import RuleName, VersionText
from service.model.publication import Draft, Published
from service.model.shape import ABSENT, Shape, TooManyError
from service.model.text import Text, dump, read

LIVE = "live.yaml"
_LIVE_TYPE = inspect.type_info(dict[RuleName, VersionText])

Key = tuple[str, str]
"""A rule's name and version."""


class RuleFiles(Struct, frozen=True):
    """Documents by path, such as `training-gpu/1.0.0.yaml`; `live` is the content of `live.yaml`, if there is one.

    `strays` are paths beside them that look like rule files, and lie or end in a way in which nobody finds them.
    """

    documents: Mapping[str, bytes]
    live: bytes | None = None
    strays: tuple[str, ...] = ()


def key_of(file: str) -> Key:
    """Name and version by the place of a file; one that lies elsewhere is only itself."""
    match PurePosixPath(file).parts:
        case (name, version):
            return name, version.removesuffix(".yaml")
        case _:
            return file, ""


def as_files(versions: Iterable[Draft | Published], live: Mapping[str, str]) -> RuleFiles:
    """Versions as if they lay in a directory of rules; of two that are the same version, the later one counts."""
    documents = {f"{one.name}/{one.version}.yaml": one.content for one in versions}
    return RuleFiles(documents, dump(dict(live)).encode())


class LiveVersions(Struct, frozen=True):
    """Which version of each rule is live, as `live.yaml` says it."""

    versions: dict[str, str]
    text: Text
    diagnostics: list[Diagnostic]


def read_live(content: bytes | None) -> LiveVersions:
    """Read `live.yaml`; what is wrong is in `diagnostics`, never raised."""
    if content is None:
        missing = Diagnostic(
            code="missing-key", message="`live.yaml` is missing: it names the live version of each rule"
        )
        return LiveVersions({}, Text(None, {}, {}, {}, []), [_in_live(missing)])
    text = read(content)
    shape = Shape(text)
    try:
        sound = shape.prune(text.value, _LIVE_TYPE) if not text.diagnostics else ABSENT
    except TooManyError:
        sound = ABSENT
    versions: dict[str, str] = sound if isinstance(sound, dict) else {}
    return LiveVersions(versions, text, [_in_live(one) for one in (*text.diagnostics, *shape.diagnostics)])


def live_fault(live: LiveVersions, name: str, code: str, message: str) -> Diagnostic:
    """A finding about the line of `live.yaml` that names a rule."""
    place = live.text.place((name,))
    return _in_live(Diagnostic(code=code, message=message, path=name, line=place.line, column=place.column))


def _in_live(diagnostic: Diagnostic) -> Diagnostic:
    return structs.replace(diagnostic, file=LIVE)
