"""What is known of players' own mistakes, as JSON by player. Deleting a player deletes it."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Select, select

from damaci.store.database import Database
from damaci.store.locking import lock_player
from damaci.store.schema import MISTAKES


class KnownMistakes:
    """Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: str) -> str | None:
        """A player's, if there is anything."""
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(_of(player))
        return found

    async def change(self, player: str, change: Callable[[str | None], str | None]) -> bool:
        """Replaces a player's by what `change` makes of it, which others change before or after; returns False if the
        player has been deleted. What `change` raises is raised, and nothing replaced."""
        async with self._database.writing() as connection:
            if not await lock_player(connection, player):
                return False
            former: str | None = await connection.scalar(_of(player))
            known = change(former)
            if known != former:
                await connection.execute(self._stored(player, known))
        return True

    def _stored(self, player: str, known: str | None) -> Any:
        stored = self._database.insert(MISTAKES).values(player=player, known=known)
        return stored.on_conflict_do_update(index_elements=["player"], set_={"known": known})


def _of(player: str) -> Select[str]:
    return select(MISTAKES.c.known).where(MISTAKES.c.player == player)
