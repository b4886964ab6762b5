"""A few engines for many games: each thinks in a thread of its own, so that nothing else waits."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from damaci.board.move import Move
from damaci.engine.analysis import Analysis
from damaci.engine.async_engine import interrupt
from damaci.game.game import Game

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
        """From any thread: the search that runs ends now. One that has not begun is not stopped."""


class Engines:
    """Engines made when they are first needed, at most `size` of them; who comes when all are busy waits for its
    turn."""

    def __init__(self, make: Callable[[], Engine], size: int | None = None, *, gentle: bool = False) -> None:
        """`gentle`: thinking gives way to everything else that the machine has to do, where the system lets threads
        differ in that."""
        size = size or max(1, (os.cpu_count() or 1) - 1)
        self._make = make
        self._free = asyncio.Semaphore(size)
        self._idle: list[Engine] = []
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="engine", initializer=_give_way if gentle else None)
        self.thinking = 0
        """How many are at work."""
        self.waiting = 0
        """How many wait for their turn."""

    async def run(self, work: Callable[[Engine], T]) -> T:
        """`work` done by an engine in its thread. Raises what it raises; cancelled, it stops the engine."""
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1
        self.thinking += 1
        engine = self._idle.pop() if self._idle else self._make()
        running = asyncio.get_running_loop().run_in_executor(self._threads, work, engine)
        running.add_done_callback(lambda done: self._give_back(engine, done))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await interrupt(engine, running)
            raise

    def close(self) -> None:
        """Waits for the threads; what they still do has to have been cancelled before."""
        self._threads.shutdown()

    def _give_back(self, engine: Engine, done: "asyncio.Future[T]") -> None:
        if done.exception() is None:
            self._idle.append(engine)
        self.thinking -= 1
        self._free.release()


def _give_way() -> None:
    """Linux alone has a priority for each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LEAST_URGENT)
