"""Counterfactual: what would have to be different for another outcome."""

from collections.abc import Mapping
from typing import Any

from service.engine.program import TreeProgram
from service.errors import Issue, RequestRejectedError, nearest
from service.model.files import as_files
from service.model.nearest import Nearest
from service.model.rule import RuleId
from service.usecases.ports import Examiner
from service.usecases.revision import Revision, Version
from service.usecases.standing import bundle_of


class Counterfactual:
    """Inputs and a wanted outcome in, the smallest change that leads there out."""

    def __init__(self, examiner: Examiner) -> None:
        """Take the parts."""
        self._examiner = examiner

    async def __call__(
        self, revision: Revision, rule: str, given: Mapping[str, Any], wanted: str, version: str | None = None
    ) -> Nearest:
        """The change of fewest inputs, and of those the nearest, by which the rule comes to the wanted outcome.

        Raises:
            RuleNotFoundError, RuleNotLiveError, VersionNotFoundError, VersionUnusableError: there is no such version.
            RequestRejectedError: the rule is no tree, or has no such outcome.
            InputsRejectedError: an input is unknown, of a wrong type or out of range.
            BusyError, SandboxError: as the port says.
        """
        one = revision.version(rule, version)
        known = outcomes(_tree(one))
        if wanted not in known:
            raise RequestRejectedError([_unknown(wanted, known)])
        one.program.common.reader.read(given)
        bundle = bundle_of(revision)
        return await self._examiner.nearest(as_files(bundle.versions, bundle.live), one.id, given, wanted)


def outcomes(program: TreeProgram) -> list[str]:
    """The outcomes that a tree knows: its own, and those of the trees that it enters."""
    found: dict[str, None] = {}
    seen: set[RuleId] = set()
    todo = [program]
    while todo:
        one = todo.pop()
        if one.common.id not in seen:
            seen.add(one.common.id)
            found |= dict.fromkeys(one.outcomes)
            todo += one.enters.values()
    return list(found)


def _tree(version: Version) -> TreeProgram:
    if not isinstance(version.program, TreeProgram):
        kind = version.document.__struct_config__.tag
        message = f"`{version.id.name}` is of the kind `{kind}`, and only a tree has outcomes"
        raise RequestRejectedError([Issue("no-outcomes", "$.wanted", message)])
    return version.program


def _unknown(wanted: str, known: list[str]) -> Issue:
    close = nearest(wanted, known)
    hint = f"the nearest is `{close}`" if close else f"there are {', '.join(f'`{one}`' for one in known)}"
    return Issue("unknown-outcome", "$.wanted", f"`{wanted[:100]}` is not an outcome of this rule; {hint}")
