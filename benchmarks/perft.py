"""Compares the kernel's perft with a plain one, `plain_perft.cpp`, which is compiled only for this machine: `python -m
benchmarks.perft`.

Both count the same sequences on one core, in turn. The kernel is the installed one, which also runs on other machines.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from damaci import Color, Position, _kernel

ROUNDS = 5
POSITIONS = [  # name, position, depth
    ("start", Position.start().fen, 8),
    ("opening", "W:WKh8,a4,g4,h4,a3,b3,d3,e3,f3,b2,c2,d2,e2,f2,g2,h2:Ba7,c7,d7,e7,f7,g7,h7,a6,d6,e6,g6,d5,e5,h5", 8),
    ("middle game", "W:Wc4,f4,g4,h4,b3,d3,f3,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,c6,f6,g6,h6,b5,e5", 8),
    ("late middle game", "W:Wb5,a4,g4,h4,d3,f3,h3,g2:Bd7,f7,c6,g6,h6,e5,f5", 8),
    ("men and kings", "B:WKg8,a4,d4,f4,b3,d3,e3,g3,d2,f2,h2:Ba7,c7,e7,h7,a6,d6,f6,e5,h4,Kc1", 6),
    ("kings", "W:WKa8,a6,c5,a4,c3,g2:Bc7,g4,Kb1", 6),
]


def compile_plain(folder: Path) -> Path:
    """Compiles the plain program with full optimization and returns its path."""
    compiler = os.environ.get("CXX") or next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)
    if compiler is None:
        sys.exit("benchmarks.perft needs a C++ compiler: apt-get install g++, or xcode-select --install")
    source = Path(__file__).with_name("plain_perft.cpp")
    program = folder / "plain_perft"
    subprocess.run([compiler, "-std=c++20", "-O3", "-march=native", source, "-o", program], check=True)
    return program


def question(position: Position, depth: int) -> str:
    """The position in the plain program's input format: sets of squares in hexadecimal."""
    white, black = (position.men(color) | position.kings(color) for color in (Color.WHITE, Color.BLACK))
    kings = position.kings(Color.WHITE) | position.kings(Color.BLACK)
    return f"{white:x} {black:x} {kings:x} {'w' if position.turn is Color.WHITE else 'b'} {depth}\n"


def time_plain(program: Path, position: Position, depth: int) -> tuple[int, float]:
    """Nodes and seconds of processor time."""
    told = subprocess.run([program], input=question(position, depth), capture_output=True, text=True, check=True).stdout
    nodes, seconds = told.split()
    return int(nodes), float(seconds)


def time_kernel(position: Position, depth: int) -> tuple[int, float]:
    """Nodes and seconds of processor time."""
    started = process_time()
    nodes = position.perft(depth)
    return nodes, process_time() - started


def compare(program: Path, name: str, position: Position, depth: int) -> float:
    """The speed of the kernel divided by that of the plain program: the median of several rounds."""
    plain = []
    kernel = []
    for _ in range(ROUNDS):
        expected, slow = time_plain(program, position, depth)
        nodes, fast = time_kernel(position, depth)
        assert nodes == expected, f"{name}: the kernel counts {nodes}, the plain program {expected}"
        plain.append(slow)
        kernel.append(fast)
    speeds = [nodes / median(seconds) / 1e6 for seconds in (plain, kernel)]
    ratio = speeds[1] / speeds[0]
    print(
        f"{name:17} depth {depth} {nodes:12,} nodes   plain {speeds[0]:6.0f} M/s   kernel {speeds[1]:6.0f} M/s   "
        f"{ratio:5.2f}"
    )
    return ratio


def machine() -> str:
    """The processor and system that this ran on."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    model = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )
    return f"{model or platform.machine()}, {os.cpu_count()} cores, {platform.system()}; kernel {_kernel.BUILD}"


def main() -> None:
    """Measures every position."""
    print(machine())
    with TemporaryDirectory() as folder:
        program = compile_plain(Path(folder))
        ratios = {fen: compare(program, name, Position.from_fen(fen), depth) for name, fen, depth in POSITIONS}
    with_kings = [ratio for fen, ratio in ratios.items() if "K" in fen]
    without = [ratio for fen, ratio in ratios.items() if "K" not in fen]
    print(
        f"median {median(ratios.values()):.2f} times the plain program; "
        f"of men alone {median(without):.2f}, with kings {median(with_kings):.2f}"
    )


if __name__ == "__main__":
    main()
