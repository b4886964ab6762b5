"""The unfinished games that a person at this device can go on with."""

from collections.abc import AsyncIterator

from damaci.play.events import Opened
from damaci.stored import Store, Summary

LOOKED_THROUGH = 50
"""Unfinished games among which they are looked for."""


async def own_unfinished(store: Store, *, begun: bool = False) -> AsyncIterator[Summary]:
    """Unfinished games, last changed first, without those of a file, which other people played. `begun`: only those in
    which somebody has moved. Raises StoreError."""
    for game in await store.games.list(finished=False, begun=begun, limit=LOOKED_THROUGH):
        if not await _is_of_a_file(store, game):
            yield game


async def _is_of_a_file(store: Store, game: Summary) -> bool:
    """Whether it came with tags. The log of a game without names, as most that are begun here, is not read for that."""
    if not (game.white.name or game.black.name):
        return False
    events = await store.log.read(game.id)
    return isinstance(events[0], Opened) and bool(events[0].tags)
