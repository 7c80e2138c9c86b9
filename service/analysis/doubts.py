"""What could not be proved, gathered so that each place is named once."""

from collections.abc import Iterator

from service.analysis.prover import Unproved, Verdict
from service.errors import Diagnostic
from service.model.loading import Loaded
from service.model.text import Path

_MOST = 20
"""Places that get a warning of their own."""


class Doubts:
    """Claims that were neither proved nor refuted, by the place to which they belong."""

    def __init__(self) -> None:
        """Begin with none."""
        self._claims: dict[tuple[Path, str], dict[str, None]] = {}

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._claims)

    def note(self, verdict: Verdict, path: Path, claim: str) -> None:
        """Remember a claim such as `that no question falls through`, if the verdict left it open."""
        if isinstance(verdict, Unproved):
            self._claims.setdefault((path, verdict.reason), {})[claim] = None

    def findings(self, loaded: Loaded) -> Iterator[Diagnostic]:
        """A warning for each place, and one for those beyond the first few."""
        listed = list(self._claims.items())
        for (path, reason), claims in listed[:_MOST]:
            yield loaded.at(path, "not-proved", f"not proved, as {reason}: {', '.join(claims)}", warning=True)
        more = dict.fromkeys(".".join(str(step) for step in path) for (path, _), _ in listed[_MOST:])
        if more:
            names = ", ".join(f"`{name}`" for name in list(more)[:_MOST])
            rest = f" and {len(more) - _MOST} more" if len(more) > _MOST else ""
            path = listed[_MOST][0][0]
            yield loaded.at(path[:1], "not-proved", f"not proved either, about {names}{rest}", warning=True)
