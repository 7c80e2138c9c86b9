"""What the commands are given."""

import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from service.bootstrap.identity import identity
from service.engine.engine import Engine
from service.logs import configure
from service.model.rule import RuleId
from service.model.schema import rule_schema_text
from service.settings import Settings
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ports import Examiner, LocalStore
from service.usecases.revision import Revision


class Composition:
    """What the commands are given; the environment is read when a command first needs it.

    Imports stand inside the methods: no command waits for what only another one needs.
    """

    version = version("gpu-rules")

    @property
    def server(self) -> str:
        """The service to talk to, if one is set."""
        return self._settings().server

    @property
    def token(self) -> str:
        """The token to send to it, if one is set."""
        return self._settings().token

    @property
    def rules_dir(self) -> Path:
        """The directory of rules that is meant when none is named."""
        return self._settings().rules

    def serve(self, *, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
        """Answer requests until stopped."""
        from service.bootstrap.serving import serve  # noqa: PLC0415

        serve(self._settings(host=host, port=port, workers=workers, rules_dir=str(rules) if rules else None))

    def mcp(self, *, server: str, rules: Path | None) -> None:
        """Answer an agent at standard input until it goes."""
        from service.bootstrap.agents import relay, serve_here  # noqa: PLC0415
        from service.store.directory import Directory  # noqa: PLC0415

        settings = self._settings(rules_dir=str(rules) if rules else None)
        configure(settings.log_format, settings.log_level)
        if server:
            relay(server, settings.token)
            return
        live = LiveRules(Directory(settings.rules))
        live.load(cases=False)
        serve_here(live, self.decide(live))

    def decide(self, live: LiveRules) -> Decide:
        """Decisions in this process."""
        return Decide(live, Engine(memo_size=0), identity, _Unwatched())

    @asynccontextmanager
    async def store(self) -> AsyncGenerator[LocalStore]:
        """The store of the settings, brought to its newest form."""
        from service.store.database import Database  # noqa: PLC0415
        from service.store.ledger import Ledger  # noqa: PLC0415
        from service.store.records import Records  # noqa: PLC0415
        from service.store.tokens import Tokens  # noqa: PLC0415

        settings = self._settings()
        database = Database(settings.database_url, Path(settings.data_dir))
        try:
            await database.migrate()
            yield LocalStore(Ledger(database), Tokens(database), Records(database))
        finally:
            await database.close()

    def examiner(self) -> AbstractAsyncContextManager[Examiner]:
        """Examines documents in a process of its own."""
        from service.sandbox.runner import Sandbox  # noqa: PLC0415

        settings = self._settings()
        return Sandbox(seconds=settings.check_seconds, memory_mb=settings.check_memory_mb, at_once=1)

    def openapi(self, revision: Revision, *, as_json: bool) -> str:
        """The contract of a service with these rules."""
        from service.http.openapi import render  # noqa: PLC0415

        return render(revision, as_json=as_json)

    def rule_schema(self) -> str:
        """The JSON Schema of rule files."""
        return rule_schema_text()

    def _settings(self, **overrides: Any) -> Settings:
        return Settings.from_env(os.environ, **overrides)


class _Unwatched:
    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        """Nobody counts the decisions of a command."""

    def batched(self, rule: RuleId, results: Mapping[str, int], seconds: float) -> None:
        """Commands send no batches."""
