"""Who somebody is: a browser by its cookie, a program by its token."""

import hashlib
import secrets
import time
from functools import cached_property
from typing import Any, Self

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from damaci.host.rooms import new_id
from damaci.online.names import fold
from damaci.online.services import OnlineServices
from damaci.online.standing import SESSION_SECONDS, oldest_session
from damaci.site.guest_names import guest
from damaci.site.rejection import Rejected
from damaci.store.players import Player

SESSION_COOKIE = "damaci-session"
HOST_ONLY = "__Host-"
"""A name that begins so is set by nobody but this very host, over https: no neighbour under the same domain can plant a
session."""
BEARER = "bearer "
_KEY = "visitor"

Connection = ASGIConnection[Any, Any, Any, Any]


def hashed(secret: str) -> str:
    """What the database knows of a secret: with 256 random bits nobody can try them all, so a fast hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)


def shows_token(connection: Connection) -> bool:
    """Whether a program says who it is. Its cookies then count for nothing, so that no page can use them."""
    return "authorization" in connection.headers


class Changed(Rejected):
    """Somebody has shown a passphrase that does not hold any more."""

    def __init__(self) -> None:
        super().__init__(409, "changed", "Meanwhile another passphrase holds: sign in again.")


def only_people(connection: Connection) -> None:
    """What a program gets hold of must not be turned into more than its token. Raises Rejected."""
    if shows_token(connection):
        raise Rejected(403, "not-for-programs", "A token is for playing: this takes a browser's session.")


class Visitor:
    """Whoever has sent a request or opened a socket. Becomes a player, a guest at first, when there is a need."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._services = OnlineServices.of(connection)
        self._player: Player | None = None
        self._known = False
        self.cookie: Cookie | None = None
        """To be sent with the answer."""

    @cached_property
    def shown(self) -> str:
        """The hash of the secret by which it says who it is; empty for none."""
        secret = self._secret()
        return hashed(secret) if secret else ""

    def _secret(self) -> str | None:
        if shows_token(self._connection):
            return self._bearer()
        return self._connection.cookies.get(self._cookie_name)

    @classmethod
    def of(cls, connection: Connection) -> Self:
        """The visitor of a request, the same one throughout."""
        state = connection.scope["state"]
        if _KEY not in state:
            state[_KEY] = cls(connection)
        visitor = state[_KEY]
        assert isinstance(visitor, cls)
        return visitor

    async def known(self) -> Player | None:
        """The player, if it is one already. Raises Rejected for a token that is not good, StoreError."""
        if not self._known:
            self._player = await (self._by_token() if shows_token(self._connection) else self._by_cookie())
            self._known = True
        return self._player

    async def somebody(self) -> Player:
        """The player, if it is one already. Raises Rejected, StoreError."""
        player = await self.known()
        if player is None:
            raise Rejected(401, "nobody", "You are nobody yet: POST /api/v1/player makes you a guest.")
        return player

    async def player(self) -> Player:
        """The player; a new guest if it was none. A guest loses a name that has become an account's. Raises Rejected,
        StoreError."""
        player = await self.known()
        if player is None:
            player = Player(new_id(), self._guest(), time.time())
            await self._services.store.players.add(player)
            await self.become(player)
        elif player.account is None and await self._services.store.players.with_account(fold(player.name)):
            player = self._player = msgspec.structs.replace(player, name=self._guest())
            await self._services.store.players.change(player)
        return player

    async def become(self, player: Player) -> None:
        """This browser is that player from now on, under a new cookie. Raises Rejected, StoreError."""
        await self.leave()
        secret = new_secret()
        if not await self._services.store.players.open_session(player, hashed(secret), time.time()):
            raise Changed
        self._player = player
        self._known = True
        self.cookie = self._cookie(secret, SESSION_SECONDS)

    async def leave(self) -> None:
        """This browser is nobody from now on. Raises StoreError."""
        if secret := self._connection.cookies.get(self._cookie_name):
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

    async def _by_token(self) -> Player:
        player = await self._services.store.players.by_token(self.shown) if self.shown else None
        if player is None:
            raise Rejected(
                401, "bad-token", "The Authorization header must be Bearer and a token that has not been revoked."
            )
        return player

    def _bearer(self) -> str:
        header = self._connection.headers.get("authorization", "")
        if header.lower().startswith(BEARER):
            return header[len(BEARER) :].strip()
        return ""
