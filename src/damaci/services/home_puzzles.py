"""The puzzles of one person, kept among the settings of a store; so are the ratings of the puzzles they have moved."""

import asyncio
from typing import Any

import msgspec

from damaci.rating import Rating
from damaci.services.puzzle_state import Change, Person, State, numbers, record_of
from damaci.stored import Store, Unreadable
from damaci.stored.solvers import Numbers

PERSON, RATINGS = "puzzles", "puzzle-ratings"
"""Keys of settings."""


class OnePerson:
    """A PuzzleStore for one person, whatever the name, over the settings. One process serves all the person's pages."""

    def __init__(self, store: Store) -> None:
        self._settings = store.settings
        self._turn = asyncio.Lock()

    async def person(self, name: str) -> Person:
        """The person; a new one if what is kept cannot be read. Raises StoreError."""
        try:
            return msgspec.convert(await self._record(), Person)
        except msgspec.ValidationError:
            return Person()

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle that the person has moved. Raises StoreError."""
        try:
            return Rating(*msgspec.convert((await self._ratings())[puzzle], Numbers))
        except (KeyError, msgspec.ValidationError):
            return None

    async def change(self, name: str, puzzle: str, change: Change) -> tuple[State, State]:
        """Keeps what is made of the state, one answer after another. Raises StoreError, also where that would replace a
        record that cannot be read."""
        async with self._turn:
            record = await self._record()
            before = State(_readable(record), await self.rating(puzzle))
            after = change(before)
            if after.person is not before.person:
                await self._settings.put(PERSON, record_of(after.person, record))
            if after.rating and after.rating != before.rating:
                await self._settings.put(RATINGS, await self._ratings() | {puzzle: numbers(after.rating)})
        return before, after

    async def _record(self) -> Any:
        return await self._settings.get(PERSON) or {}

    async def _ratings(self) -> dict[str, Any]:
        """What is kept of the ratings of puzzles; nothing if it is damaged."""
        stored: Any = await self._settings.get(RATINGS)
        if isinstance(stored, dict):
            return stored
        return {}


def _readable(record: Any) -> Person:
    try:
        return msgspec.convert(record, Person)
    except msgspec.ValidationError as error:
        raise Unreadable("solved puzzles", error) from None
