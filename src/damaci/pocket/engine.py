"""The engine in a browser: searches in a worker of its own, awaited. Elsewhere damaci.engine.AsyncEngine does this."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from types import TracebackType
from typing import Any, Self

from damaci._kernel_wasm.search import Search
from damaci.arguments import MOST_THREADS, expect_megabytes, expect_whole
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.book import SHIPPED
from damaci.engine.analysis import Analysis
from damaci.engine.contempt import CONTEMPT
from damaci.engine.engine import MOST_LINES
from damaci.engine.levels import Level
from damaci.engine.levels import level as find_level
from damaci.engine.limits import Limits
from damaci.engine.root import Root
from damaci.engine.thought import Thought
from damaci.game.game import Game
from damaci.pocket.search_worker import SearchWorker
from damaci.pocket.searcher import WorkerSearcher
from damaci.services.known_endings import Ready

WORTH_THREADS = 0.5
"""Seconds of a search that gains from several threads."""
Subject = Position | Game


def _ignore_report(report: Any) -> None:
    """For searches of which only the result matters."""


class PocketEngine:
    """An engine whose searches run one after another. When closed, it needs no memory."""

    def __init__(self, worker: SearchWorker, hash_megabytes: int = 32, tables: Ready | None = None) -> None:
        """Raises BadArgument when a number is out of range."""
        self._searcher = WorkerSearcher(worker, expect_megabytes(hash_megabytes))
        self._tables = tables
        self._turn = asyncio.Lock()

    async def analyse(
        self,
        subject: Subject,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> AsyncGenerator[Analysis]:
        """The analysis after each finished depth; one without lines if there is no legal move.

        See AsyncEngine.analyse. Raises BadArgument for a limit or a number of lines out of range.
        """
        limits = Limits(depth, nodes, seconds)
        count = expect_whole("lines", lines, 1, MOST_LINES)
        root = _root(subject)
        found = asyncio.Queue[Analysis | None]()
        async with self._turn:
            searching = asyncio.ensure_future(self._tell(root, limits, count, found))
            try:
                while analysis := await found.get():
                    yield analysis
                last = await asyncio.shield(searching)
                if not last.lines:
                    yield last
            finally:
                await self._interrupt(searching)

    async def play(
        self, subject: Subject, how: Limits | Level | str, seed: int = 0, seconds: float | None = None
    ) -> Move:
        """The move that the engine plays; cancelling ends the search. See Engine.play."""
        level = how if isinstance(how, Limits) else find_level(how)
        root = _root(subject)
        if len(root.legal_moves) == 1:
            return root.legal_moves[0]
        async with self._turn:
            playing = asyncio.ensure_future(self._play(root, level, seed, seconds))
            try:
                return await asyncio.shield(playing)
            finally:
                await self._interrupt(playing)

    def stop(self) -> None:
        """Ends the running search, whose result is that of the last finished depth."""
        self._searcher.stop()

    async def forget(self) -> None:
        """Clears the hash table."""
        async with self._turn:
            await self._searcher.clear()

    def close(self) -> None:
        """Ends the worker. Another search begins a new one."""
        self._searcher.end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- in turn -----------------------------------------------------------------------------------------------------

    async def _interrupt(self, running: "asyncio.Future[Any]") -> None:
        if not running.done():
            self.stop()
            await asyncio.wait([running])

    async def _tell(self, root: Root, limits: Limits, lines: int, found: "asyncio.Queue[Analysis | None]") -> Analysis:
        try:
            return await self._search(
                root, limits, lines, self._tables, lambda report: found.put_nowait(root.analysis(report))
            )
        finally:
            found.put_nowait(None)

    async def _play(self, root: Root, how: Limits | Level, seed: int, seconds: float | None) -> Move:
        if isinstance(how, Limits):
            return (await self._search(root, how.within(seconds), 1, self._tables, contempt=CONTEMPT)).lines[0].move
        thought = Thought(root, how, seed, seconds)
        if move := thought.from_book(SHIPPED):
            return move
        tables = self._tables
        if thought.is_repeatable:
            await self._searcher.clear()
            tables = None
        return thought.choose(
            await self._search(root, thought.limits, thought.lines, tables, contempt=thought.contempt)
        )

    async def _search(
        self,
        root: Root,
        limits: Limits,
        lines: int,
        tables: Ready | None,
        on_report: Callable[[Any], None] = _ignore_report,
        contempt: int = 0,
    ) -> Analysis:
        position: Any = root.position.kernel
        held: Any = root.tables(await tables(root.terms)) if tables else None
        asked = Search(
            position.fields,
            depth=limits.depth or 0,
            nodes=limits.nodes or 0,
            seconds=limits.seconds or 0.0,
            lines=lines,
            quiet_plies=root.history.quiet_plies,
            endings=root.endings,
            last_three_kings=root.last_three_kings,
            contempt=contempt,
            history=root.history.keys,
            threads=_threads(limits),
        )
        report: Any = await self._searcher.search(position.ruleset, asked, held, on_report)
        if report is None:
            raise RuntimeError("the worker that searches was ended")
        return root.analysis(report)


def _threads(limits: Limits) -> int:
    """The most threads for a search: one if it has to find the same on every device, or is over before other threads
    help."""
    if limits.depth or limits.nodes or (limits.seconds and limits.seconds < WORTH_THREADS):
        return 1
    return MOST_THREADS


def _root(subject: Subject) -> Root:
    """The root of a copy of a game, so that the caller may change the game during the search."""
    return Root(subject.copy() if isinstance(subject, Game) else subject)
