"""The other processes on the same store: reads what they append to games that are open here."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from damaci.host.bus import UNKNOWN, Bus
from damaci.host.repeating import Repeating
from damaci.host.room import Room
from damaci.play.events import AnyEvent
from damaci.stored import Store
from damaci.stored.errors import UnreadableGame

LOOK_SECONDS = 1.0
"""How often the store is read while no notices arrive."""
SELDOM_SECONDS = 3.0
"""How often it is read while they do: a single one may have been lost."""

_logger = logging.getLogger(__name__)


class Peers:
    """Keeps rooms up to date: those named by notices at once, all of them at intervals."""

    def __init__(self, store: Store, bus: Bus | None = None) -> None:
        self._store = store
        self._bus = bus
        self._rooms: dict[str, Room] = {}
        self._suspects: set[str] = set()
        self._looked = 0.0
        """When all rooms were looked at last, by the loop's clock."""
        self._repeating = Repeating(
            self._look_at_suspects,
            LOOK_SECONDS,
            "the games that others may have gone on with could not be looked at",
            first=LOOK_SECONDS,
        )

    @property
    def there(self) -> bool:
        """Whether there may be other processes."""
        return self._bus is None or self._bus.shared

    def publish(self, game: str, version: int) -> None:
        """Notifies the other processes that this one has written to a game."""
        if self._bus:
            self._bus.publish(game, version)

    def add(self, room: Room) -> None:
        """Keeps the room up to date from now on. Needs a running event loop."""
        self._rooms[room.game] = room
        if self._bus:
            self._bus.subscribe(room.game, self._on_notice)
        self._repeating.start()

    def remove(self, room: Room) -> None:
        """The end of `add`, unless another room of the game has been added since."""
        if self._rooms.get(room.game) is not room:
            return
        del self._rooms[room.game]
        if self._bus:
            self._bus.unsubscribe(room.game)

    async def close(self) -> None:
        """Stops reading."""
        await self._repeating.close()

    def _on_notice(self, game: str, version: int) -> None:
        room = self._rooms.get(game)
        if room and (version == UNKNOWN or version > room.table.version):
            self._suspects.add(game)
            self._repeating.wake()

    async def _look_at_suspects(self) -> None:
        suspects = self._suspects
        self._suspects = set()
        now = asyncio.get_running_loop().time()
        if self.there and (not self._up or now - self._looked >= SELDOM_SECONDS):
            self._looked = now
            suspects = set(self._rooms)
        if suspects:
            await self._look(suspects)

    @property
    def _up(self) -> bool:
        return self._bus is not None and self._bus.up

    async def _look(self, games: Collection[str]) -> None:
        known = {game: self._rooms[game].table.version for game in games if game in self._rooms}
        found = await self._read(known)
        there = [(room, known[game], events) for game, events in found.items() if (room := self._rooms.get(game))]
        busy = [each for each in there if not _is_adopted(*each)]
        await asyncio.gather(*(_adopt(*each) for each in busy))

    async def _read(self, known: dict[str, int]) -> dict[str, list[AnyEvent]]:
        """The news of games. One that this version cannot read must not hold up the others."""
        while True:
            try:
                return await self._store.log.read_many(known)
            except UnreadableGame as error:
                _logger.error("what another process has written is left: %s", error)
                del known[error.game]


def _is_adopted(room: Room, after: int, events: Sequence[AnyEvent]) -> bool:
    """Whether nothing is left to do: also for a game that cannot be followed, which must not hold up the others."""
    with _logged(room):
        return room.adopt_at_once(after, events)
    return True


async def _adopt(room: Room, after: int, events: Sequence[AnyEvent]) -> None:
    with _logged(room):
        await room.adopt(after, events)


@contextmanager
def _logged(room: Room) -> Iterator[None]:
    try:
        yield
    except Exception:
        _logger.exception("game %s: what another process has written cannot be followed", room.game)
