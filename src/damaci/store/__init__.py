"""Durable data: the event log of every game, the list of games, players, settings."""

from damaci.store.errors import StoreError, VersionConflict
from damaci.store.games import Summary
from damaci.store.store import Store

__all__ = ["Store", "StoreError", "Summary", "VersionConflict"]
