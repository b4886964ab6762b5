"""What is stored, and what a store can do: values, errors and interfaces. No database is known here."""

from damaci.stored.errors import StoreError, Unreadable, VersionConflict
from damaci.stored.store import EventLog, Store
from damaci.stored.summary import Summary

__all__ = ["EventLog", "Store", "StoreError", "Summary", "Unreadable", "VersionConflict"]
