"""Has the house's players look after their games and the seeks that wait: in one process at a time, and in another one
soon after that has died.

Nothing depends on there being only one: a game begins in one transaction with its seek, and the log takes each move
once."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from damaci.host import Rooms, RoomsFull, UnknownGame
from damaci.host.engines import Engines
from damaci.host.fair_queue import Asker
from damaci.host.repeating import Repeating
from damaci.host.room import RoomClosed
from damaci.online.house.acceptance import refusal
from damaci.online.house.house import House, terms_of
from damaci.online.lobby import STALE_SECONDS
from damaci.online.people import People
from damaci.play.commands import Abandon
from damaci.play.events import other
from damaci.store import Store
from damaci.store.leases import Lease
from damaci.store.pairings import SeatTaken
from damaci.store.seats import Playing
from damaci.store.seeks import Seek
from damaci.stored.errors import PlaysEnough

LOOK_SECONDS = 2.0
"""Seconds between two looks."""
LEASE = "house"
LEASE_SECONDS = 8.0
"""Seconds after which another process takes over from one that has died."""
QUIET_SECONDS = 10.0
"""A game in which nothing has happened for so long may be in no process, because one was killed: it is opened here."""
UNBEGUN_SECONDS = 120.0
"""A game in which one side has not moved once ends after so many seconds, and counts nothing."""
BEGUN = 2
"""Plies from which both sides have moved."""


class HouseDriver:
    """Looks again and again."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        engines: Engines,
        house: House,
        people: People,
        *,
        most: int,
        on_begin: Callable[[], None],
    ) -> None:
        """`most`: the unfinished games against computers that somebody may have. `on_begin` is called when a game has
        begun."""
        self._store = store
        self._rooms = rooms
        self._engines = engines
        self._house = house
        self._people = people
        self._most = most
        self._on_begin = on_begin
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        failed = "the house's players cannot be looked after"
        self.background = Repeating(self._lead, LOOK_SECONDS, failed, at_end=self._lease.leave)

    async def _lead(self) -> None:
        await self._house.look()
        if self._house.players and await self._lease.keep():
            await self.look()

    async def look(self) -> None:
        """Does what is due. Raises StoreError."""
        now = self._rooms.now()
        for playing in await self._house.playing():
            if now - playing.updated >= QUIET_SECONDS:
                await self._look_after(playing, now)
        if self._house.waits:
            await self._accept_seeks()

    # ---- games that go on --------------------------------------------------------------------------------------------

    async def _look_after(self, playing: Playing, now: float) -> None:
        """Opens a game, so that clocks end it and the computer moves; ends it if it has never really begun."""
        with suppress(UnknownGame, RoomsFull, RoomClosed):
            room = await self._rooms.get(playing.game)
            # Not by what was listed: somebody may have moved since.
            if room.table.ply < BEGUN and now - room.events[-1].at >= UNBEGUN_SECONDS:
                await room.submit(Abandon(color=other(playing.color), result="1/2-1/2"))

    # ---- seeks that wait ---------------------------------------------------------------------------------------------

    async def _accept_seeks(self) -> None:
        at = time.time()
        waiting = await self._store.seeks.open(at - STALE_SECONDS)
        for seek in due(waiting, at - self._house.waits):
            await self._accept(seek)

    async def _accept(self, seek: Seek) -> None:
        """Begins a game with the one who waits, if somebody of the house is free."""
        asker = Asker(seek.player, seek.address or "", seek.id)
        if self._engines.refuses(asker):
            return
        if await self._store.seats.count_running(seek.player, engine=True) >= self._most:
            return
        terms = terms_of(seek.wish)
        rating = (await self._people.of_seeks([seek])).get(seek.id)
        known = float(rating.rating) if rating else None
        chosen = await self._house.choose(terms, known, await self._house.playing())
        if chosen is None:
            return
        with suppress(SeatTaken, PlaysEnough):  # Somebody was faster.
            await self._house.begin(seek.id, terms, terms.draw_color(), seek.player, chosen, seek=True)
            self._on_begin()


def due(seeks: Sequence[Seek], before: float) -> Sequence[Seek]:
    """The seeks of people that have waited at least since that moment (epoch seconds) and that a computer accepts, the
    oldest first. Only one for each player, who cannot play two games at a time."""
    found: dict[str, Seek] = {}
    for seek in sorted(seeks, key=lambda seek: seek.created):
        if seek.created <= before and not seek.computer and not refusal(terms_of(seek.wish)):
            found.setdefault(seek.player, seek)
    return list(found.values())
