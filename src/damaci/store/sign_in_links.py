"""One-time links by which somebody signs in who has lost the passphrase: stored as hashes, with an end."""

from sqlalchemy import delete, insert, or_, select

from damaci.store.audit import Act, record
from damaci.store.database import Database
from damaci.store.schema import SIGN_IN_LINKS


class SignInLinks:
    """Links by the hash of their secret. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, hashed: str, player: str, at: float, until: float, act: Act) -> None:
        """Adds a link that can be used until `until` (epoch seconds), in place of the player's earlier ones; removes
        those that have ended before `at`."""
        row = {"hash": hashed, "player": player, "created": at, "until": until}
        async with self._database.writing() as connection:
            over = or_(SIGN_IN_LINKS.c.until <= at, SIGN_IN_LINKS.c.player == player)
            await connection.execute(delete(SIGN_IN_LINKS).where(over))
            await connection.execute(insert(SIGN_IN_LINKS).values(**row))
            await record(connection, act)

    async def player(self, hashed: str, at: float) -> str | None:
        """The player whom a link signs in, while it can be used."""
        query = select(SIGN_IN_LINKS.c.player).where(SIGN_IN_LINKS.c.hash == hashed, SIGN_IN_LINKS.c.until > at)
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(query)
            return found

    async def use(self, hashed: str, at: float) -> bool:
        """Uses a link up; returns False if it has ended or somebody was quicker."""
        link = delete(SIGN_IN_LINKS).where(SIGN_IN_LINKS.c.hash == hashed, SIGN_IN_LINKS.c.until > at)
        async with self._database.changing() as connection:
            return bool((await connection.execute(link)).rowcount)
