"""Compares the moves of stored games with the engine's, in a thread that gives way to everything else."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from damaci.analysis.agreement import ComparedMove, MoveSearcher, choices
from damaci.board.color import Color
from damaci.engine import Engine
from damaci.host.engines import give_way
from damaci.play.events import AnyEvent
from damaci.play.table import Table

HASH_MEGABYTES = 16


class Comparer:
    """An engine, made when it is first needed, and its thread."""

    def __init__(self, engine: MoveSearcher | None = None) -> None:
        """`engine`: another one than the shipped."""
        self._engine = engine
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="compare", initializer=give_way)

    async def choices(self, events: Sequence[AnyEvent], color: Color) -> list[ComparedMove]:
        """The compared moves of one side of a game. Raises ImpossibleEvent; cancelled, it stops after the move at
        hand."""
        stopped = threading.Event()
        work = partial(self._choices, events, color, stopped)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            stopped.set()
            await asyncio.wait([running])
            raise

    def close(self) -> None:
        """Waits for the thread."""
        self._threads.shutdown()

    def _choices(self, events: Sequence[AnyEvent], color: Color, stopped: threading.Event) -> list[ComparedMove]:
        if self._engine is None:
            self._engine = Engine(HASH_MEGABYTES)
        return choices(self._engine, Table.fold(events).game, color, stopped.is_set)
