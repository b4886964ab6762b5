"""The search for puzzles in games: the same seeds give the same puzzles, and each puzzle has the properties that are
stated."""

import pickle
from pathlib import Path

import pytest

from damaci import RULESETS
from damaci.board.position import Position
from lab.puzzles.games import read_games
from lab.puzzles.mining import Job, mine


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_job(ruleset: str) -> None:
    mined = mine(Job(3, ruleset, games=2, seed=4, endings=0.5))
    assert mined.number == 3
    assert mined.counts.games == 2
    assert mined.counts.positions > 0
    assert mined.counts.puzzles == len(mined.found)


def test_puzzles_are_found_again() -> None:
    job = Job(0, "turkish", games=25, seed=1, endings=1)
    first = mine(job)
    second = mine(job)
    assert first == second
    assert first.found
    for found in first.found:
        position = Position.from_fen(found.before)
        for text in found.moves + found.tail:
            position = position.play(text)
        assert found.choices >= 2
        assert found.source.startswith("self-play 1/0/")


def test_games_are_read_from_pdn(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    header = '[GameType "30,W,8,8,A0,0"]\n\n'
    file.write_text(f"{header}1. d3-d4 a6-a5 2. e3-e4 *\n\n{header}1. a3-a4 *\n")
    games = [*read_games(file, "turkish")]
    assert [(game.name, len(game.positions)) for game in games] == [("games.pdn, game 1", 4), ("games.pdn, game 2", 2)]
    assert mine(Job(0, "turkish", read=tuple(games))).counts.games == 2
    sent = pickle.loads(pickle.dumps(games))  # from a worker process
    assert [[position.key for position in game.positions] for game in sent] == [
        [position.key for position in game.positions] for game in games
    ]
    assert [*read_games(file, "bulgarian")] == []
