"""Plays the conditional moves of games by the day: at once when the other side has moved, and after a process has died
before it could."""

import asyncio
import logging
from collections.abc import Callable

from damaci.host import Rooms, RoomsFull, UnknownGame
from damaci.host.background import Background
from damaci.host.room import Room, RoomClosed
from damaci.host.tasks import Tasks
from damaci.play.commands import Move
from damaci.play.refusal import Refusal
from damaci.play.table import Table
from damaci.store import Store, StoreError
from damaci.store.conditional import StoredLines

AT_ONCE = 200
"""Games that one look for forgotten answers takes."""
Tell = Callable[[str, Table], None]
"""Tells the side to move in a game that it is its turn. Does not wait."""

_logger = logging.getLogger(__name__)


class MovedGames:
    """The games by the day in which a move has just been stored here, one after the other."""

    def __init__(self) -> None:
        self._games: asyncio.Queue[tuple[str, Table]] = asyncio.Queue()

    def add(self, game: str, table: Table) -> None:
        """Adds a game if it is one by the day. Does not wait."""
        if table.settings.days:
            self._games.put_nowait((game, table))

    async def next(self) -> tuple[str, Table]:
        """Waits for a game."""
        return await self._games.get()


class Answering:
    """The answer depends only on the game and the lines, and carries the number of its ply: it is played once, however
    many processes look."""

    def __init__(self, store: Store, rooms: Rooms, moved: MovedGames, tell: Tell) -> None:
        self._store = store
        self._rooms = rooms
        self._moved = moved
        self._tell = tell
        self._looking = Tasks()
        self._background = Background()

    def start(self) -> None:
        """Needs a running event loop."""
        self._background.start(self._run(), "conditional moves")

    async def close(self) -> None:
        """Stops; what was not answered will be after the next start."""
        await self._background.close()
        self._looking.cancel()
        await self._looking.ended()

    async def look_for_forgotten(self) -> None:
        """Answers where a process has died before it could, or where something stood in the way. Raises StoreError."""
        for game in await self._store.conditional.to_look_at(AT_ONCE):
            await self._try(game)

    async def _run(self) -> None:
        while True:
            self._looking.start(self._answer(*await self._moved.next()))

    async def _answer(self, game: str, table: Table) -> None:
        """Answers a move, or tells the side to move."""
        ply = table.ply
        answered = await self._try(game)
        if not answered and table.ply == ply:
            self._tell(game, table)

    async def _try(self, game: str) -> bool:
        try:
            return await self.look(game)
        except (UnknownGame, RoomClosed):
            pass  # The next look sees what has become of it.
        except (StoreError, RoomsFull) as error:
            _logger.warning("game %s: its conditional moves are looked at later: %s", game, error)
        except Exception:
            _logger.exception("game %s: its conditional moves cannot be played", game)
        return False

    async def look(self, game: str) -> bool:
        """Answers for the side to move if its lines say how, and removes lines from which the game has gone another
        way. Returns whether it has answered. Raises UnknownGame, RoomsFull, RoomClosed, StoreError."""
        found = await self._store.conditional.of_game(game)
        if not found:
            return False
        room = await self._rooms.get(game)
        return any([await self._follow(room, kept) for kept in found])

    async def _follow(self, room: Room, kept: StoredLines) -> bool:
        version = room.table.version
        if not kept.moves.left(room.table, room.events):
            await self._store.conditional.remove(kept)
            return False
        answer = kept.moves.answer(room.table, room.events)
        played = False
        if answer:
            move = Move(color=kept.moves.color, ply=room.table.ply + 1, move=answer)
            played = not isinstance(await room.submit(move), Refusal)
        await self._store.conditional.looked(kept, version)
        return played
