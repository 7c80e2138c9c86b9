"""What use cases need from the outside, named after what it is for."""

from typing import Protocol

from service.model.files import RuleFiles


class RuleSource(Protocol):
    """Where rule files come from."""

    def read(self) -> RuleFiles:
        """All rule files as they are now."""
        ...


class Identities(Protocol):
    """Makes the identities of decisions."""

    def __call__(self) -> str:
        """A new one, never given before."""
        ...
