"""`damaci engine`."""

import subprocess
import sys
from pathlib import Path

from tests.cli.console import Cli, complaint
from tests.support import PATIENCE

KINGS = "pos pos=W:WKa1,Kc3:BKh7"
"""A drawn position, which an engine without tables scores as half a win."""


def test_a_conversation(cli: Cli) -> None:
    done = cli(
        "engine",
        stdin="hub\nset-param name=hash value=1\ninit\npos pos=W:Wf3:Bc7,d6,e5,g5,f4\nlevel depth=2\ngo think\nping\n",
    )
    assert done.status == 0
    assert done.out.startswith("id name=Damaci version=")
    assert "ready\n" in done.out
    assert "done move=46x10x11x20x29x38\n" in done.out
    assert "pong\n" in done.out


def test_any_bytes_are_answered(cli: Cli) -> None:
    done = cli("engine", stdin=b"\xff\xfe\x00=\n" + b"x" * 3_000_000 + b"\nping\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "pong"
    assert all(len(line) < 400 for line in done.out.splitlines())


def test_quit_ends_a_search_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "damaci", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    out, _ = process.communicate("level infinite\ngo analyze\nquit\nping\n", timeout=PATIENCE)
    assert process.returncode == 0
    assert out.splitlines()[-1].startswith("done move=")


def test_a_listener_that_goes_ends_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "damaci", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"ping\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"pong\n"
    process.stdout.close()
    process.stdin.write(b"ping\nping\n")
    process.stdin.close()
    assert process.stderr
    assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")
    process.stderr.close()
    process.stderr.close()


def test_small_endgame_tables_are_there_at_once(cli: Cli, tmp_path: Path) -> None:
    asked = f"{KINGS}\nlevel depth=4\ngo analyze\n"
    assert "score=0.00 " in cli("engine", stdin=asked).out
    assert "score=0.00 " not in cli("engine", "--tables", str(tmp_path), stdin=asked).out


def test_a_folder_of_tables_has_to_be_there(cli: Cli) -> None:
    assert "--tables" in complaint(cli("engine", "--tables", "nowhere"))
