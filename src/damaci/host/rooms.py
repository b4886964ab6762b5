"""The live games of this process."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from damaci.host.attendance import ALWAYS, Attending
from damaci.host.bus import Bus
from damaci.host.clock import HostClock
from damaci.host.engine_pool import EnginePool
from damaci.host.engine_seat import EngineSeat
from damaci.host.first_events import opening, rematch
from damaci.host.ids import new_id
from damaci.host.live_games import LiveGame, LiveGames
from damaci.host.memory import RoomsFull, bytes_of
from damaci.host.peers import Peers
from damaci.host.pulse import Pulse
from damaci.host.room import HolidaysOf, Room
from damaci.host.stored_game import UnknownGame, read_game
from damaci.host.tasks import Tasks
from damaci.play.commands import Resume
from damaci.play.events import AnyEvent, Rematched, Seat, Settings
from damaci.play.table import Table
from damaci.stored import Store
from damaci.stored.errors import StoreError, VersionConflict

IDLE_SECONDS = 60.0
"""How long a game that nobody uses stays in memory. To load a game again takes milliseconds."""
LONG = 300
"""Events from which on a game is played through by `run`."""

_logger = logging.getLogger(__name__)


class Rooms:
    """Creates games, loads them on demand and unloads idle ones."""

    def __init__(
        self,
        store: Store,
        engines: EnginePool,
        *,
        alone: bool = True,
        bus: Bus | None = None,
        idle_seconds: float = IDLE_SECONDS,
        clock: HostClock | None = None,
        pause: Callable[[], float] = lambda: 0.0,
        on_rematch: Callable[[str, str, Table], Awaitable[None]] | None = None,
        on_end: Callable[[str, Table], None] = lambda game, table: None,
        on_turn: Callable[[str, Table], None] = lambda game, table: None,
        elsewhere: Callable[[str, Sequence[AnyEvent]], Room | None] = lambda game, events: None,
        patience: float = 0.0,
        attending: Attending = ALWAYS,
        memory: int = sys.maxsize,
        resting: Callable[[], bool] = lambda: False,
        holidays: HolidaysOf | None = None,
        run: Callable[[Callable[[], Room]], Awaitable[Room]] = asyncio.to_thread,
    ) -> None:
        """`alone`: the time during which this process did not run is charged to nobody's clock: no other one serves
        these games, or only for the same person. `bus`: brings notices of what other processes write; without it, or
        while it is down, the store is read every second. `pause`: the least seconds that an engine's move is to take.
        `on_rematch` is told the ids of a finished game and of the one that its players go on to, and the table of that
        one, before they are. `on_end` is told each game that has ended here with its table, `on_turn` those in which a
        move was played or taken back here.
        `elsewhere` has the room of a game whose table is not here, or None for one that is here. `patience`: the
        seconds that a move may be under way. `attending` tells for whom the engines think, and whether that player is
        there. `memory`: the bytes that open games may take. `resting`: whether nobody is let in at the moment, which is
        an outage and charged to nobody. `holidays`: those of the players of a game by the day.
        `run` plays through long games without holding up the others'."""
        self._store = store
        self._engines = engines
        self._alone = alone
        self._peers = None if alone and bus is None else Peers(store, bus)
        self._clock = clock or HostClock()
        self._pulse = Pulse(
            store.heartbeats,
            self._clock,
            alone=alone,
            probe=store.log.probe,
            wanted=self._beats,
            on_return=self._give_back_everywhere,
            resting=resting,
        )
        self._pause = pause
        self._on_rematch = on_rematch
        self._on_end = on_end
        self._on_turn = on_turn
        self._elsewhere = elsewhere
        self._patience = patience
        self._attending = attending
        self._resting = resting
        self._holidays = holidays
        self._run = run
        self._closed = False
        self._counts_days = False
        self._live = LiveGames(idle_seconds, memory, self._leave)
        self._giving_back = Tasks()

    def expect_memory(self) -> None:
        """Raises RoomsFull when there is no memory for another game."""
        self._live.make_room(bytes_of(1))

    async def create(self, settings: Settings, white: Seat, black: Seat, game: str | None = None) -> Room:
        """A new game, under an id that nobody else has, or under `game` that is known to be free. Raises what `opening`
        raises, RoomsFull, StoreError."""
        self.expect_memory()
        return await self.begun(await self.add(opening(settings, white, black, self._clock()), game))

    async def begun(self, game: str) -> Room:
        """The room of a game that this process has just stored. Raises StoreError."""
        return await self._get(game, mine=True)

    async def add(self, events: Sequence[AnyEvent], game: str | None = None) -> str:
        """Stores the events of a game that was played elsewhere, or is over; returns its id here. Raises StoreError,
        and VersionConflict if the id `game` is taken."""
        while True:
            chosen = game or new_id()
            try:
                await self._store.log.append(chosen, 0, events)
            except VersionConflict:
                if game:
                    raise
            else:
                return chosen

    async def get(self, game: str) -> Room:
        """The room of a game; one per process. Raises UnknownGame, RoomsFull, StoreError."""
        open_already = game in self._live
        room = await self._get(game, mine=False)
        if open_already and self._peers:
            # Without the store, the last known state has to do.
            with suppress(StoreError):
                await room.catch_up()
        return room

    async def _get(self, game: str, mine: bool) -> Room:
        return await self._live.get(game, lambda: self._load(game, mine))

    async def refresh(self, versions: Mapping[str, int]) -> None:
        """Takes in what was written to games past their rooms, here and in other processes. `versions`: the new ones,
        by game."""
        for game, version in versions.items():
            if self._peers:
                self._peers.publish(game, version)
        for game in versions:
            if game in self._live:
                await self._refresh(game)

    async def _refresh(self, game: str) -> None:
        with suppress(UnknownGame, RoomsFull):
            try:
                await (await self._live.room(game)).catch_up()
            except StoreError:
                self.put_away(game)

    async def delete(self, game: str, remove: Callable[[str], Awaitable[bool]] | None = None) -> None:
        """Closes a game's room and deletes the game; `remove` does it and returns whether the game existed. Raises
        UnknownGame, StoreError."""
        await self._live.take_away(game)
        existed = await (remove or self._store.games.delete)(game)
        self.put_away(game)  # Somebody may have asked for it meanwhile.
        if not existed:
            raise UnknownGame(f"no game {game!r}")

    def is_open(self, game: str) -> bool:
        """Whether the game is in memory."""
        return game in self._live

    @property
    def open_games(self) -> int:
        """How many games are in memory."""
        return len(self._live)

    async def put_removed_away(self) -> None:
        """Closes the rooms of games that are not stored any more. Raises StoreError."""
        for game in self._live.ids:
            if await self._store.games.get(game) is None:
                self.put_away(game)

    async def unfinished(self) -> Room | None:
        """The unfinished game that was played last, if there is one. Raises StoreError."""
        summary = await self._store.games.unfinished()
        if summary:
            return await self.get(summary.id)
        return None

    async def close(self) -> None:
        """Closes every room, after the appends that are under way."""
        self._closed = True
        await self._live.close()
        if self._peers:
            await self._peers.close()
        await self._pulse.close()

    async def _load(self, game: str, mine: bool) -> LiveGame:
        events = await read_game(self._store.log, game)
        self._live.make_room(bytes_of(len(events)))
        if away := self._elsewhere(game, events):
            return LiveGame(away, None)
        make = partial(
            Room,
            game,
            events,
            self._store.log,
            self._clock,
            open_rematch=self._open_rematch,
            on_end=self._on_end,
            on_turn=self._on_turn,
            publish=self._peers.publish if self._peers else None,
            wrote_last=mine or self._peers is None or not self._peers.there,
            patience=self._patience,
            uptime=self._pulse,
            holidays=self._holidays,
        )
        # Playing through a long game would hold up everybody else's moves.
        room = await self._run(make) if len(events) > LONG else make()
        await self._resume(room)
        if self._peers:
            self._peers.add(room)
        room.watch_flag()
        room.go_on()
        return LiveGame(room, self._seat(room) if _has_engine(room.table) else None)

    def _seat(self, room: Room) -> EngineSeat:
        return EngineSeat(room, self._engines, self._pause, self._attending)

    @property
    def now(self) -> Callable[[], float]:
        """The clock by which games are timed, in epoch seconds."""
        return self._clock

    # ---- time in which moves could not be accepted -------------------------------------------------------------------

    async def attend(self) -> None:
        """From now on players can come, whether or not there are games. Without this, a process that is alone has been
        away until a game with clocks is opened. Raises StoreError."""
        await self._pulse.ascertain()

    async def count_days(self, *, wanted: bool) -> None:
        """Whether there are games by the day, whose time runs although they are not in memory: heartbeats then say when
        this process was there. Raises StoreError."""
        begins = wanted and not self._counts_days
        self._counts_days = wanted
        if begins:
            await self._pulse.ascertain()

    @property
    def reach_the_store(self) -> bool:
        """Whether this process has written to the store a moment ago."""
        return self._pulse.certain

    async def _resume(self, room: Room) -> None:
        """Gives the time back for which a game was in no process."""
        if not _is_timed(room):
            return
        if not self._pulse.certain:
            await self._pulse.ascertain()
        clocks = room.table.clocks
        began = self._pulse.outages.first_after(clocks.since) if clocks else None
        if self._alone and began is not None and not room.table.settings.days:
            # Whichever game brought this process to life, this one has been away since then.
            await room.submit(Resume(since=began, until=self._clock()))
        await room.rest()

    def _beats(self) -> bool:
        if self._resting():
            return False
        return not self._alone or self._counts_days or any(_is_timed(live.room) for live in self._live.loaded)

    def _give_back_everywhere(self) -> None:
        if self._closed:
            return
        rooms = [live.room for live in self._live.loaded]
        self._giving_back.start(self._give_back(rooms))

    async def _give_back(self, rooms: Sequence[Room]) -> None:
        for answer in await asyncio.gather(*(room.give_back() for room in rooms), return_exceptions=True):
            if isinstance(answer, BaseException):
                _logger.warning("an outage will be given back later: %s", answer)

    async def _open_rematch(self, game: str, table: Table, rematched: Rematched) -> None:
        events = rematch(table, self._clock())
        await self._store.pairings.go_on(game, table.version, [rematched], rematched.game, events)
        if self._on_rematch:
            await self._on_rematch(game, rematched.game, Table.fold(events))

    # ---- letting go --------------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Bytes of memory that open games take, as an estimate."""
        return self._live.size

    def put_away(self, game: str) -> None:
        """Closes a game's room, if it is open; whoever connects again reads the game anew."""
        self._live.put_away(game)

    def _leave(self, room: Room) -> None:
        if self._peers:
            self._peers.remove(room)


def _is_timed(room: Room) -> bool:
    return room.table.clocks is not None and room.table.ended is None


def _has_engine(table: Table) -> bool:
    return any(seat.kind == "engine" for seat in table.seats.values())
