"""Something is wrong with a rule, or there is none."""

from collections.abc import Iterable, Sequence
from typing import Final

from service.errors.findings import Diagnostic
from service.errors.names import COMPARED, nearest
from service.errors.service import ServiceError

_LISTED: Final = 20
"""Names that a message lists."""


class RuleError(ServiceError):
    """Something is wrong with a rule."""


class RuleNotFoundError(RuleError):
    """No live rule has this name; `nearest` is the most similar name that exists, or nothing."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        """Look for the nearest of the `known` names."""
        names = sorted(known)
        self.name = name
        self.nearest = nearest(name, names)
        some = ", ".join(f"`{one}`" for one in names[:_LISTED]) + (" ..." if len(names) > _LISTED else "")
        hint = f"the nearest is `{self.nearest}`" if self.nearest else f"there are {some or 'none'}"
        super().__init__(f"no rule is named `{name[:COMPARED]}`; {hint}")


class VersionNotFoundError(RuleError):
    """The rule exists, this version of it does not."""

    def __init__(self, name: str, version: str, known: Sequence[str]) -> None:
        """Name the versions that exist."""
        self.name = name
        self.version = version
        super().__init__(f"rule `{name}` has no version `{version}`; it has {', '.join(f'`{one}`' for one in known)}")


class RuleNotLiveError(RuleError):
    """The rule has versions, and none of them is live: it was never activated, or it was retired."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Name the versions that can still be asked."""
        self.name = name
        listed = ", ".join(f"`{one}`" for one in known[-_LISTED:])
        super().__init__(f"no version of rule `{name}` is live; name one of its versions: {listed}")


class VersionUnusableError(RuleError):
    """The version enters rules whose live versions do not fit it any more; `reason` says which and why."""

    def __init__(self, name: str, version: str, reason: str) -> None:
        """Say what does not fit."""
        self.name = name
        self.version = version
        super().__init__(f"`{name}` {version} can't be asked while the live rules do not fit it: {reason}")


class RuleNotAskedError(RuleError):
    """The rule is a catalog, which answers no questions."""

    def __init__(self, name: str) -> None:
        """Say what it is for."""
        self.name = name
        super().__init__(f"`{name}` is a catalog and answers no questions: its rows are there to be read by selections")


class RuleRejectedError(RuleError):
    """A rule document was refused; `diagnostics` says everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Keep the diagnostics in the order of their places."""
        self.diagnostics = list(diagnostics)
        more = f", and {len(self.diagnostics) - 1} more" if len(self.diagnostics) > 1 else ""
        super().__init__(f"{self.diagnostics[0]}{more}")
