"""No help in one's own rated games: the positions for which the server does not answer those who are playing them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial

from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.host.room import Consent, Room
from damaci.play.events import Color, Settings
from damaci.play.table import Table
from damaci.play.turn import to_move
from damaci.services.guarded import guard
from damaci.services.own_positions import OwnPositions
from damaci.store import Store
from damaci.store.players import Player
from damaci.stored.summary import Summary

BEGUN = 6
"""Plies from which positions near a game's are its own too: before that everybody meets the same ones, and only the
one on the board is the game's."""
AHEAD = 2
"""Plies from the board's position to the farthest ones that are the game's too."""
MOST_GAMES = 200
"""Unfinished games of a player that are looked at."""
MOST_KEPT = 500
"""Games whose positions are remembered."""

Read = Callable[[], Awaitable[Iterable[Position]]]
"""Reads a record, whose positions a thread goes through."""


class OwnGames:
    """Knows the positions of rated games that are being played: the present one after the first move, and from the
    sixth ply on those after any one or two moves. A position stands for its mirror image and for itself with colours
    swapped. Every method raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, tuple[int, frozenset[int]]] = OrderedDict()

    async def have(self, player: Player | None, position: Position, but: str = "") -> bool:
        """Whether a person is playing a position in a rated game other than `but`. Before the sixth ply only while the
        move is the person's: a game against the computer may begin as one in which the opponent thinks."""
        games = [
            game
            for color, agreed, game in await self._rated(player)
            if game.id != but and (_is_begun(game) or color == to_move(agreed, game.plies))
        ]
        return await self._meet(games, {canonical_key(position)})

    async def lead_there(self, player: Player | None, position: Position) -> bool:
        """Whether an answer about a position would be one about a position that a person is playing: that position
        itself or, from the sixth ply on, one that a move leads to, since an answer has what each move is worth."""
        return (await self.of(player)).are_led_to(position)

    async def of(self, player: Player | None) -> OwnPositions:
        """All that a person is playing."""
        games = [game for _, _, game in await self._rated(player)]
        now = [await self._positions(game) for game in games if not _is_begun(game)]
        near = [await self._positions(game) for game in games if _is_begun(game)]
        return OwnPositions(frozenset().union(*now), frozenset().union(*near))

    async def are_in(self, player: Player | None, read: Read) -> bool:
        """Whether a record has a position that a person is playing; it is read only if there may be one. Openings that
        everybody plays do not count."""
        games = [game for _, _, game in await self._rated(player) if _is_begun(game)]
        if not games:
            return False
        return await self._meet(games, await asyncio.to_thread(set, map(canonical_key, await read())))

    async def _rated(self, player: Player | None) -> Sequence[tuple[Color, Settings, Summary]]:
        """The rated games of a person in which somebody has moved."""
        if player is None or player.account is None or player.computer:
            return ()  # Guests play no rated games; a computer that is marked as one is no help to anybody.
        running = await self._store.seats.running(player.id, MOST_GAMES)
        return [each for each in running if each[1].rated and each[2].plies]

    async def _meet(self, games: Sequence[Summary], keys: set[int]) -> bool:
        for game in games:
            if not keys.isdisjoint(await self._positions(game)):
                return True
        return False

    def guard(self, player: Player | None, room: Room) -> Consent | None:
        """Asked for the moves of a person; see damaci.services.guarded."""
        if player is None:
            return None
        return guard(room, partial(self.have, player, but=room.game))

    async def _positions(self, game: Summary) -> frozenset[int]:
        version, found = self._kept.get(game.id, (0, frozenset[int]()))
        if version != game.version:
            table = Table.fold(await self._store.log.read(game.id))
            found = frozenset(_keys(table.game.position, AHEAD if _is_begun(game) else 0))
            self._kept[game.id] = (game.version, found)
        self._kept.move_to_end(game.id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def _is_begun(game: Summary) -> bool:
    return game.plies >= BEGUN


def _keys(position: Position, plies: int) -> Iterator[int]:
    """The keys of a position and of all up to so many plies after it."""
    yield canonical_key(position)
    if plies:
        for move in position.legal_moves:
            yield from _keys(position.play(move), plies - 1)
