"""The games that are being played, with what it takes to choose one that is worth watching."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import select

from damaci.play.events import Color, Opened, Settings
from damaci.store.database import Database
from damaci.store.games import RUNNING
from damaci.store.players import Player, player_of
from damaci.store.schema import EVENTS, GAMES, PLAYERS, SEATS

_decoder = msgspec.json.Decoder(Opened)


class LiveGame(NamedTuple):
    """A game between two players of the server. `updated`: when something last happened in it (epoch seconds)."""

    id: str
    updated: float
    settings: Settings
    players: Mapping[Color, Player]


class LiveGames:
    """Unfinished games in which somebody moves. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self, since: float, limit: int) -> Sequence[LiveGame]:
        """Games in which somebody has moved and something has happened since a moment (epoch seconds), rated ones
        first, then those changed last. Games by the day are left out, and those with a seat that is no player's."""
        query = (
            select(GAMES.c.id, GAMES.c.updated, EVENTS.c.event)
            .join(EVENTS, (EVENTS.c.game == GAMES.c.id) & (EVENTS.c.version == 1))
            .where(RUNNING, GAMES.c.updated >= since, GAMES.c.plies > 0, GAMES.c.days == 0)
            .order_by(GAMES.c.rated.desc(), GAMES.c.updated.desc(), GAMES.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        players = await self._players([row.id for row in rows]) if rows else {}
        return [
            LiveGame(row.id, row.updated, _decoder.decode(row.event).settings, players[row.id])
            for row in rows
            if len(players.get(row.id, ())) == 2
        ]

    async def _players(self, games: Collection[str]) -> dict[str, dict[Color, Player]]:
        query = select(SEATS.c.game, SEATS.c.color, PLAYERS).join(PLAYERS, PLAYERS.c.id == SEATS.c.player)
        found: dict[str, dict[Color, Player]] = {}
        async with self._database.reading() as connection:
            for row in (await connection.execute(query.where(SEATS.c.game.in_(games)))).mappings():
                found.setdefault(row["game"], {})[row["color"]] = player_of(row)
        return found
