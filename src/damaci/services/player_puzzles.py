"""The puzzles of many players: a PuzzleStore over the records of a store."""

from typing import Protocol

import msgspec

from damaci.rating import Rating
from damaci.services.puzzle_state import Change, PuzzleRecord, RatedSolver, numbers, record_of
from damaci.stored import StoreError
from damaci.stored.solvers import Numbers, PuzzleChange

TRIES = 20
"""How often storing an answer is retried because another one was stored at the same time. Only a client that sends very
many at once reaches this."""


class PuzzleRecords(Protocol):
    """Records as JSON by player, and the numbers of ratings by puzzle. Every method raises StoreError."""

    async def get(self, player: str) -> str | None:
        """The record of a player, if there is one."""

    async def rating(self, puzzle: str) -> Numbers | None:
        """The rating of a puzzle, if anybody has moved it."""

    async def replace(self, player: str, former: str | None, record: str, change: PuzzleChange | None = None) -> bool:
        """Replaces a record and, with it, the rating of a puzzle; False if either is no longer the former one."""


class ManyPlayers:
    """People by the ids of players. An empty name stands for somebody about whom nothing is stored yet."""

    def __init__(self, records: PuzzleRecords) -> None:
        self._records = records

    async def person(self, name: str) -> PuzzleRecord:
        """The person of that name; a new one if nothing is kept. Raises StoreError."""
        if not name:
            return PuzzleRecord()
        return _read(await self._records.get(name))

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle; None before anybody has moved it. Raises StoreError."""
        if kept := await self._records.rating(puzzle):
            return Rating(*kept)
        return None

    async def change(self, name: str, puzzle: str, change: Change) -> tuple[RatedSolver, RatedSolver]:
        """Keeps what is made of the state, in whichever process others answer at the same time. Raises StoreError."""
        for _ in range(TRIES):
            record = await self._records.get(name)
            before = RatedSolver(_read(record), await self.rating(puzzle) if puzzle else None)
            after = change(before)
            if after == before or await self._keep(name, record, puzzle, before, after):
                return before, after
        raise StoreError("too many answers of one player at the same time")

    async def _keep(self, name: str, record: str | None, puzzle: str, before: RatedSolver, after: RatedSolver) -> bool:
        moved = None
        if after.rating and after.rating != before.rating:
            former = numbers(before.rating) if before.rating else None
            moved = PuzzleChange(puzzle, former, numbers(after.rating))
        kept = record_of(after.person, msgspec.json.decode(record or "{}"))
        return await self._records.replace(name, record, msgspec.json.encode(kept).decode(), moved)


def _read(record: str | None) -> PuzzleRecord:
    if record:
        return msgspec.json.decode(record, type=PuzzleRecord)
    return PuzzleRecord()
