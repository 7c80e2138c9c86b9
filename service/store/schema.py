"""Brings the tables of a database to their newest form, with Alembic and without a file of settings."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from service.errors import SettingsError


def is_newest(connection: Connection) -> bool:
    """Whether nothing is to be done.

    Raises:
        SettingsError: the tables are newer than this release.
    """
    script = ScriptDirectory.from_config(_config())
    found = MigrationContext.configure(connection).get_current_heads()
    known = {step.revision for step in script.walk_revisions()}
    if stranger := next((revision for revision in found if revision not in known), None):
        message = f"the database was made by a newer release (its tables are `{stranger}`): start that one"
        raise SettingsError(message)
    return set(found) == set(script.get_heads())


def upgrade(connection: Connection) -> None:
    """Take all steps that are missing, in the transaction that is open.

    Raises:
        SettingsError: the tables are newer than this release.
    """
    if not is_newest(connection):  # looked at again: another may have been here before us
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _config() -> Config:
    """The steps are modules of this package."""
    config = Config()
    config.set_main_option("script_location", "service.store:migrations")
    return config
