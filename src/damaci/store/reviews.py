"""The stored review of each game."""

from sqlalchemy import select

from damaci.store.database import Database
from damaci.store.schema import REVIEWS


class Reviews:
    """Reviews as JSON text, by game; deleting a game deletes its review."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game: str) -> str | None:
        """The review of a game, if there is one. Raises StoreError."""
        query = select(REVIEWS.c.review).where(REVIEWS.c.game == game)
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def put(self, game: str, review: str) -> None:
        """Stores a review, replacing the former one. Raises StoreError; IntegrityError for a game that does not
        exist."""
        row = {"game": game, "review": review}
        insert = self._database.insert(REVIEWS).values(row)
        async with self._database.changing() as connection:
            await connection.execute(insert.on_conflict_do_update(index_elements=["game"], set_={"review": review}))
