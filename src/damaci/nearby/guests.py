"""Guests in browsers: admission by code, waiting, playing, and their seats."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple

from damaci.links.bonds import Bond, Bonds
from damaci.links.link import BROWSER
from damaci.links.messages import clean_name
from damaci.links.reception import MAX_WAITING, Newcomer, Offer, Reception, is_code
from damaci.nearby.tries import Tries
from damaci.play.events import Color, other
from damaci.site.rejection import Rejected
from damaci.site.socket import AnySocket

MOST_ADMITTED = 32
LEFT = 4410
"""Closes a socket because the host has left the game; the page does not reconnect."""


class Admitted(NamedTuple):
    """A person who knew the code of an offer."""

    name: str
    code: str


class Guests:
    """The guests, by a token that the browser keeps."""

    def __init__(self, reception: Reception, bonds: Bonds) -> None:
        self._reception = reception
        self._bonds = bonds
        self._admitted: dict[str, Admitted] = {}
        self._playing: dict[str, set[AnySocket]] = {}
        self._tries = Tries()

    @property
    def offer(self) -> Offer | None:
        """The offer that browsers may join, if there is one."""
        offer = self._reception.offer
        if offer and BROWSER in offer.codes:
            return offer
        return None

    # ---- coming ------------------------------------------------------------------------------------------------------

    def admit(self, address: str, name: str, code: str) -> str:
        """Returns a token for a person who knows the code and may now wait. Raises Rejected."""
        self._tries.count(address)
        offer = self.offer
        if offer is None:
            raise Rejected(404, "no-offer")
        if not is_code(offer, code):
            raise Rejected(403, "wrong-code")
        if len(self._admitted) >= MOST_ADMITTED:
            del self._admitted[next(iter(self._admitted))]
        token = secrets.token_urlsafe(32)
        self._admitted[token] = Admitted(clean_name(name), offer.code)
        return token

    def may_wait(self, token: str) -> bool:
        """Whether this token was admitted to the current offer."""
        offer = self.offer
        admitted = self._admitted.get(token)
        return offer is not None and admitted is not None and secrets.compare_digest(admitted.code, offer.code)

    def newcomer(self, token: str) -> tuple[Newcomer, Offer]:
        """Starts waiting, and ends the waiting of the same guest on another page. Raises Rejected."""
        offer = self.offer
        if offer is None or not self.may_wait(token):
            raise Rejected(404, "no-offer")
        waiting = [each for each in self._reception.newcomers.values() if each.token != token]
        if len(waiting) >= MAX_WAITING:
            raise Rejected(503, "busy")
        for former in self._reception.newcomers.values():
            if former.token == token:
                former.accepted.cancel()
        return Newcomer(self._admitted[token].name, token, BROWSER), offer

    def turn_away(self, token: str) -> None:
        """Removes the admission of a refused guest, who then needs the code to ask again."""
        self._admitted.pop(token, None)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def seat(self, token: str, game: str) -> Color | None:
        """The side that a guest plays in a game; None for any other game."""
        bond = self._bonds.get(game)
        if bond and bond in self._theirs(token):
            return other(bond.color)
        return None

    def latest(self, token: str) -> str:
        """The id of a guest's last game; empty if there is none."""
        theirs = self._theirs(token)
        if theirs:
            return theirs[-1].game
        return ""

    def _theirs(self, token: str) -> list[Bond]:
        return [
            bond
            for bond in self._bonds.chain(token)
            if bond.role == "host" and bond.transport == BROWSER and not bond.left
        ]

    @asynccontextmanager
    async def playing(self, token: str, socket: AnySocket) -> AsyncIterator[None]:
        """Counts a guest as connected for as long as this lasts."""
        sockets = self._playing.setdefault(token, set())
        sockets.add(socket)
        self._reception.connected[token] = partial(self._dismiss, token)
        try:
            yield
        finally:
            sockets.discard(socket)
            if not sockets:
                del self._playing[token]
                self._reception.gone(token)

    async def _dismiss(self, token: str) -> None:
        for socket in list(self._playing.get(token, ())):
            await socket.close(LEFT, "the other player has left")
