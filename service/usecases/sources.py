"""What a keeper keeps in step, and what it needs to know for that."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable
from typing import Protocol

from msgspec import Struct

from service.errors import StoreUnavailableError
from service.model.files import RuleFiles
from service.model.publication import Bundle
from service.usecases.noticeboard import Wall
from service.usecases.ports import Conversations, Ledger, Records


class Rules(Protocol):
    """A directory of rules that people edit."""

    def stamp(self) -> Hashable:
        """What differs once a file has changed."""
        ...

    def read(self) -> RuleFiles:
        """All files as they are now; may raise SettingsError."""
        ...

    def changes(self, poll: float, known: Hashable) -> AsyncGenerator[None]:
        """Comes back when the files differ from a stamp, and after each change."""
        ...


class Shown(Wall, Protocol):
    """Where the bundle lies that workers follow."""

    def exists(self) -> bool:
        """Whether one was ever written."""
        ...

    def read(self) -> Bundle:
        """That one; may raise DataDamagedError."""
        ...

    def write(self, bundle: Bundle) -> None:
        """Replace it; may raise OSError."""
        ...


class Sources(Struct, frozen=True, kw_only=True):
    """What a keeper keeps in step: the store, by its ports, and the directory.

    `migrate` brings the store to its newest form; `contacts` tells its sequence again and again, or that it is away.
    """

    migrate: Callable[[], Awaitable[None]]
    contacts: Callable[[], AsyncGenerator[int | StoreUnavailableError]]
    ledger: Ledger
    records: Records
    conversations: Conversations
    rules: Rules


class Limits(Struct, frozen=True, kw_only=True):
    """How often the directory is looked at by itself (seconds), and what is kept.

    That is records, by their age in days and by their number, and conversations by their number.
    """

    poll: float
    record_days: float
    record_count: int
    conversation_count: int = 100_000
