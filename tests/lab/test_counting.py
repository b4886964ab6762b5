"""Counted games: the same seeds give the same games, and the sums are correct."""

from pathlib import Path

import numpy as np
import pytest

from damaci import Position
from damaci.book import EngineGames, Results
from damaci.book.canonical import canonical_key
from lab.commands import main
from lab.counted import Counted, CountedRun, add_up
from lab.counting import COUNTS, CountedShard, count_shard
from lab.errors import LabError
from lab.tally import Tally
from lab.work import Workers

BALLOTS = (("a3-a4", "h6-h5"), ("b3-b4", "f6-f5", "g3-g4"))
SHARD = CountedShard(0, 4, "turkish", nodes=30, seed=1, ballots=BALLOTS)


def test_every_game_goes_through_the_start_and_its_ballot() -> None:
    _, counts = count_shard(SHARD)
    games = {int(row["key"]): int(row["won"] + row["drawn"] + row["lost"]) for row in counts}
    assert games[canonical_key(Position.start())] == 4
    position = Position.start()
    for move in BALLOTS[1]:
        position = position.play(move)
    assert games[canonical_key(position)] == 2


def test_shards_repeat_and_differ() -> None:
    again = [count_shard(SHARD)[1].tolist() for _ in range(2)]
    assert again[0] == again[1]
    other = CountedShard(1, 4, "turkish", nodes=30, seed=1, ballots=BALLOTS)
    assert count_shard(other)[1].tolist() != again[0]


def test_sums() -> None:
    one = np.array([(1, 1, 0, 0), (5, 0, 2, 0)], COUNTS)
    other = np.array([(5, 1, 1, 1), (9, 0, 0, 3)], COUNTS)
    assert add_up([one, other]).tolist() == [(1, 1, 0, 0), (5, 1, 3, 1), (9, 0, 0, 3)]


def test_a_folder_is_continued_and_packed(tmp_path: Path) -> None:
    run = CountedRun(tmp_path, "turkish", 30, 1, 4, BALLOTS)
    assert list(run.play(1, Workers(1))) == [0]
    assert run.there(2) == 1
    assert list(run.play(2, Workers(1))) == [1]
    counted = Counted.read(tmp_path, least=2)
    assert counted.games == EngineGames(counted.file()).results(Position.start()).games == 8
    assert "| games | 8, from 2 ballots" in counted.card()
    with pytest.raises(LabError, match="made with other settings"):
        CountedRun(tmp_path, "turkish", 31, 1, 4, BALLOTS).there(2)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        (b"", "expected ballots, found none"),
        (b"\xff\x8a", "expected text in UTF-8"),
        (b"d3-d4\nd3-d5\n", "line 2: d3-d5"),
        (b"{", "line 1: "),
    ],
)
def test_what_are_no_ballots_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: bytes, problem: str
) -> None:
    file = tmp_path / "some.ballots"
    file.write_bytes(written)
    assert main(["count", str(tmp_path / "games"), "--ballots", str(file), "--games", "1", "--shard-games", "1"]) == 2
    complaint = capsys.readouterr().err
    assert f"{file}: {problem}" in complaint
    assert complaint.count("\n") == 1


def test_the_tally_is_that_of_the_start(tmp_path: Path) -> None:
    run = CountedRun(tmp_path, "turkish", 30, 1, 4, BALLOTS)
    list(run.play(2, Workers(1)))
    packed = EngineGames(Counted.read(tmp_path, least=1).file())
    assert run.tally(2).results == packed.results(Position.start())
    assert run.tally(1).results.games == 4
    with pytest.raises(LabError):
        run.tally(3)


def test_the_score_and_its_interval() -> None:
    tally = Tally(Results(white=50, draw=20, black=30))
    assert tally.score == pytest.approx(0.6)
    assert tally.margin == pytest.approx(1.96 * np.std([1] * 50 + [0.5] * 20 + [0] * 30) / 10)
    assert str(tally) == (
        "100 games: White won 50.00%, 20.00% were drawn, Black won 30.00%; White scored 60.00% ± 8.54%"
    )
