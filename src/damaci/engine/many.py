"""Analyses of many positions: several are searched at a time, each by one thread."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from queue import SimpleQueue

from damaci import machine
from damaci.arguments import MOST_THREADS, bad, expect_threads, expect_whole
from damaci.board.position import Position
from damaci.engine.analysis import Analysis
from damaci.engine.engine import MOST_LINES, Engine
from damaci.engine.limits import Limits
from damaci.errors import BadArgument
from damaci.game.game import Game

Subject = Position | Game


def analyse_many(
    subjects: Iterable[Subject],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    threads: int | None = None,
    hash_megabytes: int = 16,
) -> Iterator[Analysis]:
    """The analysis of each position or game, in order, made by `threads` threads (one for each processor unless given).

    Each is searched within the limits and with an empty hash table of `hash_megabytes`, so the results do not depend on
    the number of threads, unless the limit is time. Subjects are read only when they are needed, so the iterable may be
    infinite.
    Raises BadArgument when there is no limit, or a number is out of range.

    >>> positions = [Position.start(name) for name in ("turkish", "bulgarian")]
    >>> [found.depth for found in analyse_many(positions, depth=4, threads=2, hash_megabytes=1)]
    [4, 4]
    """
    limits = Limits(depth, nodes, seconds)
    if limits == Limits():
        raise BadArgument("many positions without a limit: expected depth, nodes or seconds")
    count = min(machine.cores(), MOST_THREADS) if threads is None else expect_threads(threads)
    expect_whole("lines", lines, 1, MOST_LINES)
    if not isinstance(subjects, Iterable):
        raise bad("subjects", subjects, "positions or games, one after another")
    engines = [Engine(hash_megabytes) for _ in range(count)]
    return _analyse(iter(subjects), limits, lines, engines)


def _analyse(subjects: Iterator[Subject], limits: Limits, lines: int, engines: list[Engine]) -> Iterator[Analysis]:
    idle = SimpleQueue[Engine]()
    for engine in engines:
        idle.put(engine)

    def search(subject: Subject) -> Analysis:
        engine = idle.get()
        try:
            engine.forget()
            return engine.analyse(subject, depth=limits.depth, nodes=limits.nodes, seconds=limits.seconds, lines=lines)
        finally:
            idle.put(engine)

    running = deque[Future[Analysis]]()
    with ThreadPoolExecutor(len(engines), thread_name_prefix="analyse") as pool:
        try:
            running += (pool.submit(search, subject) for subject in islice(subjects, 2 * len(engines)))
            while running:
                yield running.popleft().result()
                running += (pool.submit(search, subject) for subject in islice(subjects, 1))
        finally:
            _end(running, engines)


def _end(running: Iterable[Future[Analysis]], engines: list[Engine]) -> None:
    """Ends all searches when the caller stops reading. A stop before a search begins has no effect, so it is
    repeated."""
    left = [future for future in running if not future.cancel()]
    while wait(left, timeout=0.01).not_done:
        for engine in engines:
            engine.stop()
