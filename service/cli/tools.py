"""What the commands need from the rest of the program, which only the composition root can put together."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ports import Examiner, LocalStore
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
    def server(self) -> str:
        """The service that commands talk to, such as `http://127.0.0.1:8000`; empty: they work on what is here."""
        ...

    @property
    def token(self) -> str:
        """The bearer token that they send to it; empty: none."""
        ...

    @property
    def rules_dir(self) -> Path:
        """The directory of rules that is meant when none is named."""
        ...

    def serve(self, *, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
        """Answer requests until stopped; nothing means the setting."""
        ...

    def mcp(self, *, server: str, rules: Path | None) -> None:
        """Answer an agent at standard input until it goes: by a directory of rules, or by the service at an address.

        Raises:
            ConnectionError: that service does not answer.
        """
        ...

    def decide(self, live: LiveRules) -> Decide:
        """The use case over these rules."""
        ...

    def store(self) -> AbstractAsyncContextManager[LocalStore]:
        """The store of the settings; it is made where there is none, and closed at the end.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        ...

    def examiner(self) -> AbstractAsyncContextManager[Examiner]:
        """Examines documents in a process of its own, which ends at the end."""
        ...

    def openapi(self, revision: Revision, *, as_json: bool) -> str:
        """The contract of a service with these rules: YAML as committed, or JSON as served."""
        ...

    def rule_schema(self) -> str:
        """The JSON Schema of rule files."""
        ...
