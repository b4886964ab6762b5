"""The Alembic environment, which upgrades a database from any older schema to the newest."""
