"""Manages the games whose tables are on other devices: the visits to their hosts, and the rooms that mirror them."""

import platform
import time
from collections.abc import Mapping, Sequence
from functools import partial

from damaci.host import Room, UnknownGame
from damaci.links import messages as m
from damaci.links.bonds import Bond, Bonds
from damaci.links.link import LinkLost, Transport
from damaci.links.mirror import Mirror, unreachable
from damaci.links.pace import Pace
from damaci.links.visit import Local, Visit
from damaci.play.commands import AnyCommand
from damaci.play.events import AnyEvent, Ended
from damaci.play.refusal import Refusal
from damaci.store.log import EventLog


class Visits:
    """The guest's side of one data folder. `room` is for Rooms."""

    def __init__(
        self, log: EventLog, bonds: Bonds, transports: Mapping[str, Transport], pace: Pace | None = None
    ) -> None:
        """`transports` by their names, such as `tcp` and `bluetooth`."""
        self.joining: Visit | None = None
        """The newest visit."""
        self._log = log
        self._bonds = bonds
        self._transports = transports
        self._pace = pace or Pace()
        self._local = Local(log, bonds, self._pace, self.mirror)
        self._visits: dict[str, Visit] = {}
        self._mirrors: dict[str, Mirror] = {}

    async def close(self) -> None:
        """Closes every link; unfinished games can be resumed in the next run."""
        for visit in list(self._visits.values()):
            await visit.close()

    async def join(self, transport: str, address: str, name: str, code: str = "") -> Visit:
        """Connects to a device that offers a game, and waits to be accepted; the returned visit has the result. Raises
        LinkLost."""
        if transport not in self._transports:
            raise LinkLost(f"no transport {transport!r}: expected one of {', '.join(self._transports)}")
        await self.cancel()
        visit = Visit(self._transports[transport], m.clean_name(name), transport, address, self._local, code)
        self.joining = self._visits[visit.token] = visit
        return visit

    async def cancel(self) -> None:
        """Cancels the visit that is not yet accepted."""
        while visit := self.joining:
            self.joining = None  # Before the first await: during it another request may cancel the visit, or join.
            if not visit.game:
                self._visits.pop(visit.token, None)
                await visit.leave()

    def resume(self, bond: Bond) -> Visit | None:
        """The visit to a game's host, newly started if needed; None if the host cannot be reached."""
        visit = self._visits.get(bond.token)
        if (visit is None or visit.over) and not bond.left and bond.transport in self._transports:
            name = m.clean_name(platform.node())
            transport = self._transports[bond.transport]
            visit = Visit(transport, name, bond.transport, bond.address, self._local, token=bond.token)
            self._visits[bond.token] = visit
        if visit and not visit.over:
            return visit
        return None

    async def leave(self, token: str) -> None:
        """Ends the visit with that token for good, if there is one, and tells the host if it is connected."""
        if visit := self._visits.get(token):
            await visit.leave()

    def connected(self, token: str) -> bool:
        """Whether the host of a visit is connected."""
        visit = self._visits.get(token)
        return visit is not None and visit.state == "playing"

    # ---- the rooms ---------------------------------------------------------------------------------------------------

    def room(self, game: str, events: Sequence[AnyEvent]) -> Room | None:
        """The room of a game whose table is on another device; None for other games. Reopens the link of an unfinished
        one. `events`: those that are stored here."""
        bond = self._bonds.get(game)
        if bond is None or bond.role == "host":
            return None
        if not bond.left and not any(isinstance(event, Ended) for event in events):
            self.resume(bond)
        return self._mirror(bond, events).room

    async def mirror(self, bond: Bond) -> Mirror:
        """The copy of a visited game, with what is stored here. Raises UnknownGame if that was deleted, StoreError."""
        events = await self._log.read(bond.game)
        if not events:
            raise UnknownGame(f"no game {bond.game!r}")
        return self._mirror(bond, events)

    def _mirror(self, bond: Bond, events: Sequence[AnyEvent]) -> Mirror:
        """The game's only open mirror: `events` may be older than what an open one has."""
        open_one = self._mirrors.get(bond.game)
        if open_one is None or open_one.room.closed:
            now = partial(self._time, bond.token)
            open_one = Mirror(bond.game, events, self._log, self._ask, now, self._pace.patience)
            self._mirrors[bond.game] = open_one
        return open_one

    async def _ask(self, game: str, command: AnyCommand) -> Refusal | int:
        bond = self._bonds.get(game)
        visit = self.resume(bond) if bond else None
        if visit:
            return await visit.ask(game, command)
        return unreachable()

    def _time(self, token: str) -> float:
        visit = self._visits.get(token)
        return time.time() + (visit.ahead if visit else 0.0)
