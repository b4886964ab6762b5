"""Manages the games that are offered to other devices: offers, and waiting for guests who may come back."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal

import msgspec

from damaci.host import Room, Rooms, UnknownGame
from damaci.host.tasks import Tasks
from damaci.links.bonds import Bond, Bonds
from damaci.links.link import Link, LinkLost, Listener, Transport
from damaci.links.reception import Offer, Reception
from damaci.links.visits import Visits
from damaci.play.events import Color, Seat
from damaci.play.table import Table
from damaci.store import StoreError

_logger = logging.getLogger(__name__)


LINGER_SECONDS = 600.0
"""Seconds after the end of a game during which a guest whose link is lost can still return."""

UNWATCHED_SECONDS = 120.0
"""Seconds after which an offer is withdrawn if no page has asked for its newcomers."""


class Desk:
    """The links of one data folder: the host's side itself, the guest's in `visits`."""

    def __init__(
        self,
        rooms: Rooms,
        bonds: Bonds,
        reception: Reception,
        visits: Visits,
        transports: Mapping[str, Transport],
        unwatched: float = UNWATCHED_SECONDS,
    ) -> None:
        """`transports` by their names, such as `tcp` and `bluetooth`. `unwatched`: seconds after which an offer that no
        page asks for is withdrawn."""
        self.transports = transports
        self.bonds = bonds
        self.reception = reception
        self.visits = visits
        self.listeners: dict[str, Listener] = {}
        """Open listeners, by transport."""
        self._rooms = rooms
        self._offered: tuple[str, ...] = ()
        self._awaited: dict[str, Bond] = {}
        """Guests who may come back, by their token."""
        self._tasks = Tasks()
        self._turn = asyncio.Lock()
        self._unwatched: asyncio.TimerHandle | None = None
        self._unwatched_seconds = unwatched

    async def open(self) -> None:
        """Resumes the last game with another device, if it is not over. Raises StoreError."""
        await self.bonds.open()
        self._tasks.start(self._handle_departures())
        if bond := self.bonds.latest():
            await self._resume(bond)

    async def close(self) -> None:
        """Closes every link; unfinished games can be resumed in the next run."""
        if self._unwatched:
            self._unwatched.cancel()
        self._tasks.cancel()
        await self._tasks.ended()
        await self.visits.close()
        for listener in list(self.listeners.values()):
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
            self._unwatched = loop.call_later(self._unwatched_seconds, lambda: self._tasks.start(self.withdraw()))
        else:
            self._unwatched = None

    async def withdraw(self) -> None:
        """Withdraws the offer."""
        self.reception.withdraw()
        offered = self._offered
        self._offered = ()
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

    async def _handle_departures(self) -> None:
        while True:
            token = await self.reception.departures.get()
            try:
                await self._guest_gone(token)
            except StoreError as error:
                _logger.error("%s", error)

    async def _guest_gone(self, token: str) -> None:
        """Stops waiting for a guest whose link has ended, some time after its last game is over."""
        chain = self.bonds.chain(token)
        if chain and chain[-1].left:
            await self._forget(token)
        elif chain and await self._is_over(chain[-1]):
            asyncio.get_running_loop().call_later(LINGER_SECONDS, lambda: self._tasks.start(self._give_up(token)))

    async def _give_up(self, token: str) -> None:
        """Stops waiting for a guest, unless there has been a rematch."""
        chain = self.bonds.chain(token)
        if not chain or await self._is_over(chain[-1]):
            await self._forget(token)

    async def _is_over(self, bond: Bond) -> bool:
        try:
            return (await self._rooms.get(bond.game)).table.ended is not None
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

    # ---- playing -----------------------------------------------------------------------------------------------------

    def resume(self, room: Room) -> None:
        """Waits again for the guest of an unfinished game whose table is here."""
        bond = self.bonds.get(room.game)
        if bond and bond.role == "host" and not bond.left and not room.table.ended:
            self._tasks.start(self._await(bond))

    async def _resume(self, bond: Bond) -> None:
        try:
            room = await self._rooms.get(bond.game)
            if bond.role == "host" and room.table.next_game:
                # Interrupted between the rematch and its bond.
                await self.bonds.follow(bond.game, room.table.next_game)
            self.resume(room)
        except UnknownGame:
            if bond.role == "guest":
                self.visits.resume(bond)

    def link(self, game: str) -> Literal["", "up", "down", "left"]:
        """State of the link of a game: `up`, `down` or `left`; empty for a game in which no other device plays."""
        bond = self.bonds.get(game)
        if bond is None:
            return ""
        if bond.left:
            return "left"
        if bond.token in self.reception.connected or self.visits.connected(bond.token):
            return "up"
        return "down"

    async def leave(self, game: str) -> None:
        """Leaves a game with another device for good, and tells the other device if it is connected."""
        bond = self.bonds.get(game)
        if bond is None or bond.left:
            return
        await self.visits.leave(bond.token)
        await self.bonds.leave(bond.token)
        await self.reception.dismiss(bond.token)
        await self._forget(bond.token)
