"""What a host needs of those who think for it: damaci.host.engines has threads for it; a host without threads has
others."""

from collections.abc import Callable
from typing import Protocol

from damaci.board.move import Move
from damaci.engine.analysis import Analysis
from damaci.game.game import Game
from damaci.host.fair_queue import Asker

LONGEST_THOUGHT = 99.0
"""Seconds that the slowest level thinks."""


def always() -> bool:
    """Always true: for searches that are wanted whenever their turn comes."""
    return True


class EnginePool(Protocol):
    """A few engines for many games. Cancelling a thought stops its engine."""

    @property
    def longest(self) -> float:
        """The most seconds for one move, whatever the level says."""

    async def play(
        self,
        game: Game,
        how: str,
        seed: int,
        seconds: float,
        *,
        asker: Asker,
        expected: float,
        wanted: Callable[[], bool] = always,
    ) -> Move:
        """The move that the level named `how` plays, found within so many seconds; another seed may lead to another
        one. `expected`: how many seconds it will probably take. `wanted` is asked when its turn has come.

        Raises Unwanted when it says no."""

    async def analyse(
        self, game: Game, seconds: float, *, asker: Asker, wanted: Callable[[], bool] = always
    ) -> Analysis:
        """How a game stands, looked at for so many seconds. See `play` for the rest."""
