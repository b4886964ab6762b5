"""The players of each game's seats, on a server for many players."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Select, func, select

from damaci.play.events import Color, Opened, Settings
from damaci.store.bookmark import Bookmark
from damaci.store.database import Database
from damaci.store.games import RUNNING, WITH_ENGINE
from damaci.store.players import Player, player_of
from damaci.store.prepared import Prepared, value
from damaci.store.schema import EVENTS, GAMES, PLAYERS, SEATS
from damaci.stored.summary import Summary, summary

_decoder = msgspec.json.Decoder(Opened)
_OF_GAME = Prepared(select(SEATS.c.color, SEATS.c.player).where(SEATS.c.game == value("game")))


class Playing(NamedTuple):
    """An unfinished game of a computer. `updated`: when something last happened in it (epoch seconds)."""

    player: str
    game: str
    color: Color
    plies: int
    updated: float


class Seats:
    """The seats of games, by game and by player; damaci.store.pairings gives them. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Every moment is more than 0; that has the database look into the index of running games.
        self._playing = Prepared(
            select(SEATS.c.player, SEATS.c.game, SEATS.c.color, GAMES.c.plies, GAMES.c.updated)
            .join(SEATS, SEATS.c.game == GAMES.c.id)
            .where(RUNNING, GAMES.c.updated > 0, WITH_ENGINE, database.among(SEATS.c.player, "computers"))
            .order_by(GAMES.c.updated)
        )

    async def of_game(self, game: str) -> dict[Color, str]:
        """The player of each seat; seats of the engine that belong to no player are left out."""
        return {row["color"]: row["player"] for row in await self._database.ask(_OF_GAME, game=game)}

    async def of_games(self, games: Collection[str]) -> dict[str, set[str]]:
        """The players of some games, by game."""
        found: dict[str, set[str]] = {}
        if not games:
            return found
        query = select(SEATS.c.game, SEATS.c.player).where(SEATS.c.game.in_(games))
        async with self._database.reading() as connection:
            for game, player in await connection.execute(query):
                found.setdefault(game, set()).add(player)
        return found

    async def players_of(self, game: str) -> dict[Color, Player]:
        """The player of each seat, with name and account."""
        query = select(SEATS.c.color, PLAYERS).join(PLAYERS, PLAYERS.c.id == SEATS.c.player).where(SEATS.c.game == game)
        async with self._database.reading() as connection:
            return {row["color"]: player_of(row) for row in (await connection.execute(query)).mappings()}

    async def accounts_of(self, games: Collection[str]) -> dict[str, dict[Color, str]]:
        """The accounts of the players of some games, by game and side; players without one are left out."""
        query = (
            select(SEATS.c.game, SEATS.c.color, PLAYERS.c.account)
            .join(PLAYERS, PLAYERS.c.id == SEATS.c.player)
            .where(SEATS.c.game.in_(games), PLAYERS.c.account.is_not(None))
        )
        found: dict[str, dict[Color, str]] = {}
        async with self._database.reading() as connection:
            for game, color, account in await connection.execute(query):
                found.setdefault(game, {})[color] = account
        return found

    async def games_of(self, player: str, *, limit: int | None = 50, offset: int = 0) -> Sequence[Summary]:
        """A player's games, last changed first."""
        return await self._summaries(_games_of(player).limit(limit).offset(offset))

    async def games_after(
        self, player: str, bookmark: Bookmark | None, limit: int, *, over: bool = False
    ) -> Sequence[Summary]:
        """A player's games after one of them, or the first ones, last changed first; `over`: only those that are."""
        query = _games_of(player).limit(limit)
        if over:
            query = query.where(~RUNNING)
        if bookmark:
            query = query.where(bookmark.following(GAMES.c.updated, GAMES.c.id))
        return await self._summaries(query)

    async def _summaries(self, query: Select[Any]) -> Sequence[Summary]:
        async with self._database.reading() as connection:
            return [summary(row) for row in (await connection.execute(query)).mappings()]

    async def running(self, player: str, limit: int = 50) -> Sequence[tuple[Color, Settings, Summary]]:
        """A player's unfinished games with the player's side and what was agreed, the one that has waited longest
        first."""
        query = (
            select(SEATS.c.color, EVENTS.c.event, GAMES)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .join(EVENTS, (EVENTS.c.game == GAMES.c.id) & (EVENTS.c.version == 1))
            .where(SEATS.c.player == player, GAMES.c.result == "*")
            .order_by(GAMES.c.updated, GAMES.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        return [(row.pop("color"), _decoder.decode(row.pop("event")).settings, summary(row)) for row in rows]

    async def playing(self, computers: Collection[str]) -> Sequence[Playing]:
        """The unfinished games of computers, last changed last."""
        rows = await self._database.ask(self._playing, computers=self._database.many(computers))
        return [Playing(**row) for row in rows]

    async def live(self, players: Collection[str], since: float) -> dict[str, str]:
        """The game of each of some players: the unfinished one that changed last, if somebody has moved in it and it
        has changed since a moment (epoch seconds). Games by the day are left out."""
        query = (
            select(SEATS.c.player, SEATS.c.game)
            .join(GAMES, GAMES.c.id == SEATS.c.game)
            .where(RUNNING, GAMES.c.updated >= since, GAMES.c.plies > 0, GAMES.c.days == 0)
            .where(SEATS.c.player.in_(players))
            .order_by(GAMES.c.updated, GAMES.c.id)
        )
        async with self._database.reading() as connection:
            return {row.player: row.game for row in await connection.execute(query)}

    async def ids_of(self, player: str, after: str, limit: int) -> Sequence[str]:
        """The ids of a player's games after an id, in order."""
        query = select(SEATS.c.game).distinct().where(SEATS.c.player == player, SEATS.c.game > after)
        async with self._database.reading() as connection:
            return list(await connection.scalars(query.order_by(SEATS.c.game).limit(limit)))

    async def count_running(self, player: str, *, engine: bool) -> int:
        """A player's unfinished games against the engine, or against people."""
        query = select(func.count()).select_from(SEATS.join(GAMES, SEATS.c.game == GAMES.c.id))
        query = query.where(SEATS.c.player == player, GAMES.c.result == "*", WITH_ENGINE if engine else ~WITH_ENGINE)
        async with self._database.reading() as connection:
            return int(await connection.scalar(query) or 0)

    async def count_games(self, players: Collection[str]) -> dict[str, int]:
        """The number of games of each of some players; those without any are left out."""
        query = select(SEATS.c.player, func.count()).where(SEATS.c.player.in_(players)).group_by(SEATS.c.player)
        async with self._database.reading() as connection:
            return {player: int(count) for player, count in await connection.execute(query)}


def _games_of(player: str) -> Select[Any]:
    mine = select(SEATS.c.game).where(SEATS.c.player == player)
    return select(GAMES).where(GAMES.c.id.in_(mine)).order_by(GAMES.c.updated.desc(), GAMES.c.id)
