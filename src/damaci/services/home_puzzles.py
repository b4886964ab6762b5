"""The puzzles of one person, kept among the settings of a store; so are the ratings of the puzzles they have moved."""

from typing import Any

import msgspec

from damaci.rating import Rating
from damaci.services.puzzle_state import Person, Triple, triple
from damaci.stored import Store

PERSON, RATINGS = "puzzles", "puzzle-ratings"
"""Keys of settings."""


class OnePerson:
    """A PuzzleStore for one person, whatever the name, over the settings."""

    def __init__(self, store: Store) -> None:
        self._settings = store.settings

    async def person(self, name: str) -> Person:
        """The person. What a newer version or another program has left there is not read. Raises StoreError."""
        stored: Any = await self._settings.get(PERSON)
        try:
            return msgspec.convert(stored or {}, Person)
        except msgspec.ValidationError:
            return Person()

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle that the person has moved. Raises StoreError."""
        stored: dict[str, Triple] = await self._settings.get(RATINGS, {})
        return Rating(*stored[puzzle]) if puzzle in stored else None

    async def keep(self, name: str, person: Person, puzzle: str | None = None, rating: Rating | None = None) -> None:
        """Keeps both. Raises StoreError."""
        await self._settings.put(PERSON, msgspec.to_builtins(person))
        if puzzle and rating:
            stored: dict[str, Triple] = await self._settings.get(RATINGS, {})
            await self._settings.put(RATINGS, stored | {puzzle: triple(rating)})
