"""A tournament of the server in one process: a test sets the clock by which the driver works, and ends the games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert, select

from damaci.host import Engines, Rooms
from damaci.online.people import People
from damaci.online.tournaments.club import Club
from damaci.online.tournaments.driver import Driver
from damaci.online.tournaments.wish import TournamentWish
from damaci.play.events import Ended, Moved, Result
from damaci.services.pairing_process import pair_elsewhere
from damaci.store import Store
from damaci.store.players import Player
from damaci.store.schema import GAMES, PLAYERS, TOURNAMENT_GAMES, TOURNAMENT_PLAYERS
from damaci.tournament import Tournament
from tests.host.fakes import FakeEngine

STARTS = 1_000_000.0
RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2")
MOVES = (["d3", "d4"], ["d6", "d5"])


class Evening:
    """A tournament that all players have joined. `now` is its clock."""

    def __init__(self, store: Store, rooms: Rooms, lots: Random, many: int) -> None:
        self.store = store
        self.now = STARTS - 60
        self.id = ""
        self.club = Club(store, People(store), rooms, pair_elsewhere, many, lots, now=lambda: self.now)
        self.driver = Driver(store, self.club)
        self.driver._driven = self.now
        self._lots = lots

    async def announce(self, players: int, **wish: Any) -> None:
        """Announces a tournament with this many players who have joined; the first of them is the arbiter."""
        rows = [{"id": f"p{each}", "name": f"Player {each}", "created": each} for each in range(players)]
        owner = Player("p0", "Player 0", 0.0)
        async with self.store._database.writing() as connection:
            await connection.execute(insert(PLAYERS), rows)
        self.id = await self.club.announce(owner, TournamentWish(name="Evening", starts=STARTS, **wish))
        joined = [{"tournament": self.id, "player": row["id"], "joined": row["created"]} for row in rows]
        async with self.store._database.writing() as connection:
            await connection.execute(insert(TOURNAMENT_PLAYERS), joined)
        self.now = STARTS

    async def join_late(self, name: str) -> None:
        """Lets another player join."""
        player = Player(name, name, self.now)
        await self.store.players.add(player)
        await self.club.join(player, self.id)

    async def step(self, seconds: float = 0.0) -> Tournament:
        """Lets time pass, and lets the driver do what is due."""
        self.now += seconds
        await self.driver.drive(self.id)
        return (await self.club.find(self.id)).tournament

    async def end(self, share: float = 1.0) -> int:
        """Ends this share of the running games, at random and after both sides have moved; returns how many."""
        ended = 0
        for game, version in await self._running():
            if self._lots.random() < share:
                moves = [Moved(at=self.now, ply=ply, path=path) for ply, path in enumerate(MOVES, 1)]
                result = self._lots.choice(RESULTS)
                over = Ended(at=self.now, result=result, reason="agreement" if "/" in result else "resignation")
                await self.store.log.append(game, version, [*moves, over])
                ended += 1
        return ended

    async def _running(self) -> list[tuple[str, int]]:
        table = TOURNAMENT_GAMES.c
        query = (
            select(table.game, GAMES.c.version)
            .join(GAMES, GAMES.c.id == table.game)
            .where(table.tournament == self.id, ~table.entered, GAMES.c.result == "*")
            .order_by(table.round, table.board)
        )
        async with self.store._database.reading() as connection:
            return [(row.game, row.version) for row in await connection.execute(query)]

    async def over(self) -> bool:
        """Whether the tournament is over."""
        return (await self.club.plan(self.id)).over


@asynccontextmanager
async def evening(place: str | Path, seed: int = 1, many: int = 10_000) -> AsyncIterator[Evening]:
    """An evening on a store. `many`: from this number of players on, a Swiss round is paired by another process."""
    async with Store(place) as store:
        engines = Engines(lambda: FakeEngine(), size=1)
        rooms = Rooms(store, engines)
        try:
            yield Evening(store, rooms, Random(seed), many)
        finally:
            await rooms.close()
            engines.close()
