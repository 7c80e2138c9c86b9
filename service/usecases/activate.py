"""Activate: make a version live, or retire a rule; a rollback is the activation of an older version."""

from typing import Final

from msgspec import Struct

from service.errors import Diagnostic, ExpectationMissingError, LiveVersionMovedError
from service.model.publication import Bundle, Change, Event, Move, Published
from service.usecases.change import ChangeRules
from service.usecases.gate import Gate
from service.usecases.ports import Ledger
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
        self._change = ChangeRules(ledger, gate)

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

        def plan(bundle: Bundle) -> Change | None:
            wanted, live = _wanted(bundle, rule, version), _live(bundle, rule)
            if live == wanted:
                return None
            _expect(rule, live, expected)
            return Change(who=who, seen=bundle.sequence, why=why, moves=(Move(rule, version),))

        made = await self._change(rule, plan)
        return Activation(
            rule=rule,
            live=_wanted(made.bundle, rule, version),
            event=made.events[-1] if made.events else _remembered(made.bundle, rule),
            changed=bool(made.events),
            warnings=made.warnings,
            sequence=made.sequence,
        )


def _wanted(bundle: Bundle, rule: str, version: str | None) -> Published | None:
    """The version that is to be live; a rule that is to be retired must exist, too."""
    if version is None:
        versions_of(bundle, rule)
        return None
    return version_of(bundle, rule, version)


def _live(bundle: Bundle, rule: str) -> Published | None:
    return version_of(bundle, rule) if rule in bundle.live else None


def _remembered(bundle: Bundle, rule: str) -> Event | None:
    """The event by which the live version of a rule became that."""
    made = [one for one in bundle.activations if (one.rule, one.version) == (rule, bundle.live.get(rule))]
    return made[-1] if made else None


def _expect(rule: str, live: Published | None, expected: frozenset[str] | None) -> None:
    """Hold what is live against what the caller expects."""
    if expected is None:
        if live is not None:
            raise ExpectationMissingError(rule, live.digest)
    elif live is None:
        raise LiveVersionMovedError(rule, None)
    elif expected != ANY and live.digest not in expected:
        raise LiveVersionMovedError(rule, live.digest)
