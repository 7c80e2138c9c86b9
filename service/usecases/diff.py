"""Diff: what changes between two versions of a rule."""

from service.model.difference import Difference
from service.model.files import as_files
from service.model.publication import Bundle
from service.model.rule import RuleId
from service.usecases.ports import Examiner
from service.usecases.standing import version_of


class Diff:
    """Compares two versions of a rule."""

    def __init__(self, examiner: Examiner) -> None:
        """Take the parts."""
        self._examiner = examiner

    async def __call__(self, bundle: Bundle, rule: str, old: str | None, new: str) -> Difference:
        """Which lines changed, and which questions are answered differently; without `old`, against the live version.

        Raises:
            RuleNotFoundError, VersionNotFoundError: there is no such version.
            RuleNotLiveError: no old version is named, and none is live.
            RuleRejectedError: one of them does not fit the live rules; the diagnostics say why.
            BusyError, SandboxError: as the port says.
        """
        before, after = version_of(bundle, rule, old), version_of(bundle, rule, new)
        files = as_files(bundle.versions, bundle.live)
        return await self._examiner.compare(
            files,
            RuleId(rule, before.version, before.digest),
            RuleId(rule, after.version, after.digest),
        )
