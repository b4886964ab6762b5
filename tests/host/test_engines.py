import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor

import pytest

from damaci.game.game import Game
from damaci.host import Engines
from damaci.host.engines import Engine
from tests.host.fakes import FakeEngine, SlowEngine, eventually
from tests.support import PATIENCE

pytestmark = pytest.mark.anyio


class DeafEngine(SlowEngine):
    """Obeys only the third request to stop."""

    def stop(self) -> None:
        self.stops += 1
        if self.stops == 3:
            self.done.set()


class Workshop:
    """Creates engines, and keeps a list of them."""

    def __init__(self, kind: type[FakeEngine] = FakeEngine) -> None:
        self.kind = kind
        self.made: list[FakeEngine] = []

    def make(self) -> FakeEngine:
        self.made.append(self.kind())
        return self.made[-1]


@pytest.fixture
def workshop() -> Workshop:
    return Workshop()


@pytest.fixture
def engines(workshop: Workshop, anyio_backend: str) -> Iterator[Engines]:
    engines = Engines(workshop.make, size=2)
    yield engines
    engines.close()


def think(engine: Engine) -> str:
    return str(engine.play(Game(), "easy", 0, None))


def fail(engine: Engine) -> str:
    raise RuntimeError("broken")


async def test_work_is_done_by_as_many_engines_as_there_may_be(engines: Engines, workshop: Workshop) -> None:
    assert workshop.made == []
    answers = await asyncio.gather(*(engines.run(think) for _ in range(6)))
    assert answers == ["a3-a4"] * 6
    assert len(workshop.made) == 2


async def test_an_engine_is_used_again(engines: Engines, workshop: Workshop) -> None:
    for _ in range(3):
        await engines.run(think)
    assert len(workshop.made) == 1


async def test_one_that_answers_at_once_too(
    engines: Engines, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio.get_running_loop(), "run_in_executor", _at_once)  # possible since Python 3.14
    for _ in range(3):
        await engines.run(think)
    assert len(workshop.made) == 1


def _at_once(executor: Executor, work: Callable[[Engine], str], engine: Engine) -> "asyncio.Future[str]":
    done = asyncio.get_running_loop().create_future()
    done.set_result(work(engine))
    return done


async def test_a_broken_engine_is_not(engines: Engines, workshop: Workshop) -> None:
    with pytest.raises(RuntimeError, match="broken"):
        await engines.run(fail)
    await engines.run(think)
    assert len(workshop.made) == 2


async def test_who_is_cancelled_leaves_a_stopped_engine_behind(engines: Engines, workshop: Workshop) -> None:
    workshop.kind = DeafEngine
    running = asyncio.create_task(engines.run(think))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(running, PATIENCE)
    [engine] = workshop.made
    assert isinstance(engine, DeafEngine)
    assert engine.stops >= 3
    assert not engine.thinking.is_set()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
async def test_gentle_engines_give_way_to_everything_else() -> None:
    def priority(_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    ordinary = Engines(FakeEngine, size=1)
    gentle = Engines(FakeEngine, size=1, gentle=True)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert (await ordinary.run(priority), await gentle.run(priority)) == (own, 19)
    assert os.getpriority(os.PRIO_PROCESS, 0) == own
    ordinary.close()
    gentle.close()


async def test_it_counts_who_thinks_and_who_waits() -> None:
    let_go = threading.Event()
    engines = Engines(FakeEngine, size=1)
    thoughts = [asyncio.create_task(engines.run(lambda _: let_go.wait(PATIENCE))) for _ in range(3)]
    await eventually(lambda: (engines.thinking, engines.waiting) == (1, 2))
    let_go.set()
    assert await asyncio.gather(*thoughts) == [True] * 3
    assert (engines.thinking, engines.waiting) == (0, 0)
    engines.close()


async def test_an_engine_that_cannot_be_made_keeps_no_place() -> None:
    made = iter([MemoryError("no memory for another engine"), FakeEngine()])

    def make() -> FakeEngine:
        each = next(made)
        if isinstance(each, MemoryError):
            raise each
        return each

    engines = Engines(make, size=1)
    with pytest.raises(MemoryError):
        await engines.run(think)
    assert engines.thinking == 0
    await asyncio.wait_for(engines.run(think), PATIENCE)
    engines.close()
