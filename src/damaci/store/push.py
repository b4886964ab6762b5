"""The browsers that want notices, by the addresses that their push services have given them."""

import hashlib
from collections.abc import Sequence

import msgspec
from sqlalchemy import Executable, delete, func, select, update

from damaci.store.database import Database
from damaci.store.locking import lock_player
from damaci.store.mail_addresses import KINDS
from damaci.store.schema import PUSH


class Browser(msgspec.Struct, frozen=True, kw_only=True):
    """A browser of a player. `endpoint`: where its push service takes messages; `key` and `secret`: how they are
    encrypted for it (base64 for addresses); `language`: of the texts; of what it wants to hear; `created` in
    seconds since the epoch."""

    player: str
    endpoint: str
    key: str
    secret: str
    language: str
    turn: bool
    challenge: bool
    hurry: bool
    tournament: bool
    holiday: bool
    created: float
    ended: bool = False
    absence: bool = False

    @property
    def wishes(self) -> dict[str, bool]:
        """Whether it wants to get notices, by kind."""
        return {kind: getattr(self, kind) for kind in KINDS}


class PushBrowsers:
    """Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, browser: Browser, most: int) -> bool:
        """Stores a browser, or replaces it. It then belongs to the player who uses it now, of whose browsers the `most`
        newest are kept. Returns False if that player has been deleted."""
        async with self._database.writing() as connection:
            if not await lock_player(connection, browser.player):
                return False
            await connection.execute(self._stored(browser))
            await connection.execute(_beyond(browser.player, most))
        return True

    def _stored(self, browser: Browser) -> Executable:
        values = msgspec.structs.asdict(browser) | {"hash": _hash(browser.endpoint)}
        changed = {name: value for name, value in values.items() if name != "hash"}
        new = self._database.insert(PUSH).values(values)
        stored: Executable = new.on_conflict_do_update(index_elements=["hash"], set_=changed)
        return stored

    async def of(self, player: str) -> Sequence[Browser]:
        """A player's browsers, the oldest first."""
        query = select(*(PUSH.c[name] for name in Browser.__struct_fields__)).where(PUSH.c.player == player)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query.order_by(PUSH.c.created, PUSH.c.hash))).mappings()
            return [Browser(**{str(name): value for name, value in row.items()}) for row in rows]

    async def mute(self, endpoint: str, kind: str) -> None:
        """Notes that a browser wants to hear no more of a kind. An unknown browser is no error."""
        async with self._database.changing() as connection:
            await connection.execute(update(PUSH).where(PUSH.c.hash == _hash(endpoint)).values({kind: False}))

    async def count(self, player: str) -> int:
        """How many a player has."""
        query = select(func.count()).select_from(PUSH).where(PUSH.c.player == player)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def remove(self, endpoint: str) -> None:
        """Removes a browser, which has gone or wants no more notices."""
        async with self._database.changing() as connection:
            await connection.execute(delete(PUSH).where(PUSH.c.hash == _hash(endpoint)))

    async def remove_all(self, player: str) -> None:
        """Removes all browsers of a player."""
        async with self._database.changing() as connection:
            await connection.execute(delete(PUSH).where(PUSH.c.player == player))


def _beyond(player: str, most: int) -> Executable:
    """Removes all browsers of a player but the newest."""
    newest = select(PUSH.c.hash).where(PUSH.c.player == player).order_by(PUSH.c.created.desc(), PUSH.c.hash.desc())
    return delete(PUSH).where(PUSH.c.player == player, PUSH.c.hash.not_in(newest.limit(most)))


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
