"""The gate before every change of the rules: what is published or goes live is examined first, with all it touches."""

from service.errors import RuleEnteredError, RuleRejectedError, SandboxError
from service.model.examination import Examination
from service.model.files import Key, as_files
from service.model.publication import Bundle, Change
from service.usecases.ports import Examiner


class Gate:
    """A change in; it passes, or is refused."""

    def __init__(self, examiner: Examiner) -> None:
        """Take the examiner."""
        self._examiner = examiner

    async def __call__(self, bundle: Bundle, change: Change) -> Examination:
        """Examine the drafts, the versions that go live, and the live rules that enter a rule that is moved.

        They are examined as they would stand after the change. What was not looked at does not pass.

        Raises:
            RuleEnteredError: a rule that is to be retired is entered by live ones.
            RuleRejectedError: something is not right; the diagnostics say what.
            SandboxError: as the port says, or the examiner has left something out.
            BusyError: as the port says.
        """
        live = dict(bundle.live)
        for move in change.moves:
            live.pop(move.rule, None)
            if move.version is not None:
                live[move.rule] = move.version
        drafts = {(draft.name, draft.version) for draft in change.drafts}
        moved = {move.rule for move in change.moves}
        going: set[Key] = {(rule, live[rule]) for rule in moved if rule in live}
        files = as_files([*bundle.versions, *change.drafts], live)
        wanted = frozenset(drafts | going)
        examination = await self._examiner.examine(files, wanted, moved=frozenset(moved))
        for rule in moved - live.keys():
            if examination.entered_by.get(rule):
                raise RuleEnteredError(rule, examination.entered_by[rule])
        errors = [one for one in examination.diagnostics if one.severity == "error"]
        if errors:
            raise RuleRejectedError(errors)
        if missed := sorted(wanted - examination.examined):
            name, version = missed[0]
            message = f"`{name}` {version} was not examined, so the change is not made"
            raise SandboxError(message)
        return examination
