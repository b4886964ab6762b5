"""Jobs done side by side: by processes of this machine, or by a Ray cluster."""

import itertools
import multiprocessing
import os
import re
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lab.errors import LabError

Job = TypeVar("Job")
Result = TypeVar("Result")

LOCAL = "local"
"""The address that means: a Ray of this machine, started for the occasion."""
AHEAD = 2
"""Jobs handed out for each worker: the next one waits at the door."""
_POLL = 0.5


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the jobs: `count` processes of this machine, unless there is the address of a Ray."""

    count: int = 1
    ray: str | None = None
    memory: int | None = None
    """Bytes that a job takes: a Ray gives none to a node that has not so much left."""

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job | None]) -> Generator[Result, None, None]:
        """Every job's result, as they come. Jobs are taken from `jobs` only when there are hands for them.

        None among them says that there is none now, but may be when the next result has been taken. When the iterator
        is closed or broken off, by Ctrl-C too, running jobs are given up and no process of ours is left. Raises what a
        job raises, and LabError when there is no such Ray or a worker has died.
        """
        return _on_ray(function, jobs, self) if self.ray else _on_processes(function, jobs, self.count)


def _on_processes(
    function: Callable[[Job], Result], jobs: Iterable[Job | None], count: int
) -> Generator[Result, None, None]:
    waiting = iter(jobs)
    with _processes(count) as pool:
        running: set[Future[Result]] = {pool.submit(function, job) for job in _next(waiting, AHEAD * count)}
        while running:
            done, running = wait(running, timeout=_POLL, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
            running |= {pool.submit(function, job) for job in _next(waiting, AHEAD * count - len(running))}


@contextmanager
def _processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that know nothing of this one's state, and of Ctrl-C, which this one hears for them."""
    others = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, spawn, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    except BrokenProcessPool:
        raise LabError("a worker process died: out of memory?") from None
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _on_ray(
    function: Callable[[Job], Result], jobs: Iterable[Job | None], workers: Workers
) -> Generator[Result, None, None]:
    waiting = iter(jobs)
    with _ray(workers) as ray:
        _expect_memory(ray, workers.memory or 0)
        remote = ray.remote(function).options(memory=workers.memory)
        hands = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [remote.remote(job) for job in _next(waiting, hands)]
        while running:
            done, running = ray.wait(running, timeout=_POLL)
            yield from (ray.get(each) for each in done)
            running += [remote.remote(job) for job in _next(waiting, hands - len(running))]


def _next(waiting: Iterator[Job | None], room: int) -> Iterator[Job]:
    """So many jobs, or those that there are now."""
    for job in itertools.islice(waiting, room):
        if job is None:
            return
        yield job


def _expect_memory(ray: Any, needed: int) -> None:
    """Raises LabError when no node has so much: Ray itself would wait for ever."""
    largest = int(max((node["Resources"].get("memory", 0) for node in ray.nodes() if node["Alive"]), default=0))
    if needed > largest:
        raise LabError(
            f"a job takes {needed >> 20:,} MB of memory: no node of this Ray has more than {largest >> 20:,}"
        )


def _expect_somebody(address: str) -> None:
    """Raises LabError when nobody listens at a host and port: Ray itself would try for minutes."""
    found = re.fullmatch(r"(?:ray://)?(.+):(\d+)", address)
    if not found:
        return
    try:
        socket.create_connection((found[1], int(found[2])), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise LabError(f"no Ray at {address}: {error}") from None


@contextmanager
def _ray(workers: Workers) -> Iterator[Any]:
    """Ray, connected; the nodes get this package, and have Damacı itself installed."""
    try:
        import ray
    except ModuleNotFoundError:
        raise LabError("Ray is not installed. To get it: pip install ray") from None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a Ray that we start reports to nobody
    _expect_somebody(str(workers.ray))
    own = {"num_cpus": workers.count, "include_dashboard": False} if workers.ray == LOCAL else {}
    package = {"py_modules": [str(Path(__file__).parent)]}
    try:
        ray.init(address=workers.ray, runtime_env=package, log_to_driver=False, logging_level="error", **own)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise LabError(f"no Ray at {workers.ray}: {error}") from None
    try:
        yield ray
    finally:
        ray.shutdown()
