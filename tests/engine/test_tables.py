"""The engine with endgame tables."""

import pytest

from damaci.board.position import Position
from damaci.engine import Engine, Score
from damaci.game.game import Game
from damaci.rules.options import Options
from damaci.tablebase import Plan, Tablebase, Terms, build

LONG_WIN = "W:Wa4,Kb1:Bh6"
DRAW = "W:WKa1,Kb1:BKh7"


@pytest.fixture(scope="module")
def tablebase(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    folder = tmp_path_factory.mktemp("tables")
    for _ in build(folder, Plan.up_to(3, Terms.of("turkish")), threads=2):
        pass
    return Tablebase(folder)


def test_a_long_win_is_seen_at_once(tablebase: Tablebase) -> None:
    found = Engine(1, tables=tablebase).analyse(Position.from_fen(LONG_WIN), depth=1)
    assert found.score == Score(win=15)
    assert Engine(1).analyse(Position.from_fen(LONG_WIN), depth=1).score != Score(win=15)


def test_a_draw_is_known_for_one(tablebase: Tablebase) -> None:
    assert Engine(1, tables=tablebase).analyse(Position.from_fen(DRAW), depth=3).score == Score(draw=True)


def test_both_sides_play_the_shortest_way(tablebase: Tablebase) -> None:
    engine, game = Engine(1, tables=tablebase), Game(fen=LONG_WIN)
    while game.legal_moves:
        game.push(engine.analyse(game, depth=2).best)
    assert len(game.moves) == 15


def test_tables_of_other_rules_are_not_used(tablebase: Tablebase) -> None:
    game = Game(fen=LONG_WIN, options=Options(last_three_kings=True))
    assert Engine(1, tables=tablebase).analyse(game, depth=1).score != Score(win=15)
    assert Engine(1, tables=tablebase).analyse(Position.from_fen(LONG_WIN, "kenyan"), depth=1).score != Score(win=15)
