"""Manages everything with other devices: offers, visits, and the games with them."""

import asyncio
import logging
import platform
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec

from damaci.host import Room, Rooms, UnknownGame
from damaci.links import messages as m
from damaci.links.bonds import Bond, Bonds
from damaci.links.link import Link, LinkLost, Listener, Transport
from damaci.links.mirror import Mirror, unreachable
from damaci.links.pace import Pace
from damaci.links.reception import Offer, Reception
from damaci.links.visit import Local, Visit
from damaci.play.commands import AnyCommand
from damaci.play.events import AnyEvent, Color, Ended, Seat
from damaci.play.refusal import Refusal
from damaci.play.table import Table
from damaci.store import Store

_logger = logging.getLogger(__name__)


LINGER_SECONDS = 600.0
"""Seconds after the end of a game during which a guest whose link is lost can still return."""

UNWATCHED_SECONDS = 120.0
"""Seconds after which an offer is withdrawn if no page has asked for its newcomers."""


class Desk:
    """The links of one data folder. `elsewhere` is for Rooms: it finds the games whose tables are on other devices."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        bonds: Bonds,
        transports: Mapping[str, Transport],
        pace: Pace | None = None,
        unwatched: float = UNWATCHED_SECONDS,
    ) -> None:
        """`transports` by their names, such as `tcp` and `bluetooth`. `unwatched`: seconds after which an offer that no
        page asks for is withdrawn."""
        self.transports = transports
        self.bonds = bonds
        self.joining: Visit | None = None
        """The newest visit."""
        self._local = Local(store, rooms, bonds, pace or Pace())
        self.reception = Reception(rooms, bonds, self._local.pace, self._guest_gone)
        self.listeners: dict[str, Listener] = {}
        """Open listeners, by transport."""
        self._offered: tuple[str, ...] = ()
        self._awaited: dict[str, Bond] = {}
        """Guests who may come back, by their token."""
        self._visits: dict[str, Visit] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turn = asyncio.Lock()
        self._unwatched: asyncio.TimerHandle | None = None
        self._unwatched_seconds = unwatched

    async def open(self) -> None:
        """Resumes the last game with another device, if it is not over. Raises StoreError."""
        await self.bonds.open()
        if bond := self.bonds.latest():
            with suppress(UnknownGame):
                await self._local.rooms.get(bond.game)
                return
            self._visit(bond)

    async def close(self) -> None:
        """Closes every link; unfinished games can be resumed in the next run."""
        if self._unwatched:
            self._unwatched.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(visit.close() for visit in self._visits.values()))
        for listener in self.listeners.values():
            await listener.close()
        await self.reception.close()
        for transport in self.transports.values():
            await transport.close()

    # ---- offering ----------------------------------------------------------------------------------------------------

    async def offer(self, offer: Offer, transports: Sequence[str]) -> None:
        """Offers a game on these transports, replacing the former offer. Raises LinkLost when one cannot listen, and
        DamaciError or another ValueError for invalid settings."""
        Table.open(offer.settings, Seat("person"), Seat("person"), at=0)
        await self.withdraw()
        self._offered = tuple(transports)
        try:
            await self._settle()
            for name in transports:
                await self.listeners[name].announce(offer.name, offer.settings.ruleset)
        except BaseException:
            await self.withdraw()
            raise
        self.reception.open(offer)
        self.watch()

    def watch(self) -> None:
        """Called whenever a page asks for the newcomers: keeps the offer open."""
        if self._unwatched:
            self._unwatched.cancel()
        loop = asyncio.get_running_loop()
        if self.reception.offer:
            self._unwatched = loop.call_later(self._unwatched_seconds, lambda: self._start(self.withdraw()))
        else:
            self._unwatched = None

    async def withdraw(self) -> None:
        """Withdraws the offer."""
        self.reception.withdraw()
        offered, self._offered = self._offered, ()
        for name in offered:
            if name in self.listeners:
                await self.listeners[name].conceal()
        await self._settle()

    async def accept(self, newcomer: str, color: Color) -> str:
        """Starts the game with a newcomer, `color` being the side that is played here; returns its id. Raises LinkLost,
        StoreError."""
        game = await self.reception.accept(newcomer, color)
        bond = self.bonds.get(game)
        assert bond
        bond = msgspec.structs.replace(bond, address=self.listeners[bond.transport].address)
        self._awaited[bond.token] = bond
        await self.bonds.add(bond)
        await self.withdraw()
        return game

    async def _settle(self) -> None:
        """Opens the listeners that are needed and closes the others."""
        async with self._turn:
            wanted = {bond.transport: bond.address for bond in self._awaited.values()}
            wanted |= {name: wanted.get(name, "") for name in self._offered}
            for name in set(self.listeners) - set(wanted):
                await self.listeners.pop(name).close()
            for name in set(wanted) - set(self.listeners):
                if name not in self.transports:
                    raise LinkLost(f"no transport {name!r}: expected one of {', '.join(self.transports)}")
                self.listeners[name] = await self.transports[name].listen(self._taker(name), wanted[name])

    def _taker(self, transport: str) -> Callable[[Link], Awaitable[None]]:
        return lambda link: self.reception.receive(transport, link)

    async def _guest_gone(self, token: str) -> None:
        """Called when a guest's link has ended. Stops waiting for the guest some time after its last game is over."""
        chain = self.bonds.chain(token)
        if chain and chain[-1].left:
            await self._forget(token)
        elif chain and await self._is_over(chain[-1]):
            asyncio.get_running_loop().call_later(LINGER_SECONDS, lambda: self._start(self._give_up(token)))

    async def _give_up(self, token: str) -> None:
        """Stops waiting for a guest, unless there has been a rematch."""
        chain = self.bonds.chain(token)
        if not chain or await self._is_over(chain[-1]):
            await self._forget(token)

    async def _is_over(self, bond: Bond) -> bool:
        try:
            return (await self._local.rooms.get(bond.game)).table.ended is not None
        except UnknownGame:  # deleted
            return True

    async def _forget(self, token: str) -> None:
        if token not in self.reception.connected:
            self._awaited.pop(token, None)
            await self._settle()

    async def _await(self, bond: Bond) -> None:
        try:
            self._awaited[bond.token] = bond
            await self._settle()
        except LinkLost as error:
            _logger.warning("game %s: the other device cannot come back: %s", bond.game, error)

    # ---- visiting ----------------------------------------------------------------------------------------------------

    async def join(self, transport: str, address: str, name: str, code: str = "") -> Visit:
        """Connects to a device that offers a game, and waits to be accepted; the returned visit has the result. Raises
        LinkLost."""
        if transport not in self.transports:
            raise LinkLost(f"no transport {transport!r}: expected one of {', '.join(self.transports)}")
        await self.cancel()
        visit = Visit(self.transports[transport], m.clean_name(name), transport, address, self._local, code)
        self.joining = self._visits[visit.token] = visit
        return visit

    async def cancel(self) -> None:
        """Cancels the visit that is not yet accepted."""
        if self.joining and not self.joining.game:
            await self.joining.leave()
            del self._visits[self.joining.token]
        self.joining = None

    def _visit(self, bond: Bond) -> Visit | None:
        """The visit to a game's host, newly started if needed; None if the host cannot be reached."""
        visit = self._visits.get(bond.token)
        if (visit is None or visit.over) and not bond.left and bond.transport in self.transports:
            name = m.clean_name(platform.node())
            visit = Visit(
                self.transports[bond.transport], name, bond.transport, bond.address, self._local, token=bond.token
            )
            self._visits[bond.token] = visit
        if visit and not visit.over:
            return visit
        return None

    # ---- playing -----------------------------------------------------------------------------------------------------

    def elsewhere(self, game: str, events: Sequence[AnyEvent]) -> Room | None:
        """The room of a game whose table is on another device; None for other games. Loading such a game reopens its
        link."""
        bond = self.bonds.get(game)
        if bond is None:
            return None
        going_on = not bond.left and not any(isinstance(event, Ended) for event in events)
        if bond.role == "host":
            if going_on:
                self._start(self._await(bond))
            return None
        if going_on:
            self._visit(bond)
        return Mirror(
            game, events, self._local.store.log, self._ask, lambda: self._time(bond.token), self._local.pace.patience
        )

    def link(self, game: str) -> Literal["", "up", "down", "left"]:
        """State of the link of a game: `up`, `down` or `left`; empty for a game in which no other device plays."""
        bond = self.bonds.get(game)
        if bond is None:
            return ""
        if bond.left:
            return "left"
        visit = self._visits.get(bond.token)
        if bond.token in self.reception.connected or (visit and visit.state == "playing"):
            return "up"
        return "down"

    async def leave(self, game: str) -> None:
        """Leaves a game with another device for good, and tells the other device if it is connected."""
        bond = self.bonds.get(game)
        if bond is None or bond.left:
            return
        if visit := self._visits.get(bond.token):
            await visit.leave()
        await self.bonds.leave(bond.token)
        await self.reception.dismiss(bond.token)
        await self._forget(bond.token)

    async def _ask(self, game: str, command: AnyCommand) -> Refusal | int:
        bond = self.bonds.get(game)
        visit = self._visit(bond) if bond else None
        if visit:
            return await visit.ask(game, command)
        return unreachable()

    def _time(self, token: str) -> float:
        visit = self._visits.get(token)
        return time.time() + (visit.ahead if visit else 0.0)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
