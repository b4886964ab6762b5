"""The pulse of a process: heartbeats in the store, which show from when until when moves could not be accepted, and
keep the clocks of several processes together."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from damaci.host.clock import HostClock
from damaci.host.outages import UNHEARD, Outages
from damaci.host.repeating import Repeating
from damaci.stored.errors import StoreError
from damaci.stored.heartbeats import Beaten, Heartbeat
from damaci.stored.store import Heartbeats

BEAT_SECONDS = 1.0
"""Seconds between two heartbeats."""
AWAY_SECONDS = 3.0
"""A process without a heartbeat for so many seconds was away: it, or the store, could not accept moves."""
LATE_SECONDS = UNHEARD
"""A process without a heartbeat for so many seconds may be away: players who may be connected to it do not lose on
time."""
RETURN_SECONDS = 20.0
"""Seconds that the players of a process that has vanished have to connect to another one. Pages try every eight."""
KEPT_SECONDS = 3600.0
"""After so many seconds the heartbeat of a process that has vanished is forgotten."""
REMEMBERED_SECONDS = 90 * 24 * 3600.0
"""After so many seconds an outage is forgotten."""
SLEW = 0.005
"""The most seconds by which a clock is put forward at a heartbeat because the others are ahead."""

_logger = logging.getLogger(__name__)


class Uptime(Protocol):
    """When moves could be accepted, as a room needs to know it."""

    @property
    def certain(self) -> bool:
        """Whether everything is known that has happened until now."""

    @property
    def outages(self) -> Outages:
        """What is known."""

    @property
    def rests(self) -> bool:
        """Whether nobody is let in just now: then no time runs out."""

    async def ascertain(self) -> None:
        """Makes certain. Raises StoreError."""

    def doubt(self, since: float) -> None:
        """Tells that the store has failed to write what was to be written at the moment `since` (epoch seconds)."""


class AlwaysUp:
    """The uptime of a host that is never away."""

    certain = True
    rests = False

    def __init__(self) -> None:
        self.outages = Outages()

    async def ascertain(self) -> None:
        """See Uptime."""

    def doubt(self, since: float) -> None:
        """See Uptime."""


class Pulse:
    """Leaves heartbeats, and finds out from its own and the others' when there were none."""

    def __init__(
        self,
        heartbeats: Heartbeats,
        clock: HostClock,
        *,
        alone: bool,
        probe: Callable[[], Awaitable[None]],
        wanted: Callable[[], bool],
        on_return: Callable[[], None],
        resting: Callable[[], bool] = lambda: False,
    ) -> None:
        """`alone`: no other process serves the games. `probe` raises StoreError while the log of games cannot be
        written: a full disk may still have room for a heartbeat. `wanted`: whether there is a game for which a
        heartbeat is worth writing. `on_return` is called when an outage has ended. `resting`: whether
        nobody is let in, which is an outage however often somebody asks meanwhile."""
        self.outages = Outages()
        self._heartbeats = heartbeats
        self._clock = clock
        self._alone = alone
        self._probe = probe
        self._wanted = wanted
        self._on_return = on_return
        self._resting = resting
        self._rested = False
        """Whether nobody was let in for a while since the last heartbeat."""
        self._process = secrets.token_hex(8)
        self._last: float | None = None
        """When this process could last write."""
        self._doubtful = False
        self._idle = False
        """Whether since the last heartbeat there was no game for which one was wanted."""
        self._look_again = 0.0
        """Until then other processes may still be recording the outage that has just ended."""
        self._beating: asyncio.Task[None] | None = None
        self._repeating = Repeating(self._beat_if_wanted, BEAT_SECONDS, "heartbeats fail", first=BEAT_SECONDS)

    @property
    def certain(self) -> bool:
        """See Uptime."""
        if self._doubtful or self._rested or self._last is None:
            return False
        return self._clock() - self._last < AWAY_SECONDS

    @property
    def rests(self) -> bool:
        """See Uptime."""
        return self._resting()

    def doubt(self, since: float) -> None:
        """See Uptime. Heartbeats may have been written since then, over another connection."""
        self._doubtful = True
        if self._last is not None:
            self._last = min(self._last, since)

    async def ascertain(self) -> None:
        """Beats once, together with others who ask meanwhile; the first time, begins to beat. While nobody is let in,
        nothing is certain. Raises StoreError."""
        if self.rests:
            self._rested = True
            return
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())
        await asyncio.shield(self._beating)
        self._repeating.start()

    async def close(self) -> None:
        """Stops beating."""
        await self._repeating.close()
        if self._beating:
            await asyncio.wait([self._beating])

    async def _beat_if_wanted(self) -> None:
        self._rested = self._rested or self.rests
        if not self._wanted():
            self._idle = True
            return
        was_there = not self._doubtful
        try:
            await self.ascertain()
        except StoreError as error:
            if was_there:
                _logger.warning("the store cannot be written: %s", error)

    async def _beat(self) -> None:
        try:
            if self.certain:
                await self._go_on()
            if not self.certain:
                await self._return()
            self._idle = False
        except StoreError:
            self._doubtful = True
            raise

    async def _go_on(self) -> None:
        before = self._clock()
        beaten = await self._heartbeats.beat(self._process, before)
        self._synchronize(beaten, before)
        if self.certain:
            self._last = self._clock()
            if self._last < self._look_again:
                self.outages = Outages(await self._heartbeats.outages(), self.outages.own, self.outages.vanished)
            self._look_for_vanished(beaten)

    async def _return(self) -> None:
        """Finds out what happened since the last heartbeat, and beats."""
        if self._doubtful:
            await self._probe()
        before = self._clock()
        beaten = await self._heartbeats.read()
        if self._last is None:
            self._begin(beaten, before)
        else:
            self._synchronize(beaten, before)
        now = self._clock()
        latest = max((each.at for each in beaten.heartbeats), default=0.0)
        unnoticed = AWAY_SECONDS
        if self._rested or (self._alone and self._last is None):
            unnoticed = 0.0
        if now - latest > unnoticed:
            await self._heartbeats.add_outage(latest, now)
        own = list(self.outages.own)
        if self._last is not None:
            own.append((self._last, now))
            if not self._idle:
                _logger.warning("no move could be accepted here for %.1f seconds", now - self._last)
        self.outages = Outages(await self._heartbeats.outages(), own, self.outages.vanished)
        self._look_for_vanished(beaten)
        await self._heartbeats.beat(self._process, now)
        if self._last is None:
            await self._heartbeats.forget(now - KEPT_SECONDS, now - REMEMBERED_SECONDS)
        self._last = self._clock()
        self._look_again = self._last + AWAY_SECONDS
        self._doubtful = False
        self._rested = False
        self._on_return()

    # ---- one time for all --------------------------------------------------------------------------------------------

    def _begin(self, beaten: Beaten, before: float) -> None:
        """Sets the clock to the time of the others, or else to that of the database; never before what has been."""
        latest = max((each.at for each in beaten.heartbeats), default=0.0)
        if self._alone:
            self._clock.reach(latest)
            return
        told = max((each.at + beaten.wall - each.wall for each in self._living(beaten)), default=0.0)
        under_way = (self._clock() - before) / 2
        self._clock.set(max(told or beaten.wall, latest) + under_way)

    def _synchronize(self, beaten: Beaten, before: float) -> None:
        """Puts the clock forward where it stood still or is behind the others'. What it skips is an outage."""
        after = self._clock()
        if living := self._living(beaten):
            told = max(each.at + beaten.wall - each.wall for each in living)
            if max(each.at for each in living) <= after:  # The clock has not stood still.
                told = after + min(SLEW, max(0.0, told - after))
            self._clock.reach(told)
        wall = beaten.wall
        if self._alone:
            wall = self._clock.wall()
        if wall > self._clock() + AWAY_SECONDS:
            self._clock.reach(wall)

    def _living(self, beaten: Beaten) -> list[Heartbeat]:
        return [
            each
            for each in beaten.heartbeats
            if each.process != self._process and abs(beaten.wall - each.wall) < AWAY_SECONDS
        ]

    # ---- the others --------------------------------------------------------------------------------------------------

    def _look_for_vanished(self, beaten: Beaten) -> None:
        now = self._clock()
        vanished = dict(self.outages.vanished)
        late = None
        for each in beaten.heartbeats:
            if each.process == self._process or now - each.at > KEPT_SECONDS:
                continue
            known = vanished.get(each.process)
            if LATE_SECONDS < now - each.at <= AWAY_SECONDS:
                late = each.at
            if now - each.at > AWAY_SECONDS:
                if known is None or known[0] != each.at:
                    vanished[each.process] = (each.at, self._noticed(each.at) + RETURN_SECONDS)
            elif known and known[1] > each.at > known[0]:
                vanished[each.process] = (known[0], each.at)
        vanished = {process: span for process, span in vanished.items() if now - span[1] < KEPT_SECONDS}
        if vanished != self.outages.vanished or late != self.outages.late:
            self.outages = Outages(self.outages.whole, self.outages.own, vanished, late)

    def _noticed(self, last: float) -> float:
        """The earliest moment at which a process whose last heartbeat was at `last` can be known to have vanished."""
        ends = [until for since, until in self.outages.whole if abs(since - last) < AWAY_SECONDS]
        return max([last + AWAY_SECONDS, *ends])
