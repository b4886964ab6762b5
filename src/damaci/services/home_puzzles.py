"""The puzzles of one person, kept among the settings of a store; so are the ratings of the puzzles they have moved."""

from typing import Any

import msgspec

from damaci.rating import Rating
from damaci.services.puzzle_state import Change, PuzzleRecord, RatedSolver, numbers, record_of
from damaci.stored import Store, Unreadable
from damaci.stored.solvers import Numbers

PERSON = "puzzles"
RATINGS = "puzzle-ratings"
"""Keys of settings."""


class OnePerson:
    """A PuzzleStore for one person, whatever the name, over the settings."""

    def __init__(self, store: Store) -> None:
        self._settings = store.settings

    async def person(self, name: str) -> PuzzleRecord:
        """The person; a new one if what is kept cannot be read. Raises StoreError."""
        try:
            return msgspec.convert(await self._settings.get(PERSON) or {}, PuzzleRecord)
        except msgspec.ValidationError:
            return PuzzleRecord()

    async def rating(self, puzzle: str) -> Rating | None:
        """The rating of a puzzle that the person has moved. Raises StoreError."""
        try:
            return Rating(*msgspec.convert(_ratings(await self._settings.get(RATINGS))[puzzle], Numbers))
        except (KeyError, msgspec.ValidationError):
            return None

    async def change(self, name: str, puzzle: str, change: Change) -> tuple[RatedSolver, RatedSolver]:
        """Changes the stored state and returns it before and after; changes of other pages are not lost. Raises
        StoreError, also when the stored record cannot be read: it is not replaced."""
        answer = _Answer(await self.rating(puzzle), change)
        await self._settings.change(PERSON, answer.record)
        before, after = answer.states
        if after.rating and after.rating != before.rating:
            moved = {puzzle: numbers(after.rating)}
            await self._settings.change(RATINGS, lambda stored: _ratings(stored) | moved)
        return before, after


class _Answer:
    """What an answer makes of the record of the person."""

    def __init__(self, rating: Rating | None, change: Change) -> None:
        self._rating = rating
        self._change = change
        self.states = RatedSolver(PuzzleRecord()), RatedSolver(PuzzleRecord())
        """Before the answer and after it."""

    def record(self, former: Any) -> Any:
        """The record that replaces the former one. Raises StoreError for one that cannot be read."""
        before = RatedSolver(_readable(former or {}), self._rating)
        after = self._change(before)
        self.states = before, after
        if after.person is before.person:
            return former
        return record_of(after.person, former or {})


def _ratings(stored: Any) -> dict[str, Any]:
    """What is kept of the ratings of puzzles; nothing if it is damaged."""
    if isinstance(stored, dict):
        return stored
    return {}


def _readable(record: Any) -> PuzzleRecord:
    try:
        return msgspec.convert(record, PuzzleRecord)
    except msgspec.ValidationError as error:
        raise Unreadable("solved puzzles", error) from None
