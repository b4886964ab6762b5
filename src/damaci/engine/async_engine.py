"""The engine for asyncio: its searches run in a thread and are awaited."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Protocol, Self

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine.analysis import Analysis
from damaci.engine.engine import Engine
from damaci.engine.levels import Level
from damaci.engine.limits import Limits
from damaci.game.game import Game
from damaci.tablebase import Tablebase


class Stoppable(Protocol):
    """An engine whose search can be ended."""

    def stop(self) -> None:
        """Ends the running search. A search that has not begun is not stopped."""


async def interrupt(engine: Stoppable, running: "asyncio.Future[Any]") -> None:
    """Stops the engine's search in another thread. A stop before the search begins has no effect, so it is repeated
    until the search has ended."""
    while not running.done():
        engine.stop()
        await asyncio.wait([running], timeout=0.01)


class AsyncEngine:
    """An `Engine` whose searches are awaited. If several are requested at the same time, they run one after another.

    >>> async def best(position: Position) -> list[str]:
    ...     async with AsyncEngine(hash_megabytes=1) as engine:
    ...         return [str(found.best) async for found in engine.analyse(position, depth=3)]
    >>> asyncio.run(best(Position.from_fen("W:Wd4,e2:Bd5")))
    ['d4xd6']
    """

    def __init__(self, hash_megabytes: int = 64, threads: int = 1, tables: Tablebase | None = None) -> None:
        """The arguments are those of `Engine`. Raises BadArgument when a number is out of range."""
        self._engine = Engine(hash_megabytes, threads, tables=tables)
        self._turn = asyncio.Lock()

    async def analyse(
        self,
        subject: Position | Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> AsyncIterator[Analysis]:
        """The analysis after each finished depth; a single one without lines if there is no legal move.

        Without a limit the search goes on until `stop` is called, or until the loop over the analyses is left. For
        everything else see `Engine.analyse`. Raises BadArgument for a limit or a number of lines out of range.
        """
        subject = _snapshot(subject)
        loop = asyncio.get_running_loop()
        depths = asyncio.Queue[Analysis | None]()

        def report(found: Analysis | None) -> None:
            loop.call_soon_threadsafe(depths.put_nowait, found)

        def search() -> Analysis:
            try:
                return self._engine.analyse(
                    subject, depth=depth, nodes=nodes, seconds=seconds, lines=lines, on_depth=report
                )
            finally:
                report(None)

        async with self._turn:
            searching = asyncio.ensure_future(asyncio.to_thread(search))
            try:
                while found := await depths.get():
                    yield found
                last = await asyncio.shield(searching)
                if not last.lines:
                    yield last
            finally:
                await interrupt(self._engine, searching)

    async def play(
        self, subject: Position | Game, how: Limits | Level | str, seed: int = 0, seconds: float | None = None
    ) -> Move:
        """The move that the engine plays; cancelling ends the search. See `Engine.play`."""
        subject = _snapshot(subject)
        async with self._turn:
            thinking = asyncio.ensure_future(asyncio.to_thread(self._engine.play, subject, how, seed, seconds))
            try:
                return await asyncio.shield(thinking)
            finally:
                await interrupt(self._engine, thinking)

    def stop(self) -> None:
        """Ends the running search, whose result is that of the last finished depth (see `Analysis.depth`). A search
        that has not begun is not stopped."""
        self._engine.stop()

    def limit(self, seconds: float) -> None:
        """Ends the running search within these seconds. See `Engine.limit`."""
        self._engine.limit(seconds)

    async def forget(self) -> None:
        """Clears the hash table: the next search has the same result as that of a new engine."""
        async with self._turn:
            await asyncio.to_thread(self._engine.forget)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _snapshot(subject: Position | Game) -> Position | Game:
    """A copy of a game, so that the caller may change the game during the search."""
    if isinstance(subject, Game):
        return subject.copy()
    return subject
