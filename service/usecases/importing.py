"""Take over what a directory of rules says: new files become versions, changed lines of `live.yaml` become moves."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress

import structlog

from service.errors import Diagnostic, RuleRejectedError, VersionTakenError
from service.model.files import Key, LiveVersions, RuleFiles, key_of, live_fault, read_live
from service.model.places import by_place, failed
from service.model.publication import DIRECTORY, Bundle, Change, Draft, Event, Move
from service.usecases.altered import altered
from service.usecases.change import ATTEMPTS, overtaken
from service.usecases.gate import Gate
from service.usecases.ports import Ledger


class ImportRules:
    """Files in, events out: all that the directory asks for, or nothing of it."""

    def __init__(self, ledger: Ledger, gate: Gate) -> None:
        """Take the parts."""
        self._ledger = ledger
        self._gate = gate

    async def __call__(self, files: RuleFiles) -> list[Diagnostic]:
        """Publish what is new, and move what `live.yaml` says otherwise than when it was last imported; the warnings.

        The directory is never compared with what is live: what was activated in another way stays until its line here
        changes. Where nothing is new, nothing is examined.

        Raises:
            RuleRejectedError: something is wrong with the files; nothing was taken from them.
            RuleEnteredError: a line is gone, and live rules enter the rule that it named.
            ChangeError: others keep changing the rules meanwhile.
            StoreUnavailableError, BusyError, SandboxError: as the ports say.
        """
        live = read_live(files.live)
        for _ in range(ATTEMPTS):
            bundle, before = await self._ledger.bundle(), await self._ledger.imported()
            change = _change(files, live, bundle, before)
            found = [*live.diagnostics, *altered(files, bundle), *_unknown(files, live, bundle)]
            found += await self._examined(bundle, change)
            if failed(found):
                raise RuleRejectedError([one for one in sorted(found, key=by_place) if one.severity == "error"])
            if not change.drafts and not change.moves and change.imported == before:
                return found
            with suppress(VersionTakenError):  # somebody published it just now: the next look finds that
                events = await self._ledger.apply(change)
                if events is not None:
                    _tell(events)
                    return found
        raise overtaken("the directory of rules")

    async def _examined(self, bundle: Bundle, change: Change) -> list[Diagnostic]:
        """What the gate says of the change; one that only makes the directory agree with the store needs none."""
        if not change.drafts and not change.moves:
            return []
        _log().info("checking the directory of rules", new=len(change.drafts), moves=len(change.moves))
        try:
            return (await self._gate(bundle, change)).diagnostics
        except RuleRejectedError as error:
            return error.diagnostics


def _change(files: RuleFiles, live: LiveVersions, bundle: Bundle, before: Mapping[str, str]) -> Change:
    """What the directory asks for, as far as it can be had."""
    there = {(one.name, one.version) for one in bundle.versions}
    drafts = [Draft(*key_of(file), content) for file, content in files.documents.items() if key_of(file) not in there]
    known = there | {(draft.name, draft.version) for draft in drafts}
    moves = [] if failed(live.diagnostics) else _moves(live.versions, before, known)
    return Change(
        who=DIRECTORY,
        seen=bundle.sequence,
        drafts=tuple(drafts),
        moves=tuple(move for move in moves if bundle.live.get(move.rule) != move.version),
        imported=live.versions,
    )


def _moves(lines: Mapping[str, str], before: Mapping[str, str], known: Collection[Key]) -> Iterator[Move]:
    """What has changed in `live.yaml`; a line that is gone retires its rule."""
    for line in lines.items():
        if line in known and line not in before.items():
            yield Move(*line)
    for rule in before.keys() - lines.keys():
        yield Move(rule, None)


def _unknown(files: RuleFiles, live: LiveVersions, bundle: Bundle) -> Iterator[Diagnostic]:
    """Lines of `live.yaml` that lead nowhere."""
    versions: dict[str, dict[str, None]] = {}
    for name, version in (*((one.name, one.version) for one in bundle.versions), *map(key_of, files.documents)):
        versions.setdefault(name, {})[version] = None
    for name, version in live.versions.items():
        if name not in versions:
            yield live_fault(live, name, "unknown-rule", f"there is no rule `{name}`, neither here nor in the store")
        elif version not in versions[name]:
            listed = ", ".join(f"`{one}`" for one in versions[name])
            yield live_fault(live, name, "unknown-version", f"`{name}` has no version `{version}`; it has {listed}")


def _tell(events: Sequence[Event]) -> None:
    """One line of the log for all that was taken."""
    told: dict[str, list[str]] = {}
    for event in events:
        told.setdefault(event.action, []).append(f"{event.rule} {event.version or ''}".rstrip())
    _log().info("the directory of rules is taken", **told)


def _log() -> structlog.stdlib.BoundLogger:
    log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.rules")
    return log
