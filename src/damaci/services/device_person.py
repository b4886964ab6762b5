"""The person who plays on this device, as far as mistakes go: it is known who that is in games against the computer."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import msgspec

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.services.person import Change, KnownMistake, with_change
from damaci.stored import Store, Summary, Unreadable

KEY = "mistakes"
"""The key of the setting with what is known of each mistake."""
GAMES = 100
"""The latest games in which mistakes are looked for."""


class DevicePerson:
    """See damaci.services.person.Person. The mistakes of every game may be seen, whoever played it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def games(self) -> Sequence[tuple[Summary, Color]]:
        """The games against the computer."""
        listed = await self._store.games.list(finished=True, begun=True, limit=GAMES)
        return [(summary, side) for summary in listed if (side := _side(summary))]

    async def may_see(self, game: str) -> bool:
        """Every game of this device."""
        return True

    async def may_ask(self, position: Position) -> bool:
        """Any position: nobody else plays here for ratings."""
        return True

    async def known(self) -> dict[str, KnownMistake]:
        """See Person."""
        try:
            return _known(await self._store.settings.get(KEY))
        except Unreadable:
            return {}

    async def keep(self, name: str, change: Change) -> None:
        """See Person. Raises StoreError also where that would replace what cannot be read."""
        await self._store.settings.change(
            KEY, lambda kept: msgspec.to_builtins(with_change(_known(kept), name, change))
        )

    def reviewing(self) -> AbstractAsyncContextManager[object]:
        """Without a limit."""
        return nullcontext()


def _known(kept: Any) -> dict[str, KnownMistake]:
    try:
        return msgspec.convert(kept or {}, dict[str, KnownMistake])
    except msgspec.ValidationError as error:
        raise Unreadable("mistakes", error) from None


def _side(summary: Summary) -> Color | None:
    """The colour of the only person in a game."""
    kinds = (summary.white.kind, summary.black.kind)
    if kinds == ("person", "engine"):
        return Color.WHITE
    if kinds == ("engine", "person"):
        return Color.BLACK
    return None
