"""The processor time and memory that a process uses."""

import os
from contextlib import suppress
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """The processor seconds that a process and its children have used, including children that have ended."""
    total = 0.0
    for each in (pid, *children(pid)):
        with suppress(FileNotFoundError, ProcessLookupError):  # a child may have ended meanwhile
            total += sum(_ticks(each)) / os.sysconf("SC_CLK_TCK")
    return total


def own_cpu_seconds(pid: int) -> float:
    """The processor seconds that a process has used, without its children."""
    return sum(_ticks(pid)[:2]) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def megabytes(pid: int) -> float:
    """The private memory of a process, in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon", "RssShmem"))) / 1024


def _ticks(pid: int) -> list[int]:
    """The ticks that the process has spent in its own code and in the kernel, and those of its ended children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [*map(int, fields[11:15])]
