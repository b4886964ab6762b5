"""What all commands have in common: help, errors, exit statuses, pipes, a fast start."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from importlib.metadata import version
from pathlib import Path
from typing import IO

import pytest

from damaci.board.position import Position
from damaci.cli.commands import COMMANDS
from tests.cli.console import Cli, complaint
from tests.support import PATIENCE

DAMACI = [sys.executable, "-m", "damaci"]


def test_version(cli: Cli) -> None:
    assert cli("--version").out == f"damaci {version('damaci')}\n"


def test_help_names_every_command(cli: Cli) -> None:
    done = cli("--help")
    assert done.status == 0
    assert all(name in done.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(cli: Cli, name: str) -> None:
    done = cli(name, "--help")
    assert done.status == 0
    assert done.out.startswith(f"Usage: damaci {name}")


@pytest.mark.parametrize("name", ["tablebase", "admin"])
def test_a_group_without_a_command_shows_its_commands_line_by_line(cli: Cli, name: str) -> None:
    done = cli(name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"Usage: damaci {name} [OPTIONS] COMMAND [ARGS]...\n\n")
    assert "\nCommands:\n  " in done.err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["moev"], "'moev'"),
        (["moves", "--jsn"], "--jsn"),
        (["moves", "a", "b"], "b"),
        (["perft"], "DEPTH"),
        (["apply"], "FEN"),
        (["--port", "70000"], "70000"),
        (["--port", "80", "moves"], "--port"),
    ],
)
def test_misspelt_command_lines(cli: Cli, arguments: list[str], named: str) -> None:
    assert named in complaint(cli(*arguments))


def test_a_fault_of_ours_is_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAMACI_DEBUG", raising=False)
    monkeypatch.setattr("damaci.cli.moves.show", lambda position: 1 / 0)
    done = cli("moves")
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert "ZeroDivisionError" in done.err
    assert "DAMACI_DEBUG=1" in done.err


def test_debugging_shows_the_trace(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMACI_DEBUG", "1")
    monkeypatch.setattr("damaci.cli.moves.show", lambda position: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli("moves")


def test_lines_are_answered_as_they_come() -> None:
    with subprocess.Popen([*DAMACI, "moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("start\n")
        process.stdin.flush()
        assert len(json.loads(process.stdout.readline())["moves"]) == 8
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen(
        [*DAMACI, "moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"start\n" * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["moves", "-"],
        ["perft", "2", "--fen", "-"],
        ["apply", "-", "d3-d4"],
        ["analyse", "-", "--depth", "1"],
        ["analyse", "--depth", "9", "--json"],
        ["convert", "-", "-", "--from", "fen", "--to", "json"],
    ],
)
def test_one_line_is_enough_of_any_command_that_streams(arguments: list[str]) -> None:
    with subprocess.Popen([*DAMACI, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        writer = threading.Thread(target=_write, args=(process.stdin, Position.start().fen.encode() + b"\n", 20_000))
        writer.start()
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        writer.join(PATIENCE)


def _write(stream: IO[bytes], line: bytes, count: int) -> None:
    with contextlib.suppress(BrokenPipeError, ValueError):
        stream.write(line * count)
        stream.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "--data-dir", "/dev/null"], "/dev/null is not a folder"),
        (["tablebase", "build", "--dir", "/dev/null/x"], "/dev/null is not a folder"),
        (["tablebase", "probe", "start", "--dir", "/dev/null"], "/dev/null is not a folder"),
        (["analyse", "--tables", "/dev/null"], "/dev/null is not a folder"),
        (["--data-dir", "/dev/null", "--no-browser"], "/dev/null is not a folder"),
        (["match", "hash=999999999", "easy"], "hash_megabytes is 999999999: expected a whole number from 1 to"),
        (["match", "threads=1000000", "easy"], "threads is 1000000: expected a whole number from 1 to 256"),
        (["match", "depth=1000", "easy"], "depth is 1000: expected a whole number from 1 to 200"),
        (["match", "easy", "easy", "--margin", "nan"], "nan is not a number of seconds up to 60"),
        (["match", "easy", "easy", "--openings", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["perft", "1", "--threads", "1000000"], "1000000 is not in the range 1<=x<=256"),
        (["perft", "1", "--hash", str(2**18)], ""),
        (["analyse", "--seconds", "inf"], "inf is not a time"),
        (["analyse", "--lines", "0"], "0 is not in the range"),
        (["tablebase", "stats", "KKKKKKKvK"], "tables have 6 at most"),
        (["bench", "--nodes", "100"], "--nodes is for --threads"),
        (["bench", "--positions", "3"], "--positions is for --threads"),
        (["engine", "--tables", "/dev/null"], "/dev/null is not a folder"),
    ],
)  # fmt: skip
def test_bad_values_are_told_in_one_line(
    cli: Cli, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damaci.machine.megabytes", lambda: 4096)
    assert message in complaint(cli(*arguments))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    for command in (["moves", "--json"], ["moves"], ["--help"], ["convert", "-", "-", "--from", "fen", "--to", "pdn"]):
        for environment in ({"PYTHONUNBUFFERED": "1"}, {"PYTHONUNBUFFERED": ""}):
            with Path("/dev/full").open("wb") as full:
                done = subprocess.run(
                    [*DAMACI, *command],
                    env=os.environ | environment,
                    input="start",
                    stdout=full,
                    stderr=subprocess.PIPE,
                    text=True,
                    check=False,
                )
            assert done.returncode == 2
            assert done.stderr == "damaci: standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to another process")
def test_interrupting_is_quiet() -> None:
    with subprocess.Popen(
        [*DAMACI, "analyse", "--seconds", "60", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read().strip() == b""


INTERRUPTING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
"""
"""A module that Python imports at its start: it sends SIGINT, as Ctrl-C does, when a given module is imported."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to another process")
@pytest.mark.parametrize("command", [DAMACI, [str(Path(sys.executable).with_name("damaci"))]], ids=["module", "script"])
@pytest.mark.parametrize("module", ["damaci.board.color", "damaci.cli.commands", "damaci.rules.catalogue"])
def test_interrupting_is_quiet_before_the_command_has_begun(tmp_path: Path, command: list[str], module: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING.replace("MODULE", repr(module)), encoding="utf-8")
    done = subprocess.run([*command, "rules"], env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_program_that_imports_the_package_is_interrupted_as_ever() -> None:
    code = "import signal, damaci; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_moves_loads_nothing_heavy() -> None:
    """`damaci moves` imports no library that would slow down scripts with many calls."""
    code = (
        "import sys; from damaci.cli.main import main; main(['moves', '--json']); print(*sys.modules, "
        "sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert {"damaci", "click"} <= loaded
    assert not loaded & {
        "rich",
        "typer",
        "pydantic",
        "litestar",
        "sqlalchemy",
        "msgspec",
        "uvicorn",
        "jinja2",
        "asyncio",
    }
