"""What is known of players' own mistakes, as JSON by player. Deleting a player deletes it."""

from sqlalchemy import select

from damaci.store.database import Database
from damaci.store.schema import MISTAKES


class KnownMistakes:
    """Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: str) -> str | None:
        """A player's, if there is anything."""
        query = select(MISTAKES.c.known).where(MISTAKES.c.player == player)
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def put(self, player: str, known: str) -> bool:
        """Replaces a player's; returns False if the player has been deleted."""
        stored = self._database.insert(MISTAKES).values(player=player, known=known)
        changed = {"known": known}
        return await self._database.attempt(stored.on_conflict_do_update(index_elements=["player"], set_=changed))
