"""Runs jobs in parallel: in processes of this machine, or on a Ray cluster."""

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
from threading import Thread
from typing import Any, TypeVar

from lab.errors import LabError

Job = TypeVar("Job")
Result = TypeVar("Result")

LOCAL = "local"
"""The address that stands for a Ray started on this machine."""
AHEAD = 2
"""The number of jobs submitted for each worker, so that the next job is ready when one ends."""
_POLL = 0.5


@dataclass(frozen=True, slots=True)
class Workers:
    """Where jobs run: in `count` processes of this machine, or on the Ray cluster at the address `ray`."""

    count: int = 1
    ray: str | None = None
    memory: int | None = None
    """Memory of a job in bytes. Ray starts a job only on a node that has that much left."""

    def run(self, function: Callable[[Job], Result], jobs: Iterable[Job | None]) -> Generator[Result, None, None]:
        """Yields the result of every job, in the order in which the jobs finish. Takes a job from `jobs` only when a
        worker is free for it.

        None in `jobs` means that no job is ready now, but that one may be after the next result. When the iterator is
        closed or interrupted, running jobs are abandoned and all processes are ended. Raises what a job raises, and
        LabError if Ray cannot be reached or a worker died.
        """
        if self.ray:
            return _on_ray(function, jobs, self)
        return _on_processes(function, jobs, self.count)


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
    """A pool of spawned processes, which end when this one does."""
    others = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, spawn, initializer=_begin)
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


def _begin() -> None:
    """Runs in a worker before its first job. The worker ignores Ctrl-C: the parent handles it and ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends the worker when its parent ends. A killed parent cannot end its workers, which would wait for jobs for
    ever."""
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)


def _on_ray(
    function: Callable[[Job], Result], jobs: Iterable[Job | None], workers: Workers
) -> Generator[Result, None, None]:
    waiting = iter(jobs)
    with _ray(workers) as ray:
        _expect_memory(ray, workers.memory or 0)
        remote = ray.remote(function).options(memory=workers.memory)
        slots = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [remote.remote(job) for job in _next(waiting, slots)]
        while running:
            done, running = ray.wait(running, timeout=_POLL)
            yield from (ray.get(each) for each in done)
            running += [remote.remote(job) for job in _next(waiting, slots - len(running))]


def _next(waiting: Iterator[Job | None], room: int) -> Iterator[Job]:
    """Up to `room` jobs that are ready now."""
    for job in itertools.islice(waiting, room):
        if job is None:
            return
        yield job


def _expect_memory(ray: Any, needed: int) -> None:
    """Raises LabError if no node has that much memory. Without this check, Ray would wait for ever."""
    largest = int(max((node["Resources"].get("memory", 0) for node in ray.nodes() if node["Alive"]), default=0))
    if needed > largest:
        raise LabError(
            f"a job takes {needed >> 20:,} MB of memory: no node of this Ray has more than {largest >> 20:,}"
        )


def _expect_listener(address: str) -> None:
    """Raises LabError if nothing listens at the host and port. Without this check, Ray would try for minutes."""
    found = re.fullmatch(r"(?:ray://)?(.+):(\d+)", address)
    if not found:
        return
    try:
        socket.create_connection((found[1], int(found[2])), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise LabError(f"no Ray at {address}: {error}") from None


@contextmanager
def _ray(workers: Workers) -> Iterator[Any]:
    """A connection to Ray. The package `lab` is sent to the nodes; Damacı itself has to be installed there."""
    try:
        import ray
    except ModuleNotFoundError:
        raise LabError("Ray is not installed. To get it: pip install ray") from None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a Ray started here reports nothing
    _expect_listener(str(workers.ray))
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
