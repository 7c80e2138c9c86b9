"""`live.yaml` with other versions in it: lines keep their order and their comments."""

import re
from collections.abc import Iterator, Mapping

from service.model.files import read_live

_HEAD = "# The version of each rule that answers when a caller names none.\n"
_LINE = re.compile(r"(?P<name>[a-z0-9-]+)(?P<colon>\s*:\s+)(?P<version>[0-9.]+)(?P<rest>\s*|\s+#.*)")
"""A line in the usual form."""


def live_text(old: bytes, live: Mapping[str, str]) -> bytes:
    """The file with these live versions; one that is written in an unusual form is made anew, without its comments."""
    if old and read_live(old).versions == live:
        return old
    new = "".join(_lines(old.decode(errors="replace"), live) if old else _fresh(live)).encode()
    return new if read_live(new).versions == live else "".join(_fresh(live)).encode()


def _lines(old: str, live: Mapping[str, str]) -> Iterator[str]:
    left = dict(live)
    for line in old.splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            yield f"{line}\n"
        elif found["name"] in left:
            yield f"{found['name']}{found['colon']}{left.pop(found['name'])}{found['rest']}\n"
    yield from (f"{name}: {version}\n" for name, version in left.items())


def _fresh(live: Mapping[str, str]) -> Iterator[str]:
    yield _HEAD
    yield from (f"{name}: {version}\n" for name, version in live.items())
