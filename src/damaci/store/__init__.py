"""Durable data: the event log of every game, the list of games, players, settings."""

from damaci.store.store import Store
from damaci.stored import Summary
from damaci.stored.errors import StoreError, VersionConflict

__all__ = ["Store", "StoreError", "Summary", "VersionConflict"]
