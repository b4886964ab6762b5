"""The holidays of players in games by the day."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Integer, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import Color
from damaci.store.database import Database
from damaci.store.locking import lock_player
from damaci.store.prepared import Prepared, value
from damaci.store.schema import GAMES, HOLIDAYS, SEATS, UNTOLD

SHORTEST = 0.001
"""Seconds of a holiday that is ended in the moment in which it has begun."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """A player is away from `began` to `until` (epoch seconds)."""

    id: str
    player: str
    began: float
    until: float


Taken = Sequence[Holiday]
"""All holidays of a player, in the order in which they began."""
_COLUMNS = (HOLIDAYS.c.id, HOLIDAYS.c.player, HOLIDAYS.c.began, HOLIDAYS.c.until)
_UNTOLD = Prepared(select(*_COLUMNS).where(UNTOLD).order_by(HOLIDAYS.c.id).limit(value("limit", Integer)))


class Holidays:
    """The holidays of all players, also those that are over. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, player: str, plan: Callable[[Taken], Holiday]) -> Holiday | None:
        """Stores the holiday that `plan` makes of those that the player has taken: one at a time for each player,
        whoever asks. None for a player who has been deleted. Raises what `plan` raises."""
        async with self._database.writing() as connection:
            if not await lock_player(connection, player):
                return None
            holiday = plan(await _taken(connection, player))
            await connection.execute(insert(HOLIDAYS), asdict(holiday))
        return holiday

    async def end(self, player: str, at: float) -> Holiday | None:
        """Ends a player's holiday at `at`; None if the player is on none."""
        async with self._database.writing() as connection:
            running = next((each for each in await _taken(connection, player) if each.until > at), None)
            if running is None:
                return None
            ended = max(at, running.began + SHORTEST)
            change = update(HOLIDAYS).where(HOLIDAYS.c.id == running.id, HOLIDAYS.c.until > ended)
            await connection.execute(change.values(until=ended, told=False))
        return replace(running, until=min(ended, running.until))

    async def of(self, player: str) -> Taken:
        """A player's."""
        async with self._database.reading() as connection:
            return await _taken(connection, player)

    async def of_game(self, game: str) -> Sequence[tuple[Color, Holiday]]:
        """The holidays of a game's players since it began, in the order in which they began."""
        query = (
            select(SEATS.c.color, *_COLUMNS)
            .join(HOLIDAYS, HOLIDAYS.c.player == SEATS.c.player)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .where(SEATS.c.game == game, HOLIDAYS.c.until > GAMES.c.created)
            .order_by(HOLIDAYS.c.began, SEATS.c.color)
        )
        async with self._database.reading() as connection:
            return [(color, Holiday(*holiday)) for color, *holiday in await connection.execute(query)]

    async def away(self, games: Collection[str], at: float) -> Mapping[str, Mapping[Color, float]]:
        """When the holidays end that players of some games have at `at`, by game and side."""
        query = (
            select(SEATS.c.game, SEATS.c.color, HOLIDAYS.c.until)
            .join(HOLIDAYS, HOLIDAYS.c.player == SEATS.c.player)
            .where(SEATS.c.game.in_(games), HOLIDAYS.c.until > at)
        )
        found: dict[str, dict[Color, float]] = {}
        async with self._database.reading() as connection:
            for game, color, until in await connection.execute(query):
                found.setdefault(game, {})[color] = until
        return found

    async def untold(self, limit: int) -> Taken:
        """Holidays that the players' games may not have noted as they are."""
        return [Holiday(*row.values()) for row in await self._database.ask(_UNTOLD, limit=limit)]

    async def mark_noted(self, holiday: Holiday) -> None:
        """Notes that all games know of a holiday, unless it has changed meanwhile."""
        same = (HOLIDAYS.c.id == holiday.id) & (HOLIDAYS.c.until == holiday.until)
        async with self._database.changing() as connection:
            await connection.execute(update(HOLIDAYS).where(same).values(told=True))


async def _taken(connection: AsyncConnection, player: str) -> Taken:
    query = select(*_COLUMNS).where(HOLIDAYS.c.player == player).order_by(HOLIDAYS.c.began)
    return [Holiday(*row) for row in await connection.execute(query)]
