"""`lab suite` and `lab pack-suite`: from games to a suite with its card."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damaci import Engine, Position
from damaci.puzzles.images import canonical
from damaci.puzzles.themes import Theme
from lab.commands import main
from lab.suite.hard import Hard
from lab.suite.packing import distinct, entry
from lab.suite.shards import read_run
from tests.lab.suite.conftest import SEARCH
from tests.support import ROOT
from tools import tactics


def test_what_is_found_is_hard(run: Path) -> None:
    found = read_run(run).found
    assert found
    engine = Engine(64)
    for hard in found:
        position = Position.from_fen(hard.fen)
        engine.forget()
        assert position.text(engine.analyse(position, nodes=50).lines[0].move) != hard.move
        assert hard.line[0] == hard.move


def test_existing_shards_are_kept(run: Path, tmp_path: Path, tables_folder: Path) -> None:
    shutil.copytree(run, tmp_path, dirs_exist_ok=True)
    first, second = sorted(tmp_path.iterdir())
    content = second.read_bytes()
    stamp = first.stat().st_mtime_ns
    second.unlink()
    assert main(["suite", str(tmp_path), *SEARCH, "--games", "4", "--tables", str(tables_folder)]) == 0
    assert second.read_bytes() == content
    assert first.stat().st_mtime_ns == stamp


def test_it_stops_when_enough_are_found(tmp_path: Path, tables_folder: Path) -> None:
    assert main(["suite", str(tmp_path), *SEARCH, "--positions", "1", "--tables", str(tables_folder)]) == 0
    assert read_run(tmp_path).counts["found"] >= 1


def test_the_games_of_a_file(tmp_path: Path) -> None:
    pdn = tmp_path / "games.pdn"
    pdn.write_text('[GameType "30"]\n\n1. d3-d4 d6-d5 *\n')
    search = ["--shallow", "200", "--deep", "20000", "--pdn", str(pdn)]
    assert main(["suite", str(tmp_path / "found"), *search]) == 0
    counts = read_run(tmp_path / "found").counts
    assert (counts["games"], counts["positions"]) == (1, 3)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process as POSIX does")
def test_ctrl_c_keeps_the_shards(tmp_path: Path, tables_folder: Path) -> None:
    command = [sys.executable, "-m", "lab", "suite", str(tmp_path / "found"), *SEARCH, "--tables", str(tables_folder)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        while not list((tmp_path / "found").glob("*.json")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "the same command continues from here" in errors
    assert read_run(tmp_path / "found").counts["games"] > 0


def test_a_suite_and_its_card(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "hard.jsonl"
    assert main(["pack-suite", str(run), str(run), "--out", str(out)]) == 0
    ruleset, entries = tactics.read(out)
    assert ruleset == "turkish"
    assert len({canonical(Position.from_fen(each.fen)) for each in entries}) == len(entries) > 0
    assert all(theme in [*Theme] for each in entries for theme in each.themes)
    card = out.with_suffix(".md").read_text()
    assert f"| in the suite, without images | {len(entries):,} |" in card
    assert "--endings 300 --larger 20 --seed 1 --shallow 50 --deep 5000 --games 4" in card
    assert "To make it again with endgame tables of up to four pieces in TABLES:" in card
    assert "--out hard.jsonl" in card


def hard(fen: str, move: str) -> Hard:
    return Hard(fen, move, "+4.00", "draw", True, 1, 8, (move,), "here")


def test_images_are_left_out() -> None:
    one = hard("W:Wd4:Bd6,Kh8", "d4-c4")
    images = [hard("W:We4:Be6,Ka8", "e4-f4"), hard("B:Wd3,Kh1:Bd5", "d5-c5"), hard("W:Wd4:Bd6,Kg8", "d4-c4")]
    assert [*distinct("turkish", [one, *images])] == [one, images[2]]


def test_themes_are_those_of_the_line() -> None:
    line = ("h5-h8", "b1xb8", "h8xc8xa8")
    each = Hard("B:WKe8,c2,Kb1:Bb6,Kh5,a3", line[0], "+4.00", "draw", True, 1, 8, line, "here")
    assert Theme.CATCH_DAMA in entry("turkish", each).themes
    row = json.loads(entry("turkish", each).row())
    assert (row["line"], row["since"], row["searched"]) == ("h5-h8 b1xb8 h8xc8xa8", 1, 8)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["suite", "found", "--shallow", "100", "--deep", "100"], "expected more than the 100 of --shallow"),
        (["suite", "found", "--endings", "5"], "expected --tables to look them up in"),
        (["suite", "found", "--larger", "5"], "expected --tables to look them up in"),
        (["suite", "found", "--tables", "."], "expected all endgame tables of two pieces or more"),
        (["pack-suite", "nothing", "--out", "x.jsonl"], "expected shards of a suite"),
        (["pack-suite", "damaged", "--out", "x.jsonl"], "not a shard of a suite, or damaged"),
        (["pack-suite", "counted", "--out", "x.jsonl"], "not a shard of a suite, or damaged"),
        (["suite", "other", "--seed", "9"], "choose another folder"),
    ],
)
def test_what_is_refused(
    arguments: list[str],
    told: str,
    run: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("damaged").mkdir()
    Path("damaged/suite-000000.json").write_text('{"kind": "puzzles"}')
    shutil.copytree(run, "other")
    shutil.copytree(run, "counted")
    shard = next(Path("counted").iterdir())
    shard.write_text(json.dumps(json.loads(shard.read_text()) | {"counts": {"games": None}}))
    assert main(arguments) == 2
    [line] = capsys.readouterr().err.strip().splitlines()
    assert told in line
