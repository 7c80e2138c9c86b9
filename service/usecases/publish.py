"""Publish: a document becomes a version, which never changes afterwards."""

from msgspec import Struct

from service.errors import Diagnostic, VersionTakenError
from service.model.publication import Bundle, Change, Draft, Published
from service.usecases.change import ChangeRules
from service.usecases.gate import Gate
from service.usecases.naming import demand_names
from service.usecases.ports import Ledger


class Publication(Struct, frozen=True, kw_only=True):
    """The version as it stands now: `new` unless it was there before; the events reach up to `sequence`."""

    version: Published
    new: bool
    warnings: list[Diagnostic]
    sequence: int


class Publish:
    """A document in, a version out."""

    def __init__(self, ledger: Ledger, gate: Gate) -> None:
        """Take the parts."""
        self._change = ChangeRules(ledger, gate)

    async def __call__(self, draft: Draft, *, who: str, why: str = "") -> Publication:
        """Check the document as a version of its rule, and keep it; nothing is made live.

        A version that is there with the same content is left as it is, so a call may be repeated.

        Raises:
            RequestRejectedError: no version can have this name or number.
            VersionTakenError: the version is there with another content.
            RuleRejectedError: the document is not right.
            ChangeError: others keep changing the rules meanwhile.
            StoreUnavailableError, BusyError, SandboxError: as the ports say.
        """
        demand_names(draft)

        def plan(bundle: Bundle) -> Change | None:
            if _found(bundle, draft):
                return None
            return Change(who=who, seen=bundle.sequence, why=why, drafts=(draft,))

        made = await self._change(draft.name, plan)
        there = _found(made.bundle, draft) or draft.published(made.events[0].who, made.events[0].at)
        return Publication(version=there, new=bool(made.events), warnings=made.warnings, sequence=made.sequence)


def _found(bundle: Bundle, draft: Draft) -> Published | None:
    """The version, if it is there already.

    Raises:
        VersionTakenError: it is, with another content.
    """
    for one in bundle.versions:
        if (one.name, one.version) == (draft.name, draft.version):
            if one.digest != draft.digest:
                raise VersionTakenError(draft.name, draft.version, one.digest, draft.digest)
            return one
    return None
