"""Ends the games by the day whose time is over, also those that nobody has opened since, and does what was forgotten
about holidays and conditional moves: one process at a time, and another one soon after that has died."""

import logging

from damaci.host import Rooms, RoomsFull, UnknownGame
from damaci.host.repeating import Repeating
from damaci.host.room import RoomClosed
from damaci.online.answering import Answering
from damaci.online.holidays import Holidays
from damaci.play.commands import Tick
from damaci.store import Store
from damaci.store.leases import Lease

LOOK_SECONDS = 5.0
"""Seconds between two looks for games whose time is over."""
LEASE_SECONDS = 30.0
"""Seconds after which another process takes over from one that has died."""
LEASE = "games-by-the-day"
UNDER_WAY = 2.0
"""Seconds after the end of the time in which a move may still be under way."""
AT_ONCE = 200
"""Games that one look ends."""

_logger = logging.getLogger(__name__)


class DailyClocks:
    """Looks again and again. A game need not be in memory for its time to run out: `due` in the store says when."""

    def __init__(self, store: Store, rooms: Rooms, answering: Answering, holidays: Holidays, *, alone: bool) -> None:
        """`alone`: no other process serves these games, so heartbeats are wanted only while there are some: see
        decision 0016."""
        self._store = store
        self._rooms = rooms
        self._answering = answering
        self._holidays = holidays
        self._alone = alone
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        failed = "games by the day cannot be looked after"
        self.background = Repeating(self.look, LOOK_SECONDS, failed, at_end=self._lease.leave)

    async def look(self) -> None:
        """Tells games of holidays that nobody has told them of, plays the conditional moves that nobody has played, and
        ends what is to be ended now, if it is this process's turn. Raises StoreError."""
        await self._keep_time()
        if await self._lease.keep():
            await self._holidays.look_for_forgotten()
            await self._answering.look_for_forgotten()
            for game in await self._store.daily.due(self._rooms.now() - UNDER_WAY, AT_ONCE):
                await self._end(game)

    async def _keep_time(self) -> None:
        """Has heartbeats written while there are games by the day, so that an outage can be told from days in which
        nobody came."""
        if self._alone:
            await self._rooms.count_days(wanted=await self._store.daily.any())

    async def _end(self, game: str) -> None:
        """The game's room knows which time is not charged, and writes the end only once."""
        try:
            await (await self._rooms.get(game)).submit(Tick())
        except (UnknownGame, RoomClosed):
            pass  # The next look sees what has become of it.
        except RoomsFull as error:
            _logger.warning("game %s ends by time as soon as there is memory: %s", game, error)
        except Exception:
            _logger.exception("game %s cannot be ended by time", game)
