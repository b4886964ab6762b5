"""Games that endgame tables decide, and games that they do not."""

from pathlib import Path
from typing import cast

import pytest

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.game.game import Game
from damaci.match import Adjudication
from damaci.match.adjudication import adjudicate
from damaci.tablebase import Plan, Probe, Tables, Terms, build


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    folder: Path = tmp_path_factory.mktemp("tables")
    for _ in build(folder, Plan.up_to(3, Terms.of("turkish"))):
        pass
    return Tables(folder, Terms.of("turkish"))


@pytest.mark.parametrize(
    ("fen", "winner", "message"),
    [
        ("W:WKc1,d4:Bh3", Color.WHITE, "endgame tables: white wins in 13 plies"),
        ("B:Wh6:BKc8,d5", Color.BLACK, "endgame tables: black wins in 13 plies"),
        ("W:Wd4,e2:Bd5", Color.WHITE, "endgame tables: white wins in 1 ply"),
        ("W:WKa1,Kb1:BKh8", None, "endgame tables: drawn"),
    ],
)
def test_what_tables_know(tables: Tables, fen: str, winner: Color | None, message: str) -> None:
    assert adjudicate(Game(fen=fen), 300, tables) == Adjudication("tables", winner, message)


def test_the_loser_may_be_to_move(tables: Tables) -> None:
    game = Game(fen="W:WKc1,d4:Bh3")
    game.push(next(iter(tables.moves(game.position))))
    assert adjudicate(game, 300, tables) == Adjudication(
        "tables", Color.WHITE, "endgame tables: white wins in 12 plies"
    )


def test_what_they_do_not_know_is_played_on(tables: Tables) -> None:
    assert adjudicate(Game(fen="W:WKc1,d4:Bh3,h6"), 300, tables) is None
    assert adjudicate(Game(), 300, None) is None


class Foreseen:
    """Knows a win in 13 plies in every position."""

    def probe(self, position: Position) -> Probe:
        return Probe(1, 13)


def test_a_win_that_comes_too_late_is_played_on() -> None:
    tables = cast(Tables, Foreseen())
    game = Game("world", "W:WKa1,Kc1:BKh8")  # the game is drawn after 25 moves of each side without progress
    kept = {}
    for ply in range(0, 48, 4):
        kept[ply] = adjudicate(game, 300, tables) is not None
        for text in ("a1-a2", "h8-h7", "a2-a1", "h7-h8"):
            game.push(text)
    assert [ply for ply, adjudicated in kept.items() if adjudicated] == list(range(0, 40, 4))
