"""Runs the steps in the transaction that `service.store.schema` has opened; Alembic asks for a file of this name."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
