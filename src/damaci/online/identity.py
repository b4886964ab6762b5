"""Authentication: a browser by its cookie, a program by its token."""

import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import msgspec
from litestar.datastructures import Cookie

from damaci.host.fair_queue import Asker
from damaci.host.ids import new_id
from damaci.online.cookies import HOST_ONLY, SESSION_COOKIE
from damaci.online.limits import Payer
from damaci.online.names import fold
from damaci.online.repeats import RepeatableIds
from damaci.online.secret import hashed, new_secret
from damaci.online.settings import OnlineSettings
from damaci.online.standing import SESSION_SECONDS, oldest_session
from damaci.play.events import Color
from damaci.site.connection import Connection
from damaci.site.guest_names import guest
from damaci.site.rejection import Rejected
from damaci.site.security import TOKEN_COOKIE
from damaci.site.services import PageServices
from damaci.store import Store
from damaci.store.players import NameTaken, Player

BEARER = "bearer "
ADDRESS = "address"
"""The key of the network address in the state of a request or socket."""
_KEY = "visitor"
FIRST_SECONDS = 60.0
"""For so long after a browser's first request, and up to twice as long, its other requests without a cookie belong to
the same guest."""
LONG = 32
"""Characters of an anti-forgery token that nobody else has by chance, as pages have it."""


@dataclass(frozen=True)
class IdentityServices(PageServices):
    """The services that it takes to know a visitor."""

    settings: OnlineSettings
    store: Store
    repeatable_ids: RepeatableIds


def shows_token(connection: Connection) -> bool:
    """Whether the request has a player's token. Its cookies are then ignored, so that no page can use them. Basic
    authentication is not a token: an operator's browser sends it to every address of the server."""
    given = connection.headers.get("authorization")
    if given is None or connection.scope["path"].startswith("/operator"):
        return False
    return not given.lower().startswith("basic ")


class PassphraseChanged(Rejected):
    """The passphrase was changed while the request was carried out."""

    def __init__(self) -> None:
        super().__init__(409, "changed")


def only_people(connection: Connection) -> None:
    """Raises Rejected for a program: a token must not give access to the account itself."""
    if shows_token(connection):
        raise Rejected(403, "not-for-programs")


def only_plays(services: IdentityServices, player: Player | None) -> bool:
    """Whether somebody is a guest of a server that has accounts: there guests have nothing but the game."""
    guest = player is None or player.account is None
    return guest and services.settings.accounts != "off"


class Visitor:
    """The sender of a request or of a socket. Becomes a player, at first a guest, when one is needed."""

    def __init__(self, connection: Connection) -> None:
        # The connection's state has its visitor: with a reference back to the connection, both would stay in memory
        # until Python next looks for reference cycles.
        self.address: str = connection.scope["state"][ADDRESS]
        """The network address, as the limits count it."""
        self._is_program = shows_token(connection)
        self._authorization = connection.headers.get("authorization", "")
        self._cookies = connection.cookies
        self._services = IdentityServices.of(connection)
        self._player: Player | None = None
        self._known = False
        self.cookie: Cookie | None = None
        """The session cookie to set on the answer."""

    @cached_property
    def shown(self) -> str:
        """The hash of the visitor's secret (cookie or token); empty for none."""
        secret = self._secret()
        if not secret:
            return ""
        return hashed(secret)

    def _secret(self) -> str | None:
        if self._is_program:
            return self._bearer()
        return self._cookies.get(self._cookie_name)

    @classmethod
    def of(cls, connection: Connection) -> Self:
        """The visitor of a request; always the same object for one request."""
        state = connection.scope["state"]
        if _KEY not in state:
            state[_KEY] = cls(connection)
        visitor = state[_KEY]
        assert isinstance(visitor, cls)
        return visitor

    async def payer(self) -> Payer:
        """The payer whose limits apply. Raises Rejected for an invalid token, StoreError."""
        player = await self.known()
        if player is None:
            return Payer(self.address, self.shown)
        return Payer(self.address, player.id)

    async def asker(self, game: str, held: Collection[Color]) -> Asker | None:
        """The visitor as somebody for whom an engine thinks in a game; None without a seat there."""
        player = await self.known()
        if not held or player is None:
            return None
        return Asker(player.id, self.address, game)

    async def known(self) -> Player | None:
        """The visitor's player; None if there is none. Raises Rejected for an invalid token, StoreError."""
        if not self._known:
            self._player = await self._find()
            self._known = True
        return self._player

    async def somebody(self) -> Player:
        """The visitor's player. Raises Rejected if there is none, StoreError."""
        player = await self.known()
        if player is None:
            raise Rejected(401, "nobody")
        return player

    async def expect_more_than_a_guest(self) -> None:
        """Raises Rejected for who only plays, StoreError."""
        if only_plays(self._services, await self.known()):
            raise Rejected(403, "needs-account")

    async def player(self) -> Player:
        """The visitor's player, a new guest if there is none. A guest whose name now belongs to an account is renamed.
        Raises Rejected, StoreError."""
        player = await self.known()
        if player is None:
            player = await self._first_or_same()
            await self.become(player)
        elif player.account is None and await self._services.store.players.with_account(fold(player.name)):
            player = self._player = msgspec.structs.replace(player, name=self._guest())
            await self._services.store.players.change(player)
        return player

    async def _first_or_same(self) -> Player:
        """A new guest. Several first requests of a browser, sent at the same time or repeated because an answer was
        lost, get the same guest. Raises StoreError."""
        minute = int(time.time() // FIRST_SECONDS)
        if same := await self._guest_of(self._first_id(minute - 1)):
            return same
        first = Player(self._first_id(minute), self._guest(), time.time())
        players = self._services.store.players
        try:
            await players.add(first)
        except NameTaken:
            if same := await self._guest_of(first.id):
                return same
            first = msgspec.structs.replace(first, id=new_id())
            await players.add(first)
        return first

    async def _guest_of(self, first_id: str) -> Player | None:
        """The guest of an earlier first request, unless it has an account by now. Raises StoreError."""
        player = await self._services.store.players.get(first_id)
        if player is None or player.account is not None:
            return None
        return player

    def _first_id(self, minute: int) -> str:
        """The id of a guest, derived from the anti-forgery token and the minute. Later the id is another one, so that
        nobody becomes a player who was deleted."""
        token = self._cookies.get(TOKEN_COOKIE, "")
        if len(token) < LONG:
            return new_id()
        return self._services.repeatable_ids.of(f"guest {self.address} {minute}", token)

    async def become(self, player: Player) -> None:
        """Signs this browser in as that player and sets a new cookie. Raises Rejected, StoreError."""
        await self.leave()
        secret = new_secret()
        if not await self._services.store.players.open_session(player, hashed(secret), time.time()):
            raise PassphraseChanged
        self._player = player
        self._known = True
        self.cookie = self._cookie(secret, SESSION_SECONDS)

    async def leave(self) -> None:
        """Ends this browser's session. Raises StoreError."""
        if secret := self._cookies.get(self._cookie_name):
            await self._services.store.players.close_session(hashed(secret))
        self._player = None
        self._known = True
        self.cookie = self._cookie("", 0)

    def _cookie(self, value: str, seconds: int) -> Cookie:
        secure = self._services.settings.secure
        return Cookie(
            self._cookie_name, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=secure
        )

    @property
    def _cookie_name(self) -> str:
        if self._services.settings.secure:
            return HOST_ONLY + SESSION_COOKIE
        return SESSION_COOKIE

    @staticmethod
    def _guest() -> str:
        return guest(1000 + secrets.randbelow(9000))

    async def _by_cookie(self) -> Player | None:
        if self.shown:
            return await self._services.store.players.by_session(self.shown, since=oldest_session())
        return None

    async def _find(self) -> Player | None:
        if self._is_program:
            return await self._by_token()
        return await self._by_cookie()

    async def _by_token(self) -> Player:
        player = None
        if self.shown:
            player = await self._services.store.players.by_token(self.shown)
        if player is None:
            raise Rejected(401, "bad-token")
        return player

    def _bearer(self) -> str:
        if self._authorization.lower().startswith(BEARER):
            return self._authorization[len(BEARER) :].strip()
        return ""
