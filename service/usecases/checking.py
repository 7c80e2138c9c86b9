"""Check one document as if it were to be published, and change nothing."""

import re
from typing import Final

from msgspec import Struct

from service.errors import Diagnostic
from service.model.files import RuleFiles, as_files
from service.model.places import failed
from service.model.publication import Bundle, Draft
from service.usecases.ports import Examiner

_NOWHERE: Final = "document.yaml"
"""The place of a document that does not say what it is."""
_MARK: Final = "(?:\ufeff)"
"""What some editors put before the first line."""
_LINE: Final = (
    r"""^{mark}?{indented}(["']?){key}\1[ \t]*:[ \t]*(["']?)([a-z0-9.-]{{1,64}})\2[ \t]*(?:,[ \t]*)?(?:\#.*)?\r?$"""
)
"""A line that gives a key of the first level a value."""


class Checked(Struct, frozen=True, kw_only=True):
    """What was found in a document; it `passed` if there is no error."""

    passed: bool
    diagnostics: list[Diagnostic]


class Check:
    """A document in, diagnostics out."""

    def __init__(self, examiner: Examiner) -> None:
        """Take the parts."""
        self._examiner = examiner

    async def __call__(self, bundle: Bundle, content: bytes) -> Checked:
        """Examine a document beside the rules of the bundle, in place of the version that it says it is.

        Raises:
            BusyError, SandboxError: as the port says.
        """
        name, version = _said("name", content), _said("version", content)
        if name and version:
            files, key = as_files([*bundle.versions, Draft(name, version, content)], bundle.live), (name, version)
        else:
            beside = as_files(bundle.versions, bundle.live)
            files, key = RuleFiles({**beside.documents, _NOWHERE: content}, beside.live), (_NOWHERE, "")
        examination = await self._examiner.examine(files, frozenset({key}))
        return Checked(passed=not failed(examination.diagnostics), diagnostics=examination.diagnostics)


def _said(key: str, content: bytes) -> str:
    """What a document says under a key of its first level; nothing if that can't be seen at a glance.

    It is not read here: to read a document is for the examiner, where it can do no harm. One that is written in another
    way than all others is told where it belongs.
    """
    indented = "[ \\t]*" if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else ""
    found = re.search(_LINE.format(mark=_MARK, indented=indented, key=key).encode(), content, re.MULTILINE)
    return found[3].decode() if found else ""
