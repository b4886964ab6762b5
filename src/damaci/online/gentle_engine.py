"""Engines whose searches give way to everything else and to each other: one at a time, in a thread of low priority."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import Self

from damaci.engine import Engine
from damaci.engine.analysis import Analysis
from damaci.game.game import Game
from damaci.host.engines import give_way


class GentleEngine:
    """An engine for searches that end by themselves; while it waits for its first one it has no memory. See
    damaci.services.engine_lines.LineEngine."""

    def __init__(self, threads: ThreadPoolExecutor, hash_megabytes: int) -> None:
        self._threads = threads
        self._hash_megabytes = hash_megabytes
        self._engine: Engine | None = None

    async def analyse(
        self, subject: Game, *, nodes: int | None = None, seconds: float | None = None, lines: int = 1
    ) -> AsyncIterator[Analysis]:
        """What is found at the end."""
        search = partial(self._search, subject.copy(), nodes=nodes, seconds=seconds, lines=lines)
        yield await asyncio.get_running_loop().run_in_executor(self._threads, search)

    def _search(self, subject: Game, *, nodes: int | None, seconds: float | None, lines: int) -> Analysis:
        """In the thread."""
        if self._engine is None:
            self._engine = Engine(self._hash_megabytes)
        return self._engine.analyse(subject, nodes=nodes, seconds=seconds, lines=lines)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends a search that nobody waits for."""
        if self._engine:
            self._engine.stop()


class GentleEngines:
    """Makes them, and has their thread."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="mistakes", initializer=give_way)

    def make(self, hash_megabytes: int) -> GentleEngine:
        """A new one."""
        return GentleEngine(self._threads, hash_megabytes)

    def close(self) -> None:
        """Does not wait; searches that have not begun never do."""
        self._threads.shutdown(wait=False, cancel_futures=True)
