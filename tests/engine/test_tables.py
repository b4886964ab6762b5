"""The engine with endgame tables."""

from itertools import count
from pathlib import Path
from typing import Any

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
    engine = Engine(1, tables=tablebase)
    game = Game(fen=LONG_WIN)
    while game.legal_moves:
        game.push(engine.analyse(game, depth=2).best)
    assert len(game.moves) == 15


def test_tables_of_other_rules_are_not_used(tablebase: Tablebase) -> None:
    game = Game(fen=LONG_WIN, options=Options(last_three_kings=True))
    assert Engine(1, tables=tablebase).analyse(game, depth=1).score != Score(win=15)
    assert Engine(1, tables=tablebase).analyse(Position.from_fen(LONG_WIN, "kenyan"), depth=1).score != Score(win=15)


def test_opening_tables_is_part_of_a_searchs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(step=0.04)
    monkeypatch.setattr("damaci.engine.engine.monotonic", lambda: next(clock))
    engine = Engine(1, tables=Tablebase(tmp_path))
    engine._searcher = Watched(engine._searcher)
    engine.analyse(Position.start(), seconds=0.1)
    engine.analyse(Position.start(), seconds=0.01)
    assert engine._searcher.seconds == [pytest.approx(0.06), 0.001]


class Watched:
    """A searcher that notes the time limit of each search."""

    def __init__(self, searcher: Any) -> None:
        self._searcher = searcher
        self.seconds: list[float] = []

    def search(self, position: Any, *, seconds: float, **more: Any) -> Any:
        self.seconds.append(seconds)
        return self._searcher.search(position, seconds=seconds, **more)
