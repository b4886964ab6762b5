"""A few engines for many games: each thinks in a thread of its own, so that nothing else waits."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from damaci.board.move import Move
from damaci.engine.analysis import Analysis
from damaci.engine.async_engine import interrupt
from damaci.game.game import Game
from damaci.host.engine_pool import LONGEST_THOUGHT, always
from damaci.host.fair_queue import NOBODY, Asker, FairQueue, Turn

LEAST_URGENT = 19

T = TypeVar("T")


class Engine(Protocol):
    """What a seat needs of an engine: damaci.engine.Engine has it."""

    def play(self, subject: Game, how: str, seed: int, seconds: float | None) -> Move:
        """The move that the level named `how` plays, found within so many seconds; another seed may lead to another
        one."""

    def analyse(self, subject: Game, *, seconds: float) -> Analysis:
        """How the game stands."""

    def stop(self) -> None:
        """Ends the running search; may be called from any thread. A search that has not begun is not stopped."""


class Engines:
    """Engines made when they are first needed, at most `size` of them. When all are busy, a request waits for its turn
    in a queue that is fair to every address, player and game."""

    def __init__(
        self,
        make: Callable[[], Engine],
        size: int | None = None,
        *,
        gentle: bool = False,
        most_of_one: int | None = None,
        longest: float = LONGEST_THOUGHT,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`gentle`: thinking gives way to everything else that the machine has to do, where the system lets threads
        differ in that. `most_of_one`: how many an address may have at a time; all of them without it. `longest`: the
        most seconds for one move, whatever the level says."""
        size = size or max(1, (os.cpu_count() or 1) - 1)
        self.longest = longest
        """The most seconds for one move."""
        self._make = make
        self._now = now
        self._queue = FairQueue(size, most_of_one or size)
        self._idle: list[Engine] = []
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="engine", initializer=give_way if gentle else None)
        self.thinking = 0
        """How many are at work."""

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return self._queue.waiting

    def refuses(self, asker: Asker) -> bool:
        """Whether the queue is so long, and filled by this asker's address, that the asker should not begin anything
        new."""
        return self._queue.refuses(asker)

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
        return await self.run(lambda engine: engine.play(game, how, seed, seconds), asker, expected, wanted)

    async def analyse(
        self, game: Game, seconds: float, *, asker: Asker = NOBODY, wanted: Callable[[], bool] = always
    ) -> Analysis:
        """See EnginePool."""
        return await self.run(lambda engine: engine.analyse(game, seconds=seconds), asker, seconds, wanted)

    async def run(
        self,
        work: Callable[[Engine], T],
        asker: Asker = NOBODY,
        seconds: float = 1.0,
        wanted: Callable[[], bool] = always,
    ) -> T:
        """`work` done by an engine in its thread, on behalf of `asker`; `seconds`: how long it is expected to take.

        `wanted` is asked when its turn has come. Raises Unwanted when it says no, and what `work` raises; cancelled, it
        stops the engine."""
        turn = await self._queue.wait(asker, seconds, wanted)
        began = self._now()
        engine = self._take(turn)
        self.thinking += 1
        running = asyncio.get_running_loop().run_in_executor(self._threads, work, engine)
        running.add_done_callback(lambda done: self._give_back(engine, done, turn, began))
        try:
            await asyncio.wait([running])  # it returns after the engine was given back
        except asyncio.CancelledError:
            await interrupt(engine, running)
            raise
        return running.result()

    def close(self) -> None:
        """Waits for the threads to end. Cancel their work first."""
        self._threads.shutdown()

    def _take(self, turn: Turn) -> Engine:
        """An idle engine, or a new one. When none can be made, the place is given back, and the error raised."""
        if self._idle:
            return self._idle.pop()
        try:
            return self._make()
        except BaseException:
            self._queue.leave(turn, 0.0)
            raise

    def _give_back(self, engine: Engine, done: "asyncio.Future[T]", turn: Turn, began: float) -> None:
        if done.exception() is None:
            self._idle.append(engine)
        self.thinking -= 1
        self._queue.leave(turn, self._now() - began)


def give_way() -> None:
    """Gives the calling thread the lowest priority. Only Linux has a priority for each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LEAST_URGENT)
