"""Activate: make a version live, or retire a rule; a rollback is the activation of an older version."""

from typing import Final

from msgspec import Struct

from service.errors import Diagnostic, ExpectationMissingError, LiveVersionMovedError
from service.model.publication import Bundle, Change, Event, Move, Published
from service.usecases.gate import Gate
from service.usecases.ports import Ledger
from service.usecases.publish import ATTEMPTS, overtaken
from service.usecases.standing import version_of, versions_of

ANY: Final = frozenset({"*"})
"""Expects that some version is live, whichever."""


class Activation(Struct, frozen=True, kw_only=True):
    """What is live now (nothing: the rule is retired), and by which event; `changed` unless it was so before.

    `event` is nothing where the rule was never live, or nobody remembers. The events reach up to `sequence`.
    """

    rule: str
    live: Published | None
    event: Event | None
    changed: bool
    warnings: list[Diagnostic]
    sequence: int


class Activate:
    """Moves what is live."""

    def __init__(self, ledger: Ledger, gate: Gate) -> None:
        """Take the parts."""
        self._ledger = ledger
        self._gate = gate

    async def __call__(
        self, rule: str, version: str | None, *, who: str, why: str = "", expected: frozenset[str] | None = None
    ) -> Activation:
        """Make a version of a rule live, or retire the rule (no version).

        `expected` are digests, one of which must be that of the live version, or `ANY`; without it, none may be live.
        What is so already succeeds without an event, whatever was expected, so a call may be repeated.

        Raises:
            RuleNotFoundError, VersionNotFoundError: there is no such version.
            ExpectationMissingError: a version is live, and the caller does not say that it knows.
            LiveVersionMovedError: another version is live than was expected, or none is.
            RuleRejectedError: the live rules that enter this one do not fit the version.
            RuleEnteredError: live rules enter the one that is to be retired.
            ChangeError: others keep changing the rules meanwhile.
            StoreUnavailableError, BusyError, SandboxError: as the ports say.
        """
        for _ in range(ATTEMPTS):
            bundle = await self._ledger.bundle()
            wanted = _wanted(bundle, rule, version)
            live = version_of(bundle, rule) if rule in bundle.live else None
            if live == wanted:
                return _unchanged(bundle, rule, live)
            _expect(rule, live, expected)
            change = Change(who=who, seen=bundle.sequence, why=why, moves=(Move(rule, version),))
            examination = await self._gate(bundle, change)
            events = await self._ledger.apply(change)
            if events:
                return Activation(
                    rule=rule,
                    live=wanted,
                    event=events[-1],
                    changed=True,
                    warnings=examination.diagnostics,
                    sequence=events[-1].sequence,
                )
        raise overtaken(rule)


def _wanted(bundle: Bundle, rule: str, version: str | None) -> Published | None:
    """The version that is to be live; a rule that is to be retired must exist, too."""
    if version is None:
        versions_of(bundle, rule)
        return None
    return version_of(bundle, rule, version)


def _unchanged(bundle: Bundle, rule: str, live: Published | None) -> Activation:
    """What is so already."""
    made = [one for one in bundle.activations if live and (one.rule, one.version) == (rule, live.version)]
    return Activation(
        rule=rule, live=live, event=made[-1] if made else None, changed=False, warnings=[], sequence=bundle.sequence
    )


def _expect(rule: str, live: Published | None, expected: frozenset[str] | None) -> None:
    """Hold what is live against what the caller expects."""
    if expected is None:
        if live is not None:
            raise ExpectationMissingError(rule, live.digest)
    elif live is None:
        raise LiveVersionMovedError(rule, None)
    elif expected != ANY and live.digest not in expected:
        raise LiveVersionMovedError(rule, live.digest)
