"""No help in one's own rated games: the positions for which the server does not answer those who are playing them."""

from collections import OrderedDict
from collections.abc import Iterator

from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.host.conversation import Submit
from damaci.host.room import Room
from damaci.play.commands import Move, SeatCommand
from damaci.play.refusal import Refusal, TableCode
from damaci.play.table import Table
from damaci.store import Store
from damaci.store.players import Player
from damaci.stored.summary import Summary

BEGUN = 6
"""Plies from which a game's positions are its own: before that everybody meets the same ones."""
AHEAD = 2
"""Plies from the board's position to the farthest ones that are the game's too."""
MOST_GAMES = 200
"""Unfinished games of a player that are looked at."""
MOST_KEPT = 500
"""Games whose positions are remembered."""


class OwnGames:
    """Knows the positions of rated games that are being played: the present one, and those after any one or two
    moves."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, tuple[int, frozenset[int]]] = OrderedDict()

    async def have(self, player: Player | None, position: Position, but: str = "") -> bool:
        """Whether a person is playing a position, its mirror image, or it with colours swapped, in a rated game other
        than `but`. Raises StoreError."""
        return await self._any(player, {canonical_key(position)}, but)

    async def lead_there(self, player: Player | None, position: Position) -> bool:
        """Whether an answer about a position would be one about a position that a person is playing, as `have` says:
        that position itself, or one that a move leads to, since an answer has what each move is worth. Raises
        StoreError."""
        return await self._any(player, set(_keys(position, 1)))

    async def _any(self, player: Player | None, keys: set[int], but: str = "") -> bool:
        if player is None or player.account is None or player.computer:
            return False  # Guests play no rated games; a computer that is marked as one is no help to anybody.
        running = await self._store.seats.running(player.id, MOST_GAMES)
        games = [game for _, agreed, game in running if agreed.rated and game.plies >= BEGUN and game.id != but]
        for game in games:
            if not keys.isdisjoint(await self._positions(game)):
                return True
        return False

    def guarded(self, player: Player | None, room: Room, submit: Submit) -> Submit:
        """`submit`, but that a casual game against a computer is not led into such a position."""
        seats = room.table.seats.values()
        if player is None or room.table.settings.rated or all(seat.kind != "engine" for seat in seats):
            return submit

        async def guard(command: SeatCommand) -> Refusal | int:
            after = isinstance(command, Move) and _after(room.table.game, command)
            if after and await self.have(player, after, room.game):
                return Refusal(TableCode.YOUR_RATED_GAME, "this position is played in a rated game of the same player")
            return await submit(command)

        return guard

    async def _positions(self, game: Summary) -> frozenset[int]:
        version, found = self._kept.get(game.id, (0, frozenset[int]()))
        if version != game.version:
            table = Table.fold(await self._store.log.read(game.id))
            found = frozenset(_keys(table.game.position, AHEAD))
            self._kept[game.id] = (game.version, found)
        self._kept.move_to_end(game.id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def _keys(position: Position, plies: int) -> Iterator[int]:
    """Of a position and all up to so many plies after it."""
    yield canonical_key(position)
    if plies:
        for move in position.legal_moves:
            yield from _keys(position.play(move), plies - 1)


def _after(game: Game, command: Move) -> Position | None:
    """The position after a move; None if it may not be played."""
    try:
        return game.position.play(command.move)
    except DamaciError:
        return None
