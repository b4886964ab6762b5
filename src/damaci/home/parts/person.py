"""What is kept of the person who uses this app."""

from dataclasses import dataclass

from damaci.services.preferences import Shelf
from damaci.services.progress import StoredProgress
from damaci.store import Store


@dataclass(frozen=True)
class PersonServices:
    """The preferences, and what has been learned."""

    shelf: Shelf
    progress: StoredProgress


async def open_person(store: Store) -> PersonServices:
    """Opens them. Raises StoreError."""
    shelf = Shelf(store)
    await shelf.open()
    progress = StoredProgress(store)
    await progress.open()
    return PersonServices(shelf, progress)
