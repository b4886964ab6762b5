"""The results of the endgame tables in the form of an analysis."""

import pytest

from damaci.analysis.exact import LONGEST, exact
from damaci.engine import Score
from damaci.game.game import Game
from damaci.rules.options import Options
from damaci.tablebase import Plan, Tablebase, Terms, build


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """Endgame tables of up to three pieces."""
    folder = tmp_path_factory.mktemp("tables")
    list(build(folder, Plan.up_to(3, Terms.of("turkish")), threads=2))
    return Tablebase(folder)


def test_every_line_tells_how_it_ends_best_first(tables: Tablebase) -> None:
    known = exact(Game("turkish", "W:WKa1,Kd4:Bh2"), tables, 5)
    assert known
    scores = [line.score for line in known.lines]
    assert scores == [Score(win=5), Score(win=5), Score(win=7), Score(draw=True), Score(draw=True)]
    assert [len(line.pv) for line in known.lines] == [5, 5, 7, LONGEST, LONGEST]


def test_a_line_goes_on_to_the_end_of_the_game(tables: Tablebase) -> None:
    known = exact(Game("turkish", "W:WKa1,Kd4:Bh2"), tables, 1)
    assert known
    position = known.position
    for move in known.lines[0].pv:
        position = position.play(move)
    assert position.legal_moves == ()


def test_the_loser_is_told_how_long_it_takes(tables: Tablebase) -> None:
    won = exact(Game("turkish", "W:WKa1,Kd4:Bh2"), tables, 1)
    assert won
    game = Game("turkish", won.position.play(won.lines[0].move).fen)
    lost = exact(game, tables, 3)
    assert lost
    assert lost.lines[0].score == Score(loss=4)


@pytest.mark.parametrize(
    "game",
    [
        Game("turkish", "W:Wd4,h2:Bd5,d7,a8"),
        Game("bulgarian", "W:WKa1,Kd4:Bh2"),
        Game("turkish", "W:WKa1,Kd4:Bh2", options=Options(last_three_kings=True)),
    ],
    ids=["too-many-pieces", "no-tables", "other-options"],
)
def test_what_the_tables_do_not_know_is_left_to_the_engine(tables: Tablebase, game: Game) -> None:
    assert exact(game, tables, 1) is None
