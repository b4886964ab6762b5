"""Jobs are done by other processes, each once, and no process is left running."""

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from lab.errors import LabError
from lab.work import AHEAD, Workers
from tests.lab.jobs import dawdle, die, fail, square
from tests.support import ROOT, free_port, require_module


def test_every_job_is_done_once() -> None:
    assert sorted(Workers(2).run(square, range(20))) == [number * number for number in range(20)]
    assert list(Workers(2).run(square, [])) == []
    assert multiprocessing.active_children() == []


def test_jobs_are_taken_when_there_are_hands_for_them() -> None:
    taken = []

    def jobs() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with closing(Workers(1).run(square, jobs())) as results:
        next(results)
        assert len(taken) <= 2 * AHEAD + 1
    assert multiprocessing.active_children() == []


def test_what_a_job_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="job 5 failed"):
        list(Workers(1).run(fail, [5]))
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies() -> None:
    with pytest.raises(LabError, match="a worker process died"):
        list(Workers(1).run(die, [1, 2]))


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "127.0.0.1:99999"])
def test_no_ray_at_the_address(address: str) -> None:
    require_module("ray", "pip install ray, where there is one for the system")
    address = address.format(port=free_port())
    with pytest.raises(LabError, match=f"no Ray at {address}"):
        list(Workers(1, address).run(square, [1]))


def test_broken_off() -> None:
    began = time.monotonic()

    def interrupted() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Workers(2).run(dawdle, interrupted()))
    assert time.monotonic() - began < 60
    assert multiprocessing.active_children() == []


def test_workers_end_with_a_parent_that_is_killed() -> None:
    """The workers have the parent's standard output open, so its end is read only after the last of them has ended."""
    work = "from lab.work import Workers; from tests.lab.jobs import announce_and_dawdle; "
    work += "list(Workers(2).run(announce_and_dawdle, [1, 2]))"
    with subprocess.Popen([sys.executable, "-c", work], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        announced = [parent.stdout.readline() for _ in range(2)]
        parent.kill()
        assert announced == ["here\n", "here\n"]
        assert parent.communicate(timeout=60) == ("", None)
