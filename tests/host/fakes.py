"""Engines and logs whose behaviour a test controls."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.board.move import Move
from damaci.engine.analysis import Analysis, Line, Score
from damaci.game.game import Game
from damaci.play.events import AnyEvent
from damaci.store import Store, StoreError
from damaci.store.appending import append_all
from damaci.store.batch import Append, Batch, Written
from damaci.store.log import EventLog
from tests.support import PATIENCE


class FakeEngine:
    """Plays a legal move that depends on the seed and the ply, and scores every position with `score`."""

    def __init__(self, score: Score | None = None, failures: int = 0) -> None:
        self.score = score or Score(cp=0)
        self.failures = failures
        self.asked: list[tuple[str, int, float | None]] = []

    def play(self, subject: Game, how: str, seed: int, seconds: float | None) -> Move:
        self.asked.append((how, seed, seconds))
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the fake engine fails as it was told")
        return subject.legal_moves[(seed + 7 * subject.ply) % len(subject.legal_moves)]

    def analyse(self, subject: Game, *, seconds: float) -> Analysis:
        return Analysis(subject.position, 1, 1, 0.0, (Line(self.score, subject.legal_moves[:1]),))

    def stop(self) -> None:
        pass


class SlowEngine(FakeEngine):
    """Thinks until it is stopped or released. Like the real engine, it ignores a stop before it has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking = threading.Event()
        self.done = threading.Event()
        self.stops = 0

    def play(self, subject: Game, how: str, seed: int, seconds: float | None) -> Move:
        self.done.clear()
        self.thinking.set()
        assert self.done.wait(PATIENCE)
        self.thinking.clear()
        return super().play(subject, how, seed, seconds)

    def stop(self) -> None:
        self.stops += 1
        self.thinking.clear()
        self.done.set()


class UnreliableLog(EventLog):
    """Appends while `gate` is open. The next `failures` appends fail, after having been written if `written` is set."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log._database)
        self._batch = Batch(self._write_when_open)
        self.gate = asyncio.Event()
        self.gate.set()
        self.failures = 0
        self.written = False

    async def append(self, game: str, version: int, events: Sequence[AnyEvent]) -> int:
        if not self.failures:
            return await super().append(game, version, events)
        self.failures -= 1
        if self.written:
            await super().append(game, version, events)
        raise StoreError("the disk does not answer")

    async def _write_when_open(self, appends: Sequence[Append]) -> Written:
        await self.gate.wait()
        return await append_all(self._database, appends)


class Plug:
    """Makes a store fail while it is unplugged: every connection to its database is refused."""

    def __init__(self, store: Store) -> None:
        """Replaces methods of the store itself."""
        self.out = False
        database = store._database

        def pluggable(open_one: Callable[[], AbstractAsyncContextManager[AsyncConnection]]) -> Any:
            @asynccontextmanager
            async def connection() -> AsyncIterator[AsyncConnection]:
                if self.out:
                    raise StoreError("the store is unplugged")
                async with open_one() as opened:
                    yield opened

            return connection

        database.reading = pluggable(database.reading)  # type: ignore[method-assign]
        database.writing = pluggable(database.writing)  # type: ignore[method-assign]


async def eventually(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until a condition is true. It is polled, for conditions without a notification."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.005)
