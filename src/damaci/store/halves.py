"""What older versions left half done when they were interrupted while a game began."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, delete, func, select

from damaci.store.database import Database
from damaci.store.schema import BROADCAST_BOARDS, GAMES, PLAYERS, SEATS, SEEKS

AT_ONCE = 500
"""Games that are named in one statement."""


class Halves:
    """Half-begun games: found, and removed as if they had never begun. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def seats(self) -> Sequence[str]:
        """The ids of games that have players, but do not exist. One may be about to begin: older versions stored the
        players first."""
        query = select(SEATS.c.game).distinct().where(~_exists(SEATS.c.game))
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))

    async def remove_seats(self, games: Collection[str]) -> int:
        """Removes the seats of those of these games that do not exist; returns how many seats."""
        ids = list(games)
        removed = 0
        for start in range(0, len(ids), AT_ONCE):
            some = delete(SEATS).where(SEATS.c.game.in_(ids[start : start + AT_ONCE]), ~_exists(SEATS.c.game))
            async with self._database.changing() as connection:
                removed += (await connection.execute(some)).rowcount
        return removed

    async def remove_seeks(self) -> int:
        """Removes the seeks whose games exist; returns how many."""
        async with self._database.changing() as connection:
            return (await connection.execute(delete(SEEKS).where(_exists(SEEKS.c.id)))).rowcount

    async def remove_games(self, before: float) -> int:
        """Removes the games that began before that moment (epoch seconds), without a move and without players, on no
        board of a broadcast: nobody can play them. Returns how many. Games older than the first player are not this
        server's."""
        seated = select(SEATS.c.game).where(SEATS.c.game == GAMES.c.id).exists()
        entered = select(BROADCAST_BOARDS.c.game).where(BROADCAST_BOARDS.c.game == GAMES.c.id).exists()
        first = select(func.min(PLAYERS.c.created)).scalar_subquery()
        lost = (GAMES.c.result == "*") & (GAMES.c.plies == 0) & (GAMES.c.created < before) & (GAMES.c.created >= first)
        async with self._database.changing() as connection:
            return (await connection.execute(delete(GAMES).where(lost, ~seated, ~entered))).rowcount


def _exists(game: ColumnElement[str]) -> ColumnElement[bool]:
    return select(GAMES.c.id).where(GAMES.c.id == game).exists()
