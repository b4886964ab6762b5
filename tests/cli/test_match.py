"""`damaci match`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from damaci.notation import pdn
from tests.cli.console import Cli, complaint
from tests.support import PATIENCE

BROKEN = Path(__file__).parent.parent / "hub" / "broken.py"
EASY = ("depth=2", "depth=1")


def test_the_result(cli: Cli) -> None:
    done = cli("match", *EASY, "--games", "6", "--json")
    found = done.json
    assert done.status == 0
    assert (found["a"], found["b"], found["ruleset"], found["games"]) == ("depth=2", "depth=1", "turkish", 6)
    assert found["wins"] + found["draws"] + found["losses"] == 6
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 6
    assert sum(found["pairs"]) == 3
    assert set(found["elo"]) == {"value", "low", "high"}
    assert (found["sprt"], found["faults"], found["interrupted"]) == (None, [], False)


def test_the_same_again(cli: Cli, tmp_path: Path) -> None:
    def played(name: str, seed: str) -> tuple[object, list[object]]:
        file = tmp_path / name
        found = cli("match", *EASY, "--games", "4", "--seed", seed, "--json", "--pdn", str(file)).json
        return found | {"seconds": 0}, [game.moves for game in pdn.read(file)]

    first = played("first", "1")
    again = played("again", "1")
    other = played("other", "2")
    assert first == again
    assert first[1] != other[1]


def test_every_game_is_written(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    found = cli("match", *EASY, "--games", "4", "--ruleset", "bulgarian", "--pdn", str(file), "--json").json
    games = list(pdn.read(file))
    assert len(games) == 4
    assert {game.ruleset.name for game in games} == {"bulgarian"}
    assert [game.tags["White"] for game in games] == ["depth=2", "depth=1"] * 2
    points = {"1-0": "depth=2", "0-1": "depth=1"}
    wins = sum(
        game.tags["White" if game.result == "1-0" else "Black"] == "depth=2" for game in games if game.result in points
    )
    assert wins == found["wins"]


def test_an_older_file_stays_until_a_game_has_ended(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("before")
    done = cli("match", "depth=1", "cmd:no-such-engine", "--pdn", str(file))
    assert "no-such-engine cannot be started" in complaint(done)
    assert file.read_text() == "before"
    assert cli("match", *EASY, "--games", "2", "--pdn", str(file)).status == 0
    assert len(list(pdn.read(file))) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_the_score_is_told_when_games_cannot_be_written(cli: Cli) -> None:
    done = cli("match", *EASY, "--games", "4", "--pdn", "/dev/full", "--json")
    assert done.status == 2
    assert done.json["games"] == 1
    assert done.err.splitlines()[-1] == "damaci: /dev/full: No space left on device"


def test_openings_from_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "openings.fen"
    file.write_text("W:Wd4,e2:Bd5\n", encoding="utf-8")
    found = cli("match", *EASY, "--games", "2", "--openings", str(file), "--tables", str(tmp_path), "--json").json
    assert (found["pairs"], found["reasons"]) == ([0, 0, 1, 0, 0], {"captured-all": 2})


def test_tables_decide_games(cli: Cli, tmp_path: Path) -> None:
    cli("tablebase", "build", "--pieces", "3", "--dir", str(tmp_path))
    file = tmp_path / "openings.fen"
    record = tmp_path / "games.pdn"
    file.write_text("W:WKc1,d4:Bh3\n", encoding="utf-8")
    command = ("match", *EASY, "--games", "2", "--openings", str(file), "--tables", str(tmp_path), "--pdn", str(record))
    found = cli(*command, "--json").json
    assert (found["pairs"], found["adjudicated"], found["reasons"]) == ([0, 0, 1, 0, 0], 2, {"tables": 2})
    assert "endgame tables: white wins in 13 plies" in record.read_text(encoding="utf-8")
    assert "2 adjudicated: 2 by endgame tables, 0 too long" in cli(*command).out
    next((tmp_path / "turkish-one-each-at-once").glob("*.table")).write_bytes(b"rubbish")
    assert "is not an endgame table" in complaint(cli(*command))


def test_a_clock(cli: Cli, tmp_path: Path) -> None:
    record = tmp_path / "games.pdn"
    engines = ("threads=1,hash=1", f"cmd:{sys.executable} -m damaci engine")
    found = cli(
        "match", *engines, "--games", "2", "--clock", "0.5+0.02", "--margin", "5", "--pdn", str(record), "--json"
    ).json
    assert (found["games"], found["faults"]) == (2, [])
    assert {game.tags["TimeControl"] for game in pdn.read(record)} == {"0.5+0.02"}


def test_a_flag_that_falls(cli: Cli) -> None:
    slow = f"cmd:{sys.executable} {BROKEN} hangs"
    found = cli("match", "depth=1", slow, "--games", "2", "--clock", "0.1", "--json").json
    assert (found["wins"], found["faults"]) == (2, [{"engine": "b", "kind": "time-out", "count": 2}])


@pytest.mark.parametrize("limit", [("--seconds-per-move", "0.002"), ("--nodes", "50"), ("--depth", "1")])
def test_limits_for_who_has_none(cli: Cli, limit: tuple[str, str]) -> None:
    assert cli("match", "threads=1", "hash=1", "--games", "2", *limit, "--json").json["games"] == 2


def test_a_sequential_test(cli: Cli) -> None:
    found = cli("match", "depth=3", "beginner", "--games", "200", "--sprt", "0", "200", "--json").json
    assert found["sprt"]["state"] == "passed"
    assert found["sprt"]["llr"] >= found["sprt"]["upper"]
    assert found["games"] < 200


def test_a_broken_engine_loses_and_is_named(cli: Cli) -> None:
    done = cli(
        "match", "depth=1", f"cmd:{sys.executable} {BROKEN} crashes", "--games", "4", "--concurrency", "2", "--json"
    )
    assert done.json["wins"] == 4
    assert done.json["faults"] == [{"engine": "b", "kind": "crash", "count": 4}]
    assert "Broken-crashes ended with status 3: something terrible happened" in done.err


def test_our_engine_by_the_protocol(cli: Cli) -> None:
    found = cli(
        "match", "depth=1", f"cmd:{sys.executable} -m damaci engine", "--nodes", "300", "--games", "2", "--json"
    ).json
    assert (found["games"], found["faults"]) == (2, [])


def test_it_tells_how_far_it_is(cli: Cli) -> None:
    err = cli("match", *EASY, "--games", "2", "--json").err
    assert [line.split(": ")[0] for line in err.splitlines()] == ["1 of 2 games", "2 of 2 games"]


def test_for_people(cli: Cli) -> None:
    out = cli("match", *EASY, "--games", "2", "--sprt", "0", "10").out
    assert "depth=2 against depth=1, 2 games" in out
    assert "Elo" in out
    assert "SPRT 0 against 10: running" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("depth=1", "nobody"), "no engine 'nobody'"),
        (("depth=1", "cmd:no-such-engine"), "no-such-engine cannot be started"),
        ((*EASY, "--games", "0"), "--games"),
        ((*EASY, "--seconds-per-move", "nan"), "--seconds-per-move"),
        ((*EASY, "--clock", "soon"), "'soon' is no time control"),
        ((*EASY, "--clock", "10", "--nodes", "5"), "--clock"),
        ((*EASY, "--margin", "-1"), "--margin"),
        ((*EASY, "--tables", "nowhere"), "nowhere"),
        ((*EASY, "--sprt", "5", "5"), "--sprt"),
        ((*EASY, "--openings", "nowhere.fen"), "nowhere.fen: No such file"),
        ((*EASY, "--pdn", "nowhere/x.pdn"), "nowhere/x.pdn: No such file"),
        ((*EASY, "--ruleset", "chess"), "no ruleset named 'chess'"),
    ],
)
def test_bad_arguments(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    done = cli("match", *arguments, "--json")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_bad_arguments_are_one_line(cli: Cli) -> None:
    assert "no engine" in complaint(cli("match", "depth=1", "nobody"))


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to a process alone there")
def test_ctrl_c_tells_the_score_so_far(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    command = [
        sys.executable,
        "-m",
        "damaci",
        "match",
        "beginner",
        "easy",
        "--games",
        "100000",
        "--concurrency",
        "2",
        "--json",
        "--pdn",
    ]
    file.touch()
    with subprocess.Popen(
        [*command, file, "--openings", _start(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        while file.stat().st_size == 0:
            assert process.poll() is None
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert '"interrupted": true' in out
    assert len(list(pdn.read(file))) >= 1


def _start(folder: Path) -> Path:
    file = folder / "start.fen"
    file.write_text("B:Wd4,e2:Bd6,e7\n", encoding="utf-8")
    return file
