"""Rule files with faults, each with what `check` has to say about it in the comments at its top."""

import re
from pathlib import Path

from msgspec import Struct

from service.model.files import RuleFiles
from service.store.directory import Directory

HERE = Path(__file__).parent
_EXPECTED = re.compile(
    r"^# expect (?:(?P<file>[a-z.]+):)?(?P<line>\d+) (?P<warning>warning )?(?P<code>[a-z-]+): (?P<words>.+)$",
    re.MULTILINE,
)
PLACE = "broken/1.0.0.yaml"


class Expected(Struct, frozen=True, order=True):
    """A finding that has to be there: its place, and words that its message contains."""

    file: str
    line: int
    severity: str
    code: str
    words: str

    @property
    def where(self) -> tuple[str, int, str]:
        """File, line and code."""
        return self.file, self.line, self.code


class Broken(Struct, frozen=True):
    """Files to check together, and everything that has to be found in them."""

    name: str
    files: RuleFiles
    expected: list[Expected]


def single_files() -> list[Broken]:
    """One document each; where it belongs is `broken/1.0.0.yaml`, whatever it says about itself."""
    return [
        _broken(path.stem, RuleFiles({PLACE: path.read_bytes()}, b"broken: 1.0.0\n"), {PLACE: path.read_bytes()})
        for path in sorted((HERE / "broken").glob("*.yaml"))
    ]


def directories() -> list[Broken]:
    """Several documents each, with a `live.yaml` of their own or without one."""
    return [
        _broken(
            root.name,
            Directory(root).read(),
            {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.y*ml")},
        )
        for root in sorted((HERE / "together").iterdir())
    ]


def _broken(name: str, files: RuleFiles, contents: dict[str, bytes]) -> Broken:
    expected = [one for file, content in contents.items() for one in _declared(file, content)]
    if not expected:
        message = f"`{name}` expects nothing: begin it with `# expect <line> <code>: <words>`"
        raise ValueError(message)
    return Broken(name, files, sorted(expected))


def _declared(file: str, content: bytes) -> list[Expected]:
    return [
        Expected(
            file=found["file"] or file,
            line=int(found["line"]),
            severity="warning" if found["warning"] else "error",
            code=found["code"],
            words=found["words"],
        )
        for found in _EXPECTED.finditer(content.decode("latin-1"))
    ]
