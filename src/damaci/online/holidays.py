"""Holidays in games by the day: a player begins one and ends it, and every game of the player notes it."""

import logging
from collections.abc import Sequence
from datetime import date

from damaci.host import Rooms, RoomsFull, UnknownGame
from damaci.host.ids import new_id
from damaci.host.room import RoomClosed
from damaci.online.holiday_allowance import day_of, end_of, last_day
from damaci.play import commands
from damaci.site.rejection import Rejected
from damaci.store import Store, StoreError
from damaci.store.holidays import Holiday, Taken

AT_ONCE = 20
"""Holidays that one look for forgotten ones takes: each concerns up to a hundred games."""
ABOUT_SECONDS = 60.0
"""The clocks of two processes differ by less."""

_logger = logging.getLogger(__name__)


class Holidays:
    """The store has the truth, which is written first; the log of each game then tells what it does to the clocks. A
    game that is told twice notes it once."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    async def begin(self, player: str, last: date | None) -> Holiday:
        """Begins a holiday that ends with the day `last`, or as late as it can. Raises Rejected, StoreError."""
        at = self._rooms.now()
        begun = await self._store.holidays.begin(player, lambda taken: _planned(player, taken, last, at))
        if begun is None:
            raise Rejected(401, "nobody")
        await self._tell(begun)
        return begun

    async def end(self, player: str) -> None:
        """Ends the player's holiday, if there is one. Raises StoreError."""
        ended = await self._store.holidays.end(player, self._rooms.now())
        if ended:
            await self._tell(ended)

    async def look_for_forgotten(self) -> None:
        """Tells games of holidays where a process has died before it could. Raises StoreError."""
        for holiday in await self._store.holidays.untold(AT_ONCE):
            await self._tell(holiday)

    async def _tell(self, holiday: Holiday) -> None:
        told = [await self._try(game.id) for _, _, game in await self._store.daily.of(holiday.player)]
        await self._look_at_reminders(holiday)
        if all(told):
            await self._store.holidays.mark_noted(holiday)

    async def _look_at_reminders(self, holiday: Holiday) -> None:
        """Has the reminders of a player whose holiday is over looked at again, once the games say when they are due:
        they may have been put back to the end that was planned."""
        at = self._rooms.now()
        if holiday.until < at + ABOUT_SECONDS:
            for queue in (self._store.mail_queue, self._store.push_queue):
                await queue.bring_forward(holiday.player, "hurry", at)

    async def _try(self, game: str) -> bool:
        try:
            await (await self._rooms.get(game)).rest()
        except UnknownGame:
            pass
        except (StoreError, RoomsFull, RoomClosed) as error:
            _logger.warning("game %s is told of a holiday later: %s", game, error)
            return False
        except Exception:
            _logger.exception("game %s cannot be told of a holiday", game)
        return True


async def holidays_of(store: Store, game: str) -> Sequence[commands.Holiday]:
    """The holidays of a game's players, as its table is told of them. Raises StoreError."""
    found = await store.holidays.of_game(game)
    return [commands.Holiday(color, each.began, each.until) for color, each in found]


def _planned(player: str, taken: Taken, last: date | None, at: float) -> Holiday:
    if any(each.until > at for each in taken):
        raise Rejected(409, "holiday-already")
    latest = last_day(taken, at)
    if latest is None:
        raise Rejected(409, "holiday-none-left")
    if last is not None and last < day_of(at):
        raise Rejected(409, "holiday-past")
    if last is not None and last > latest:
        raise Rejected(409, "holiday-too-long")
    return Holiday(new_id(), player, at, end_of(last or latest))
