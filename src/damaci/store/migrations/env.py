"""Runs the migrations for Alembic, on the connection and in the transaction that upgrade.py has opened."""

from alembic import context

from damaci.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
