"""What owners of broadcasts do: boards, links, results, corrections. Nothing here is about HTTP."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Literal

import msgspec

from damaci.game.outcome import DECIDED_BY_PEOPLE
from damaci.host import Rooms, read_game
from damaci.host.first_events import opening
from damaci.host.ids import new_id
from damaci.online.costs import MOST_BOARDS, MOST_BROADCASTS
from damaci.online.names import free_text
from damaci.play.commands import Conclude
from damaci.play.events import AfterTheEnd, AnyEvent, Ended, Opened, Result, Seat, Settings
from damaci.play.refusal import Refusal
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.site.rejection import Rejected
from damaci.store import Store
from damaci.store.broadcasts import BoardPlace, BoardTaken, Broadcast, TooManyBroadcasts
from damaci.store.players import Player

LONGEST = 60
"""Letters of the name of a broadcast or a player."""
MOST_ROUND = 99
MOST_BOARD = 999
"""The highest numbers of a round and of a board."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NewBroadcast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A broadcast to be made. `tournament`: one of this server to which it belongs, which the same player has
    announced; empty for none."""

    name: Name
    tournament: Annotated[str, msgspec.Meta(max_length=32)] = ""


class NewBoard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board to be shown: who plays there in which round, by which rules."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUND)] = 1
    board: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOARD)] = 1
    white: Name
    black: Name
    ruleset: str = "turkish"


class EnteredResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game has ended that was not decided on the board: by resignation, on time, or by agreement."""

    result: Result
    reason: Literal["resignation", "time", "agreement"]


class BroadcastDesk:
    """The broadcasts of a server. A broadcast of somebody else cannot be changed: every method that takes a player and
    a broadcast raises Rejected for who is not the owner, and for one that is not there; all raise StoreError."""

    def __init__(self, store: Store, rooms: Rooms, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._rooms = rooms
        self._now = now

    async def find(self, broadcast: str) -> Broadcast:
        """A broadcast. Raises Rejected if it is not there."""
        found = await self._store.broadcasts.get(broadcast)
        if found is None:
            raise Rejected(404, "broadcast-gone")
        return found

    # ---- broadcasts --------------------------------------------------------------------------------------------------

    async def create(self, player: Player, wish: NewBroadcast, id: str) -> str:
        """Makes a broadcast without boards under an id, once; returns the id. Raises BadName, Rejected for the
        tournament of somebody else."""
        name = free_text(wish.name, LONGEST)
        tournament = await self._own_tournament(player, wish.tournament)
        try:
            create = self._store.broadcasts.create
            if not await create(id, player.id, name, self._now(), MOST_BROADCASTS, tournament=tournament):
                raise Rejected(401, "nobody")
        except TooManyBroadcasts:
            raise Rejected(409, "broadcast-too-many") from None
        return id

    async def set_tournament(self, player: Player, broadcast: str, tournament: str) -> None:
        """Says to which of the player's tournaments of this server a broadcast belongs; empty: to none."""
        await self._expect_owner(player, broadcast)
        await self._store.broadcasts.set_tournament(broadcast, await self._own_tournament(player, tournament))

    async def _own_tournament(self, player: Player, tournament: str) -> str | None:
        plan = await self._store.announced.plan(tournament) if tournament else None
        if tournament and (plan is None or plan.owner != player.id):
            raise Rejected(403, "not-the-arbiter")
        return tournament or None

    async def delete(self, player: Player, broadcast: str) -> None:
        """Deletes a broadcast with all its games."""
        await self._expect_owner(player, broadcast)
        for game in await self._store.broadcasts.delete(broadcast) or ():
            self._rooms.put_away(game)

    # ---- boards ------------------------------------------------------------------------------------------------------

    async def add(self, player: Player, broadcast: str, wish: NewBoard) -> str:
        """Adds a board; returns the id of its game. Raises BadName, UnknownRuleset."""
        owned = await self._expect_owner(player, broadcast)
        game = new_id()
        events = self._opened(owned, wish)
        try:
            place = BoardPlace(broadcast, wish.round, wish.board)
            await self._store.broadcasts.add_board(place, game, events, MOST_BOARDS)
        except BoardTaken:
            raise Rejected(409, "broadcast-board-there") from None
        except TooManyBroadcasts:
            raise Rejected(409, "broadcast-full") from None
        return game

    def _opened(self, broadcast: Broadcast, wish: NewBoard) -> Sequence[AnyEvent]:
        white, black = (free_text(name, LONGEST) for name in (wish.white, wish.black))
        settings = Settings(ruleset=find_ruleset(wish.ruleset).name)
        first, *rest = opening(settings, Seat("person", white), Seat("person", black), self._now())
        assert isinstance(first, Opened)
        tags = {
            "Event": broadcast.name,
            "Date": datetime.fromtimestamp(first.at).strftime("%Y.%m.%d"),
            "Round": f"{wish.round}",
            "Board": f"{wish.board}",
            "White": white,
            "Black": black,
        }
        return [msgspec.structs.replace(first, tags=tags), *rest]

    async def remove(self, player: Player, place: BoardPlace) -> None:
        """Removes a board with its game."""
        await self._expect_owner(player, place.broadcast)
        game = await self._store.broadcasts.remove_board(place)
        if game is None:
            raise Rejected(404, "broadcast-gone")
        self._rooms.put_away(game)

    # ---- links -------------------------------------------------------------------------------------------------------

    async def set_key(self, player: Player, place: BoardPlace, key: str | None) -> None:
        """Lets a board's moves be entered by a link, by the hash of its secret, and by no former one; None: by none."""
        await self._expect_owner(player, place.broadcast)
        if not await self._store.broadcasts.set_key(place, key):
            raise Rejected(404, "broadcast-gone")

    # ---- the game ----------------------------------------------------------------------------------------------------

    async def conclude(self, game: str, entered: EnteredResult) -> None:
        """Ends a game as it has ended at the board; once, if that is asked for again. Raises Rejected, UnknownGame,
        RoomsFull, RoomClosed."""
        if (entered.result == "1/2-1/2") != (entered.reason == "agreement"):
            raise Rejected(400, "bad-request")
        room = await self._rooms.get(game)
        done = await room.submit(Conclude(result=entered.result, reason=entered.reason))
        ended = room.table.ended
        if isinstance(done, Refusal) and ended and (ended.result, ended.reason) != (entered.result, entered.reason):
            raise Rejected(409, "game-over")

    async def correct(self, game: str) -> str:
        """Replaces a game whose end was entered by mistake by a game that goes on. The new game has all moves, except a
        last move that ended the game by the rules. Returns its id. Raises Rejected, UnknownGame."""
        board = await self._store.broadcasts.of_game(game)
        if board is None:
            raise Rejected(404, "broadcast-gone")
        following = new_id()
        events = before_the_end(await read_game(self._store.log, game))
        if not await self._store.broadcasts.replace(board.place, game, following, events):
            raise Rejected(404, "broadcast-gone")
        self._rooms.put_away(game)
        return following

    async def _expect_owner(self, player: Player, broadcast: str) -> Broadcast:
        found = await self.find(broadcast)
        if found.owner != player.id:
            raise Rejected(403, "broadcast-not-yours")
        return found


def before_the_end(events: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
    """The events of a game as if its end had not been entered. Raises Rejected if it has not ended."""
    kept = [each for each in events if not isinstance(each, AfterTheEnd)]
    last = kept.pop()
    if not isinstance(last, Ended):
        raise Rejected(409, "not-over")
    if last.reason not in DECIDED_BY_PEOPLE:
        kept.pop()
    return kept
