"""The engine of a browser's games: there is one, and the first to ask gets it first. See damaci.host.engine_pool."""

import asyncio
from collections.abc import Callable

from damaci.board.move import Move
from damaci.engine.analysis import Analysis
from damaci.engine.levels import Level
from damaci.game.game import Game
from damaci.host.engine_pool import LONGEST_THOUGHT, always
from damaci.host.fair_queue import NOBODY, Asker, Unwanted
from damaci.pocket.engine import PocketEngine


class PocketEngines:
    """One engine, made when it is first needed."""

    longest = LONGEST_THOUGHT
    """The most seconds for one move."""

    def __init__(self, make: Callable[[], PocketEngine], level: Callable[[str], Level]) -> None:
        """`level`: returns the level of a name on this device."""
        self._make = make
        self._level = level
        self._engine: PocketEngine | None = None
        self._turn = asyncio.Lock()

    async def play(
        self,
        game: Game,
        how: str,
        seed: int,
        seconds: float,
        *,
        asker: Asker = NOBODY,
        expected: float = 1.0,
        wanted: Callable[[], bool] = always,
    ) -> Move:
        """See EnginePool."""
        async with self._turn:
            return await self._wanted_engine(wanted).play(game, self._level(how), seed, seconds)

    async def analyse(
        self, game: Game, seconds: float, *, asker: Asker = NOBODY, wanted: Callable[[], bool] = always
    ) -> Analysis:
        """See EnginePool."""
        async with self._turn:
            found = [each async for each in self._wanted_engine(wanted).analyse(game, seconds=seconds)]
            return found[-1]

    def close(self) -> None:
        """Ends its worker. Running searches have to be cancelled before."""
        if self._engine:
            self._engine.close()

    def _wanted_engine(self, wanted: Callable[[], bool]) -> PocketEngine:
        if not wanted():
            raise Unwanted
        if self._engine is None:
            self._engine = self._make()
        return self._engine
