"""The Alembic environment: how a database comes from any older schema to the newest."""
