"""What the keeper of the rules tells the processes that answer: how it stands with the store and with the directory."""

from datetime import datetime

from msgspec import Struct

from service.errors import Diagnostic


class Imported(Struct, frozen=True, kw_only=True):
    """How the latest look at the directory of rules went; what is live stays as it was if it was not taken.

    `failure` says in a sentence what `diagnostics` can't.
    """

    at: datetime
    taken: bool
    diagnostics: list[Diagnostic] = []
    failure: str | None = None


class KeeperStatus(Struct, frozen=True, kw_only=True):
    """The last contact with the store, why there is none now (nothing: there is), and the latest import."""

    contact: datetime | None = None
    failure: str | None = None
    imported: Imported | None = None
