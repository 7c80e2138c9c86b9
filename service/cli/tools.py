"""What the commands need from the rest of the program, which only the composition root can put together."""

from pathlib import Path
from typing import Protocol

from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.revision import Revision


class Tools(Protocol):
    """Settings and parts of other rooms; each is read or made when a command uses it, so `--help` never fails.

    Every member may raise SettingsError, because the environment is read on first use.
    """

    @property
    def version(self) -> str:
        """Version of the program, such as `0.1.0`."""
        ...

    @property
    def url(self) -> str:
        """Where a service runs that `decide` asks, such as `http://127.0.0.1:8000`; empty: decide in this process."""
        ...

    @property
    def rules_dir(self) -> Path:
        """The directory of rules that is meant when none is named."""
        ...

    def serve(self, *, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
        """Answer requests until stopped; nothing means the setting."""
        ...

    def decide(self, live: LiveRules) -> Decide:
        """The use case over these rules."""
        ...

    def openapi(self, revision: Revision, *, as_json: bool) -> str:
        """The contract of a service with these rules: YAML as committed, or JSON as served."""
        ...

    def rule_schema(self) -> str:
        """The JSON Schema of rule files."""
        ...
