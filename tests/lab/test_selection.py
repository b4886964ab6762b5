"""Selected positions are quiet, each is selected once, and they are split by games."""

from pathlib import Path

import numpy as np
import pytest

from damaci.batch import Positions
from damaci.tablebase import Plan, Tables, Terms, build
from lab.errors import LabError
from lab.records import RECORD, Records, shards, write_shard
from lab.selection import is_quiet, read_positions, select, write_positions

ABOUT = {"ruleset": "turkish", "games": 10, "nodes": 60, "seed": 0, "weights": None}
QUIET = "W:Wa2:Bh7"
CAPTURE = "W:Wd4:Bd5,h7"
THREAT = "B:Wd4:Bd5,h7,e7"


def records(fens: list[str], scores: list[int] | None = None, games: list[int] | None = None) -> Records:
    batch = Positions.from_fens(fens)
    found = np.zeros(len(fens), RECORD)
    found["boards"] = batch.boards
    found["white_to_move"] = batch.white_to_move
    found["score"] = scores or 0
    found["game"] = games or 0
    return found


def write(folder: Path, number: int, of: Records, about: dict[str, object] = ABOUT) -> Path:
    path = folder / f"games-{number:06}.npz"
    write_shard(path, about, of)
    return path


def nothing() -> None:
    pass


def test_quiet_is_where_neither_side_can_capture_and_nothing_is_decided() -> None:
    found = is_quiet("turkish", records([QUIET, CAPTURE, THREAT, QUIET, QUIET], [0, 0, 0, 1500, -1499]))
    assert found.tolist() == [True, False, False, False, True]


def test_each_position_is_there_once(tmp_path: Path) -> None:
    paths = [
        write(tmp_path, 0, records([QUIET, "B:Wa2:Bh7", QUIET])),
        write(tmp_path, 1, records([QUIET, "W:Wb2:Bh7"])),
    ]
    heard: list[int] = []
    about, found = select(paths, lambda: heard.append(1))
    assert [tuple(position) for position in found[["white_to_move", "held_out"]].tolist()] == [
        (True, True),
        (False, True),
        (True, True),
    ]
    assert (about["games"], about["recorded"], len(found), len(heard)) == (20, 5, 3, 2)
    assert about["runs"] == {"--nodes 60 --seed 0 --shard-games 10": 20}


def test_every_tenth_game_is_held_out(tmp_path: Path) -> None:
    fens = [f"W:W{file}{rank}:Bh7" for file in "abcde" for rank in (2, 3)]
    paths = [write(tmp_path, number, records(fens, games=list(range(10)))) for number in (0, 1)]
    _, found = select(paths[:1], nothing)
    assert found["held_out"].tolist() == [True] + 9 * [False]


def test_endings_are_relabelled(tmp_path: Path) -> None:
    terms = Terms.of("turkish")
    for _ in build(tmp_path / "tables", Plan.up_to(3, terms)):
        pass
    fens = ["W:WKc1,d4:Bh3", "B:Wh6:BKc8,d5", "B:WKc1,d4:Bh3", "W:WKa1,Kb1:BKh8", "W:WKc1,d4,b4:Bh3"]
    lied = records(fens, scores=[-70] * len(fens))
    lied["result"] = -1
    about, found = select([write(tmp_path, 0, lied)], nothing, Tables(tmp_path / "tables", terms))
    assert found["result"].tolist() == [1, -1, 1, 0, -1]
    assert found["score"].tolist() == [1500, 1500, -1500, 0, -70]
    assert about["relabelled"] == 4
    plain, unchanged = select([write(tmp_path, 0, lied)], nothing)
    assert (set(unchanged["result"]), plain["relabelled"]) == ({-1}, 0)


def test_positions_come_back(tmp_path: Path) -> None:
    about, found = select([write(tmp_path, 0, records([QUIET, "W:Wb2:Bh7"]))], nothing)
    write_positions(tmp_path / "positions.npz", about, found)
    again, read = read_positions(tmp_path / "positions.npz")
    assert (read == found).all()
    assert about.items() <= again.items()


def test_games_that_do_not_go_together(tmp_path: Path) -> None:
    paths = [write(tmp_path, 0, records([QUIET])), write(tmp_path, 1, records([QUIET]), ABOUT | {"ruleset": "world"})]
    with pytest.raises(LabError, match=r"games-000001\.npz: games of world, the others are of turkish"):
        select(paths, nothing)


def test_several_runs_are_told_apart(tmp_path: Path) -> None:
    others = ABOUT | {"nodes": 70, "weights": "abc"}
    paths = [write(tmp_path, 0, records([QUIET])), write(tmp_path, 1, records([QUIET]), others)]
    about, _ = select(paths, nothing)
    assert about["runs"] == {
        "--nodes 60 --seed 0 --shard-games 10": 10,
        "--nodes 70 --seed 0 --shard-games 10 --weights abc": 10,
    }


def test_no_games_at_all(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="expected shards of games"):
        shards(tmp_path)


def test_games_are_no_positions(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"games-000000\.npz: holds games, expected positions"):
        read_positions(write(tmp_path, 0, records([QUIET])))
