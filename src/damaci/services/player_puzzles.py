"""The puzzles of many players: a PuzzleStore over the records of a store."""

from typing import Protocol

import msgspec

from damaci.rating import Rating
from damaci.services.puzzle_state import Person, Triple, triple


class Records(Protocol):
    """Records as JSON by player, and the numbers of ratings by puzzle. Every method raises StoreError."""

    async def get(self, player: str) -> str | None:
        """The record of a player, if there is one."""

    async def rating(self, puzzle: str) -> Triple | None:
        """The rating of a puzzle, if anybody has moved it."""

    async def put(self, player: str, record: str, puzzle: str | None = None, rating: Triple | None = None) -> None:
        """Stores a record and, with it, the rating of a puzzle."""


class ManyPlayers:
    """People by the ids of players. An empty name is somebody of whom nothing is kept yet."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def person(self, name: str) -> Person:
        """The person of that name; a new one if nothing is kept. Raises StoreError."""
        record = await self._records.get(name) if name else None
        return msgspec.json.decode(record, type=Person) if record else Person()

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle; None before anybody has moved it. Raises StoreError."""
        numbers = await self._records.rating(puzzle)
        return Rating(*numbers) if numbers else None

    async def keep(self, name: str, person: Person, puzzle: str | None = None, rating: Rating | None = None) -> None:
        """Keeps a person and, with it, the new rating of a puzzle. Raises StoreError."""
        record = msgspec.json.encode(person).decode()
        await self._records.put(name, record, puzzle, triple(rating) if rating else None)
