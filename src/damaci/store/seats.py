"""The players of each game's seats, on a server for many players."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from damaci.play.events import Color
from damaci.store.database import Database
from damaci.store.games import Summary, summary
from damaci.store.schema import GAMES, SEATS, SEEKS


class SeatTaken(Exception):
    """The seat is taken, or the seek does not exist any more."""


class Seats:
    """The seats of games, by game and by player. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, game: str, players: Mapping[Color, str], *, seek: bool = False) -> None:
        """Gives the seats of a game to players, all or none. `seek`: also removes the seek with the game's id.
        Raises SeatTaken."""
        rows = [{"game": game, "color": color, "player": player} for color, player in players.items()]
        try:
            async with self._database.writing() as connection:
                if seek and not (await connection.execute(delete(SEEKS).where(SEEKS.c.id == game))).rowcount:
                    raise SeatTaken(game)
                await connection.execute(insert(SEATS), rows)
        except IntegrityError:
            raise SeatTaken(game) from None

    async def of_game(self, game: str) -> dict[Color, str]:
        """The player of each seat; seats of the engine are left out."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(SEATS.c.color, SEATS.c.player).where(SEATS.c.game == game))
            return {row.color: row.player for row in found}

    async def games_of(self, player: str, *, limit: int | None = 50, offset: int = 0) -> Sequence[Summary]:
        """A player's games, last changed first."""
        mine = select(SEATS.c.game).where(SEATS.c.player == player)
        query = (
            select(GAMES)
            .where(GAMES.c.id.in_(mine))
            .order_by(GAMES.c.updated.desc(), GAMES.c.id)
            .limit(limit)
            .offset(offset)
        )
        async with self._database.reading() as connection:
            return [summary(row) for row in (await connection.execute(query)).mappings()]

    async def count_running(self, player: str, *, engine: bool) -> int:
        """A player's unfinished games against the engine, or against people."""
        against = (GAMES.c.white_kind == "engine") | (GAMES.c.black_kind == "engine")
        query = select(func.count()).select_from(SEATS.join(GAMES, SEATS.c.game == GAMES.c.id))
        query = query.where(SEATS.c.player == player, GAMES.c.result == "*", against if engine else ~against)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def count_games(self, players: Collection[str]) -> dict[str, int]:
        """The number of games of each of some players; those without any are left out."""
        query = select(SEATS.c.player, func.count()).where(SEATS.c.player.in_(players)).group_by(SEATS.c.player)
        async with self._database.reading() as connection:
            return {player: int(count) for player, count in await connection.execute(query)}
