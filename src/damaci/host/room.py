"""A live game: its table, its log and its subscribers."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from typing import Any

from damaci.game.game import Game
from damaci.host.ids import new_id
from damaci.host.lateness import Lateness
from damaci.host.outages import ClockSide
from damaci.host.pulse import AlwaysUp, Uptime
from damaci.host.subscription import AtOnce, Subscription
from damaci.host.tasks import Tasks
from damaci.host.updates import Updates
from damaci.play import Decision, Refusal, Table, decide
from damaci.play.commands import AnyCommand, BeginRematch, Holiday, Move, OfferRematch, Resume, SeatCommand, Tick
from damaci.play.events import AnyEvent, Color, Forgotten, Moved, Opened, Rematched, Resumed, TakenBack, other
from damaci.play.refusal import TableCode
from damaci.stored import EventLog
from damaci.stored.errors import DailyGamesEnough, PlaysEnough, SeatEmpty, StoreError, VersionConflict

RETRY_SECONDS = 1.0
"""Seconds until the host retries what the store could not do."""
DOUBT_SECONDS = 0.25
"""Seconds between two reads of the log because a side's commands were refused: a flood of them must not become a flood
of queries. Each side has its own, so that nobody's refusals keep the other side from being read up to date."""
_SKEW_SECONDS = 3.0
"""The most seconds by which the clock of another process is ahead."""
_MARGIN_SECONDS = 0.001
"""Seconds added to a timer, because the clock of the event loop and the wall clock differ in the last digits."""

OpenRematch = Callable[[str, Table, Rematched], Awaitable[None]]
"""Called with a game, its table and the event to append to it. Raises VersionConflict, SeatEmpty, PlaysEnough,
DailyGamesEnough, StoreError."""
CarryOut = Callable[[AnyCommand, float], Coroutine[Any, Any, Refusal | int]]
"""Carries a command out that has travelled for some seconds, as Room.submit does. Raises StoreError, RoomClosed."""
Consent = Callable[[Game], Awaitable[Refusal | None]]
"""Says why a move is not to be played that leaves a game like this, or None. Raises StoreError."""
HolidaysOf = Callable[[str], Awaitable[Sequence[Holiday]]]
"""The holidays of a game's players, in the order in which they began. Raises StoreError."""

_logger = logging.getLogger(__name__)


class RoomClosed(RuntimeError):
    """The room is closed: get it again from Rooms."""


class Forked(RuntimeError):
    """Events that were decided elsewhere do not continue those that are stored here."""


class Room:
    """Carries out commands one at a time. Events are appended to the log before any subscriber gets them."""

    def __init__(
        self,
        game: str,
        events: Sequence[AnyEvent],
        log: EventLog,
        now: Callable[[], float] = time.time,
        *,
        open_rematch: OpenRematch | None = None,
        on_end: Callable[[str, Table], None] = lambda game, table: None,
        on_turn: Callable[[str, Table], None] = lambda game, table: None,
        publish: Callable[[str, int], None] | None = None,
        wrote_last: bool = True,
        patience: float = 0.0,
        uptime: Uptime | None = None,
        elsewhere: CarryOut | None = None,
        holidays: HolidaysOf | None = None,
    ) -> None:
        """`open_rematch` stores another game of the same players, sides swapped, together with the event by which this
        one goes on to it; without it there are no rematches. `on_end` is told the game and its table once it has ended
        here, `on_turn` after each move that was played or taken back here. `publish` is called with the game and its
        version after each append here; without it no other process writes to the log. `wrote_last`: the last of
        `events` was written by this process. `patience`: seconds after the end of a side's time in which its move may
        still be under way. `uptime` knows when moves could not be accepted; without it they always could. `elsewhere`
        has commands carried out where the game's table and clocks are, if that is not here: its events then come by
        `record`. `holidays` are asked in a game by the day before its time ends; without them there are none.
        """
        self.game = game
        self.events = list(events)
        """Event number n has index n - 1."""
        self.table = Table.fold(events)
        self.now = now
        self.closed = False
        self.subscriptions: set[Subscription] = set()
        self.updates = Updates(self)
        self._log = log
        self._open_rematch = open_rematch
        self._on_end = on_end
        self._on_turn = on_turn
        self._publish = publish
        self.wrote_last = wrote_last
        """Whether the last events were written by this process."""
        self._turn = asyncio.Lock()
        self._patience = patience
        self._flag: asyncio.TimerHandle | None = None
        self._uptime = uptime or AlwaysUp()
        self._elsewhere = elsewhere
        self._holidays = holidays
        self._submit = elsewhere or self._submit_here
        self._opened = events[0].at
        self._lateness = Lateness()
        self._hear()
        self._doubted: dict[Color | None, float] = {}
        """When the log was last read because a command of that side had been refused, by the event loop's clock."""
        self._tasks = Tasks()

    async def submit(
        self, command: AnyCommand, under_way: float = 0.0, consent: Consent | None = None
    ) -> Refusal | int:
        """Carries a command out: why not, or the version of the game by which it is done, and on the disk.

        `under_way`: seconds that the command has travelled, which are charged to nobody's clock. `consent` is asked
        before a move is stored that the table here has accepted.
        Cancelling the caller does not undo it. Raises StoreError when the log cannot be written, RoomClosed.
        """
        if isinstance(command, Move):
            # The log cannot be interrupted, and nothing else that a move waits for changes anything.
            return await self._move(command, under_way, consent)
        return await asyncio.shield(self._tasks.start(self._submit(command, under_way)))

    def subscribe(
        self, after: int | None = None, at_once: AtOnce | None = None, held: Collection[Color] = ()
    ) -> Subscription:
        """A subscription to the events after version `after`, or from now on, of somebody with the seats `held`. It is
        a context manager. `at_once`: see Subscription."""
        version = len(self.events)
        return Subscription(self, version if after is None else min(after, version), at_once, held, self.now())

    async def catch_up(self) -> None:
        """Reads what other processes have written. Raises StoreError."""
        async with self._turn:
            if not self.closed:
                await self._read_on()

    async def adopt(self, after: int, events: Sequence[AnyEvent]) -> None:
        """Takes over events that another process has written after a version; known ones are skipped."""
        async with self._turn:
            self._adopt_unknown(after, events)

    def adopt_at_once(self, after: int, events: Sequence[AnyEvent]) -> bool:
        """As `adopt`, unless a command is being carried out; returns whether it has been done."""
        if self._turn.locked():
            return False
        self._adopt_unknown(after, events)
        return True

    def _adopt_unknown(self, after: int, events: Sequence[AnyEvent]) -> None:
        news = events[self.table.version - after :]
        if news and not self.closed and after <= self.table.version:
            self._adopt(news)

    async def record(self, version: int, events: Sequence[AnyEvent], fold: Callable[[list[AnyEvent]], Table]) -> None:
        """Stores events that were decided elsewhere, the last of which has number `version`, and notifies subscribers.
        `fold` makes the table of all events, and raises an exception of its own for events that cannot have happened.

        Raises Forked if those that are here already are others, StoreError, RoomClosed; then nothing has changed."""
        async with self._turn:
            if self.closed:
                raise RoomClosed(self.game)
            base = version - len(events)
            known = len(self.events) - base
            if not 0 <= base <= len(self.events) or list(events[:known]) != self.events[base:version]:
                raise Forked(f"game {self.game}: other events from version {base} on")
            if fresh := events[known:]:
                table = fold([*self.events, *fresh])
                await self._log.append(self.game, len(self.events), fresh)
                self.table = table
                self._spread(fresh)

    async def give_back(self) -> None:
        """Gives the time back in which moves could not be accepted. Raises StoreError."""
        async with self._turn:
            if not self.closed:
                await self._give_back()

    async def rest(self) -> None:
        """Notes the holidays of the players, in a game by the day. Raises StoreError."""
        async with self._turn:
            if not self.closed:
                await self._ascertain()
                await self._rest()

    def watch_flag(self, at_least: float = 0.0) -> None:
        """Ends the game when the running clock has run out: not before `at_least` seconds from now. Where the table is
        elsewhere, its clocks are watched there."""
        if self._elsewhere:
            return
        if self._flag:
            self._flag.cancel()
        clocks = self.table.clocks
        if clocks and clocks.running and not self.closed:
            seconds = max(at_least, clocks.until_fallen(self.now()) + self._grace + _MARGIN_SECONDS)
            self._flag = asyncio.get_running_loop().call_later(seconds, self._flag_may_have_fallen)

    def go_on(self) -> None:
        """Begins the next game of those that the players have agreed on, once this one is over. Does not wait."""
        if self._open_rematch and self.table.goes_on and not self.closed:
            self._tasks.start(self._begin_next())

    async def close(self) -> None:
        """Ends the subscriptions, after the append that is under way."""
        async with self._turn:
            self.closed = True
        if self._flag:
            self._flag.cancel()
        self._wake()

    # ---- one command at a time ---------------------------------------------------------------------------------------

    async def _move(self, move: Move, under_way: float, consent: Consent | None) -> Refusal | int:
        if self._elsewhere:
            return await self._elsewhere(move, under_way)
        return await self._submit_here(move, under_way, consent)

    async def _submit_here(
        self, command: AnyCommand, under_way: float, consent: Consent | None = None
    ) -> Refusal | int:
        arrived = self.now()
        async with self._turn:
            if self.closed:
                raise RoomClosed(self.game)
            if not isinstance(command, Resume):
                await self._give_back(command)
            waited = self.now() - arrived
            awaited = self._awaits(command)
            if isinstance(command, Tick) and awaited:
                return self.table.version
            if self.table.clocks and not isinstance(command, Resume | Tick) and not awaited:
                # A command of the other side must not end the time of a move that is still under way.
                await self._carry_out(Tick(), max(under_way + waited, self._grace))
            if isinstance(command, Move):
                under_way += waited + self._unheard(command)
            return await self._carry_out(command, under_way, consent) or self.table.version

    @property
    def _grace(self) -> float:
        """Seconds after the end of the running side's time in which its move may still be under way."""
        return self._patience + self._lateness.possible

    def _unheard(self, move: Move) -> float:
        """Seconds in which the side that moves could not know yet that its clock ran."""
        clocks = self.table.clocks
        if clocks and clocks.running == move.color:
            return self._lateness.seconds
        return 0.0

    def _hear(self) -> None:
        self._lateness.hear(self._side, self.now(), alone=self._publish is None)

    def _understood(self, command: AnyCommand) -> AnyCommand:
        """Turns an offer of a rematch that the other side has offered into its acceptance; an engine always wants
        one."""
        if not (isinstance(command, OfferRematch) and self._open_rematch):
            return command
        asked = self.table.rematch.by == other(command.by)
        if asked or self.table.seats[other(command.by)].kind == "engine":
            return BeginRematch(color=command.by, game=new_id())
        return command

    async def _give_back(self, command: AnyCommand | None = None) -> None:
        await self._ascertain()
        if self.table.clocks and self.table.clocks.fallen(self.now()):
            await self._rest(command)
        else:
            await self._give_back_outages(command)

    async def _ascertain(self) -> None:
        clocks = self.table.clocks
        if clocks and clocks.running and (not self._uptime.certain or clocks.fallen(self.now())):
            await self._uptime.ascertain()

    async def _rest(self, command: AnyCommand | None = None) -> None:
        """Notes holidays and outages in the order in which they began."""
        by_day = self.table.settings.days and not self.table.ended
        holidays = await self._holidays(self.game) if self._holidays and by_day else ()
        for holiday in holidays:
            await self._give_back_outages(command, before=holiday.began)
            await self._carry_out(holiday, 0.0)
        await self._give_back_outages(command)

    async def _give_back_outages(self, command: AnyCommand | None = None, before: float = math.inf) -> None:
        clocks = self.table.clocks
        if clocks is None or clocks.running is None:
            return
        outages = self._uptime.outages
        if outages.latest > clocks.since and (side := self._side):
            here = _is_of(command, side.color) or (isinstance(command, Tick) and not self._awaits(command))
            for since, until in [*outages.charged_to_nobody(side, self.now(), here=here)]:
                if since < before:
                    await self._carry_out(Resume(since=since, until=until), 0.0)

    def _awaits(self, command: AnyCommand | None = None) -> bool:
        """Whether the side whose clock runs may be about to connect again, because its process has vanished or may have
        vanished. False for a command of that side itself."""
        outages = self._uptime.outages
        if not outages.vanished and outages.late is None:
            return False
        side = self._side
        return side is not None and not _is_of(command, side.color) and outages.awaited(side, self.now())

    @property
    def _side(self) -> ClockSide | None:
        """The side whose clock runs."""
        clocks = self.table.clocks
        if clocks is None or clocks.running is None:
            return None
        color = clocks.running
        began = min((each.began for each in self.subscriptions if color in each.held), default=None)
        return ClockSide(color, clocks.since, self._opened, began)

    async def _carry_out(self, command: AnyCommand, under_way: float, consent: Consent | None = None) -> Refusal | None:
        while True:
            # For each try anew: what another process has written can make an offer an acceptance.
            decision = decide(self.table, self._understood(command), self._sent(under_way))
            if isinstance(decision, Refusal):
                # Perhaps only because another process has appended events.
                if self._publish and self._may_doubt(command) and await self._read_on():
                    continue
                return decision
            if not decision.events:
                return None
            if consent and (refusal := await consent(decision.game)):
                return refusal
            began = self.now()
            try:
                await self._append(decision.events)
            except SeatEmpty:
                return Refusal(TableCode.GONE, "the other player has been deleted")
            except PlaysEnough as error:
                return _full(error)
            except DailyGamesEnough as error:
                return _too_many_daily(error, command)
            except VersionConflict:
                if not await self._read_on():
                    raise StoreError(f"game {self.game}: the log is shorter than what was written to it") from None
            except StoreError:
                self._uptime.doubt(began)
                raise
            else:
                self._written(decision)
                return None

    def _may_doubt(self, command: AnyCommand) -> bool:
        """Whether the log may be read because this command was refused."""
        color = None if isinstance(command, Resume | Tick) else command.color
        at = asyncio.get_running_loop().time()
        if at - self._doubted.get(color, -DOUBT_SECONDS) < DOUBT_SECONDS:
            return False
        self._doubted[color] = at
        return True

    async def _append(self, events: Sequence[AnyEvent]) -> None:
        last = events[-1]
        if isinstance(last, Rematched) and self._open_rematch:
            await self._open_rematch(self.game, self.table, last)
        else:
            await self._log.append(self.game, self.table.version, events)

    def _sent(self, under_way: float) -> float:
        """The moment (epoch seconds) at which a command counts as sent: never before the last change of the clocks."""
        at = self.now()
        last = self.events[-1].at
        if at < last < at + _SKEW_SECONDS:
            at = last  # written by another process, whose clock is ahead a little
        if under_way and self.table.clocks:
            return max(at - under_way, min(self._changed, at))
        return at

    @property
    def _changed(self) -> float:
        """When the clocks changed last (epoch seconds)."""
        assert self.table.clocks
        last = self.events[-1]
        if isinstance(last, Resumed):
            return last.at
        return self.table.clocks.since

    def _written(self, decision: Decision) -> None:
        self.wrote_last = True
        was_over = self.table.ended
        self.table.apply(decision)
        self._spread(decision.events)
        if _moves(decision.events):
            self._on_turn(self.game, self.table)
        if self.table.ended is not was_over:
            self._on_end(self.game, self.table)
            self.go_on()
        if self._publish:
            self._publish(self.game, self.table.version)

    async def _read_on(self) -> bool:
        """Whether another process has appended events."""
        missed = await self._log.read(self.game, after=self.table.version)
        if missed:
            self._adopt(missed)
        return bool(missed)

    def _adopt(self, events: Sequence[AnyEvent]) -> None:
        self.wrote_last = False
        for event in events:
            self.table.replay(event)
            if isinstance(event, Forgotten):
                self._forget(event.by)
        self._spread(events)
        if self.table.goes_on:
            # Left to the process that has written the end, unless that has been killed.
            asyncio.get_running_loop().call_later(2 * RETRY_SECONDS, self.go_on)

    def _forget(self, by: Color) -> None:
        """Removes the name here too, as the log's first event has lost it."""
        opened = self.events[0]
        assert isinstance(opened, Opened)
        self.events[0] = opened.without(by)

    def _spread(self, events: Sequence[AnyEvent]) -> None:
        self.events += events
        if _moves(events):
            self._hear()
        self.watch_flag()
        self._wake()

    def _wake(self) -> None:
        for subscription in self.subscriptions:
            subscription.wake()
        self.updates.forget()

    # ---- the flag ----------------------------------------------------------------------------------------------------

    def _flag_may_have_fallen(self) -> None:
        self._tasks.start(self._look_at_flag())

    async def _look_at_flag(self) -> None:
        if self._uptime.rests:
            return self.watch_flag(at_least=RETRY_SECONDS)
        try:
            await self.submit(Tick())
            self.watch_flag(at_least=RETRY_SECONDS if self._awaits() else 0.0)
        except RoomClosed:
            pass
        except StoreError:
            _logger.exception("game %s: the end of the time could not be written", self.game)
            self.watch_flag(at_least=RETRY_SECONDS)

    # ---- the next game -----------------------------------------------------------------------------------------------

    async def _begin_next(self) -> None:
        try:
            await self.submit(BeginRematch(color="white", game=new_id()))
        except RoomClosed:
            pass
        except StoreError:
            _logger.exception("game %s: the next game could not be written", self.game)
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.go_on)


def _is_of(command: AnyCommand | None, color: Color) -> bool:
    return isinstance(command, SeatCommand) and command.color == color


def _moves(events: Sequence[AnyEvent]) -> bool:
    """Whether a move is played or taken back."""
    return any(isinstance(event, Moved | TakenBack) for event in events)


def _full(error: PlaysEnough) -> Refusal:
    if error.computer:
        return Refusal(TableCode.COMPUTER_PLAYS, "the computer is playing as many games as it can")
    return Refusal(TableCode.TOO_MANY_ENGINE_GAMES, "other games against the computer have to be finished first")


def _too_many_daily(error: DailyGamesEnough, command: AnyCommand) -> Refusal:
    # In the game that was to begin, the sides are swapped.
    if _is_of(command, other(error.color)):
        return Refusal(TableCode.TOO_MANY_DAILY_GAMES, "another game by the day has to be finished first")
    return Refusal(TableCode.OPPONENT_PLAYS_ENOUGH, "the other player has as many games by the day as allowed")
