"""Measures the start of `damaci`, the local app: `python -m benchmarks.startup`.

It measures the processor time of `import damaci`, and that of the process from its start until it has answered the
first page, in a new data folder and in an existing one; and the memory at that moment. No endgame tables are made.
`--beside PATH` measures the version in another work tree, with its own `.venv`, in turn with this one.
"""

import argparse
import os
import re
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx

HERE = Path()
TICKS = os.sysconf("SC_CLK_TCK")
APP = ("-m", "damaci", "--no-browser", "--port", "0", "--tables", "0", "--data-dir")
IMPORT = "import resource, damaci; use = resource.getrusage(resource.RUSAGE_SELF); print(use.ru_utime + use.ru_stime)"
WHAT = ("import damaci, s", "first start, s", "next start, s", "memory, MB")


def seconds(pid: int) -> float:
    """Processor time of a process so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICKS


def megabytes(pid: int) -> float:
    """Memory of a process, including its share of the memory that it shares with others."""
    found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    assert found
    return int(found[1]) / 1000


def start(tree: Path, folder: str) -> tuple[float, float]:
    """Processor seconds until the first page is answered, and the megabytes at that moment."""
    with subprocess.Popen(
        [tree / ".venv/bin/python", *APP, folder], cwd=tree, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        httpx.get(found[0], follow_redirects=True, timeout=60).raise_for_status()
        measured = seconds(process.pid), megabytes(process.pid)
        process.terminate()
    return measured


def run(tree: Path) -> Iterator[float]:
    """Measures all figures once."""
    python = [tree / ".venv/bin/python", "-c", IMPORT]
    yield float(subprocess.run(python, cwd=tree, capture_output=True, text=True, check=True).stdout)
    with tempfile.TemporaryDirectory() as folder:
        yield start(tree, folder)[0]
        yield from start(tree, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--beside", type=Path, help="the work tree of another version")
    wanted = parser.parse_args()
    trees = [HERE.absolute(), *([wanted.beside] if wanted.beside else [])]
    found: dict[Path, list[list[float]]] = {tree: [] for tree in trees}
    for _ in range(wanted.runs + 1):
        for tree in trees:
            found[tree].append([*run(tree)])
    for tree in trees:
        # The first run is left out: it reads files from the disk and compiles modules, which later runs find ready.
        columns = zip(*found[tree][1:], strict=True)
        figures = (f"{what} {statistics.median(values):.2f}" for what, values in zip(WHAT, columns, strict=True))
        print(tree, *figures, sep="; ")


if __name__ == "__main__":
    main()
