"""Who has come by a browser: who may ask for a game, who waits, who plays, and which seat is theirs."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple

from damaci.links.bonds import Bond, Bonds
from damaci.links.link import BROWSER
from damaci.links.messages import clean_name
from damaci.links.reception import MAX_WAITING, Newcomer, Offer, Reception, is_code
from damaci.play.events import Color, other
from damaci.site.rejection import Rejected
from damaci.site.socket import AnySocket
from damaci.wire.allowance import Allowance

TRIES = 5
TRIES_PER_SECOND = 1 / 6
"""With codes, from one address: at once, and in the long run."""
ALL_TRIES = 30
ALL_TRIES_PER_SECOND = 0.5
"""From all addresses. There are 32^6 codes: whoever tries for an hour finds one with a chance of 2 in a million."""
MOST_ADMITTED = 32
LEFT = 4410
"""A socket closed with it need not come back: the person here has left the game."""


class Admitted(NamedTuple):
    """Somebody who knew the code of an offer."""

    name: str
    code: str


class Guests:
    """Each has a token, which their browser keeps."""

    def __init__(self, reception: Reception, bonds: Bonds) -> None:
        self._reception = reception
        self._bonds = bonds
        self._admitted: dict[str, Admitted] = {}
        self._playing: dict[str, set[AnySocket]] = {}
        self._tries: dict[str, Allowance] = {}
        self._all_tries = Allowance(ALL_TRIES_PER_SECOND, ALL_TRIES)

    @property
    def offer(self) -> Offer | None:
        """The game that browsers may ask for."""
        offer = self._reception.offer
        if offer and BROWSER in offer.codes:
            return offer
        return None

    # ---- coming ------------------------------------------------------------------------------------------------------

    def admit(self, address: str, name: str, code: str) -> str:
        """The token of somebody who knows the code, and may wait from now on. Raises Rejected."""
        self._count_try(address)
        offer = self.offer
        if offer is None:
            raise Rejected(404, "no-offer", "No game is offered here.")
        if not is_code(offer, code):
            raise Rejected(403, "wrong-code", "That is not the code.")
        if len(self._admitted) >= MOST_ADMITTED:
            del self._admitted[next(iter(self._admitted))]
        token = secrets.token_urlsafe(32)
        self._admitted[token] = Admitted(clean_name(name), offer.code)
        return token

    def _count_try(self, address: str) -> None:
        tries = self._tries.setdefault(address, Allowance(TRIES_PER_SECOND, TRIES))
        if not (tries.take() and self._all_tries.take()):
            raise Rejected(429, "too-many", "Too many tries: wait a moment.")

    def may_wait(self, token: str) -> bool:
        """Whether somebody has been admitted to the game that is offered now."""
        offer = self.offer
        admitted = self._admitted.get(token)
        return offer is not None and admitted is not None and secrets.compare_digest(admitted.code, offer.code)

    def newcomer(self, token: str) -> tuple[Newcomer, Offer]:
        """Somebody who begins to wait; on another page they do not wait any more. Raises Rejected."""
        offer = self.offer
        if offer is None or not self.may_wait(token):
            raise Rejected(404, "no-offer", "No game is offered here.")
        waiting = [each for each in self._reception.newcomers.values() if each.token != token]
        if len(waiting) >= MAX_WAITING:
            raise Rejected(503, "busy", "Too many others are waiting.")
        for former in self._reception.newcomers.values():
            if former.token == token:
                former.accepted.cancel()
        return Newcomer(self._admitted[token].name, token, BROWSER), offer

    def turn_away(self, token: str) -> None:
        """Somebody has been told no, and may ask again only with the code."""
        self._admitted.pop(token, None)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def seat(self, token: str, game: str) -> Color | None:
        """The side that a guest plays in a game; None for a game that is not theirs."""
        bond = self._bonds.get(game)
        if bond and bond in self._theirs(token):
            return other(bond.color)
        return None

    def latest(self, token: str) -> str:
        """The last game of a guest; empty if there is none."""
        theirs = self._theirs(token)
        return theirs[-1].game if theirs else ""

    def _theirs(self, token: str) -> list[Bond]:
        return [
            bond
            for bond in self._bonds.chain(token)
            if bond.role == "host" and bond.transport == BROWSER and not bond.left
        ]

    @asynccontextmanager
    async def playing(self, token: str, socket: AnySocket) -> AsyncIterator[None]:
        """A guest is there for as long as this lasts."""
        sockets = self._playing.setdefault(token, set())
        sockets.add(socket)
        self._reception.connected[token] = partial(self._bid_farewell, token)
        try:
            yield
        finally:
            sockets.discard(socket)
            if not sockets:
                del self._playing[token]
                await self._reception.gone(token)

    async def _bid_farewell(self, token: str) -> None:
        for socket in list(self._playing.get(token, ())):
            await socket.close(LEFT, "the other player has left")
