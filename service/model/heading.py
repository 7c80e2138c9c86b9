"""The name and the version of a document at a glance, without reading it: reading is for where it can do no harm."""

import re
from typing import Final

from service.model.files import Key

_VALUE: Final = r"""(["']?){key}\1[ \t]*:[ \t]*(["']?)([A-Za-z0-9._-]{{1,64}})\2[ \t]*(?=[,}}#\r\n]|$)"""
_BLOCK: Final = {key: re.compile(rf"^{_VALUE.format(key=key)}".encode(), re.MULTILINE) for key in ("name", "version")}
"""A line of the first level that gives the key a value."""
_FLOW: Final = {key: re.compile(rf"[{{,]\s*{_VALUE.format(key=key)}".encode()) for key in ("name", "version")}
"""The same in a document in braces, where the first place is taken to be the one that is meant."""


def heading(content: bytes) -> Key | None:
    """What a document says that it is; nothing if that can't be seen, because it is written like no other."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    patterns = _FLOW if content.lstrip().startswith(b"{") else _BLOCK
    name, version = (pattern.search(content) for pattern in (patterns["name"], patterns["version"]))
    return (name[3].decode(), version[3].decode()) if name and version else None
