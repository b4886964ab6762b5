"""The person whose mistakes are looked for, and what is known of each mistake."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol

import msgspec

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.stored import Summary

State = Literal["open", "failed", "solved", "unclear"]


class KnownMistake(msgspec.Struct, frozen=True):
    """What is known of a mistake: `failed` until it is tried again; `unclear` if several moves are as good."""

    state: State
    at: float
    """When this state began, in Unix seconds."""
    best: str = ""
    """The one best move, by the longer search."""


Change = Callable[[KnownMistake | None], KnownMistake | None]
"""What becomes known of a mistake by what was known of it; it may be called several times."""


class Person(Protocol):
    """The person whose mistakes are looked for. Every asynchronous method raises StoreError."""

    async def games(self) -> Sequence[tuple[Summary, Color]]:
        """The person's latest finished games, with the person's side: mistakes are looked for there."""

    async def may_see(self, game: str) -> bool:
        """Whether the person may be shown the mistakes of a stored game."""

    async def may_ask(self, position: Position) -> bool:
        """Whether the person may be helped with a position just now."""

    async def known(self) -> dict[str, KnownMistake]:
        """What is known of each mistake, by its name."""

    async def keep(self, name: str, change: Change) -> None:
        """Keeps what is learned of the mistake of that name, whatever else is kept at the same time."""

    def reviewing(self) -> AbstractAsyncContextManager[object]:
        """For as long as a game is reviewed for the person. Raises DamaciError if that is too much at once."""


def with_change(known: Mapping[str, KnownMistake], name: str, change: Change) -> dict[str, KnownMistake]:
    """What is known of all mistakes once `change` has been applied to the one of that name."""
    after = change(known.get(name))
    if after is None:
        return {**known}
    return {**known, name: after}
