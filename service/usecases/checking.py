"""Check one document as if it were to be published, and change nothing."""

from typing import Final

from service.model.examination import Checked
from service.model.files import RuleFiles, as_files
from service.model.heading import heading
from service.model.places import by_place, failed
from service.model.publication import Bundle, Draft
from service.usecases.altered import altered
from service.usecases.ports import Examiner

_NOWHERE: Final = "document.yaml"
"""The place of a document that does not say what it is."""


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
        key = heading(content)
        if key:
            files = as_files([*bundle.versions, Draft(*key, content)], bundle.live)
        else:
            beside = as_files(bundle.versions, bundle.live)
            files, key = RuleFiles({**beside.documents, _NOWHERE: content}, beside.live), (_NOWHERE, "")
        examination = await self._examiner.examine(files, frozenset({key}))
        own = as_files([Draft(*key, content)], {})
        found = sorted([*altered(own, bundle), *examination.diagnostics], key=by_place)
        return Checked(passed=not failed(found), diagnostics=found)
