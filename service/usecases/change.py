"""Change the rules: examined as they stand, made if they still stand so, and else examined anew."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from service.errors import ChangeError, Diagnostic
from service.model.publication import Bundle, Change, Event
from service.usecases.gate import Gate
from service.usecases.ports import Ledger

ATTEMPTS: Final = 5
"""How often a change is examined anew because others were quicker."""


class Made(Struct, frozen=True, kw_only=True):
    """What became of a change: its events, none where nothing had to change, and what its examination remarked.

    `bundle` is how the rules stood before; with the events they reach up to `sequence`.
    """

    bundle: Bundle
    events: list[Event]
    warnings: list[Diagnostic]

    @property
    def sequence(self) -> int:
        """The number of the last event."""
        return self.events[-1].sequence if self.events else self.bundle.sequence


class ChangeRules:
    """A plan in, events out."""

    def __init__(self, ledger: Ledger, gate: Gate) -> None:
        """Take the parts."""
        self._ledger = ledger
        self._gate = gate

    async def __call__(self, name: str, plan: Callable[[Bundle], Change | None]) -> Made:
        """Make the change that the plan has for the rules as they stand; nothing, if it has none.

        Raises:
            RuleRejectedError, RuleEnteredError: the gate refuses the change.
            VersionTakenError: somebody was quicker, with another content.
            ChangeError: others keep changing the rules meanwhile; `name` says whose change was to be made.
            StoreUnavailableError, BusyError, SandboxError: as the ports say; and whatever the plan raises.
        """
        for _ in range(ATTEMPTS):
            bundle = await self._ledger.bundle()
            change = plan(bundle)
            if change is None:
                return Made(bundle=bundle, events=[], warnings=[])
            examination = await self._gate(bundle, change)
            events = await self._ledger.apply(change)
            if events:
                return Made(bundle=bundle, events=events, warnings=examination.diagnostics)
        raise overtaken(f"`{name}`")


def overtaken(what: str) -> ChangeError:
    """The end of a change that others were quicker than, each time."""
    return ChangeError(f"the rules kept changing while {what} was checked, {ATTEMPTS} times: try again")
