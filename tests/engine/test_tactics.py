"""Positions with a single winning move; the plain searches confirm that it is the only one."""

import pytest

from damaci.board.position import Position
from damaci.engine import Engine, Score
from tests.engine import plain

WINS = [  # position, the only winning move, and in how many plies it wins
    ("B:Wa2:Bf6,c3,b2", "b2-b1", 5),
    ("W:WKf7,b3:Bc5", "f7-f5", 5),
    ("W:Wb7,Kd3:Bb5", "b7-b8", 5),
    ("B:Wa6:BKh7,Kf1", "f1-a1", 5),
    ("W:WKg6,g1,h1:BKg8", "g6-g3", 3),
]
SHOTS = [  # position, and the only move that gains two men or more: a sacrifice
    ("B:WKc5,e4,g2:Bf7,f5,e3", "e3-e2"),
    ("B:WKa7,b6,c3,b2:Bg7,g6,h6,h3,g2", "g2-h2"),
    ("W:Wb5,a4,g4,h4,d3,f3,h3,g2:Bd7,f7,c6,g6,h6,e5,f5", "b5-c5"),
    ("B:Wc4,e4,f4,h4,a3,b3,d3,g3,a2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,c6,e6,f6,g6,h6,a5,b5,d5", "d5-d4"),
    ("W:Wc4,f4,a3,c3,Kd3,e3,a2,b2,c2,d2,e2,g2,h2:Ba7,c7,e7,g7,h7,a6,e6,f6,h6,Kf1", "f4-f5"),
    ("B:WKb6,c4,f4,h4,a3,c3,e3,g3,a2,b2,c2,d2,e2,f2,g2,h2:Ba7,c7,d7,e7,g7,h7,a6,c6,d6,e6,f6,h6,g5", "d6-d5"),
    ("W:Wc4,f4,g4,h4,b3,d3,f3,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,Ka6,c6,f6,g6,h6,b5,d5,e5", "b2-a2"),
]
SHOT_DEPTH = 5


@pytest.mark.parametrize(("fen", "move", "plies"), WINS)
def test_a_forced_win_is_found_with_its_exact_distance(fen: str, move: str, plies: int) -> None:
    analysis = Engine(1).analyse(Position.from_fen(fen), depth=plies + 3)
    assert (str(analysis.best), analysis.score) == (move, Score(win=plies))
    assert len(analysis.lines[0].pv) == plies


@pytest.mark.parametrize(("fen", "move", "plies"), WINS)
def test_no_other_move_wins_as_soon(fen: str, move: str, plies: int) -> None:
    position = Position.from_fen(fen).kernel
    winning = {each for each in position.moves() if -plain.outcome(position.play(each), plies, 1) == plain.WON - plies}
    assert {Position(position).text(Position(position).move(each)) for each in winning} == {move}


@pytest.mark.parametrize(("fen", "move", "plies"), WINS)
def test_the_other_side_sees_its_loss(fen: str, move: str, plies: int) -> None:
    position = Position.from_fen(fen)
    after = position.play(position.parse_move(move))
    assert Engine(1).analyse(after, depth=plies + 3).score == Score(loss=plies - 1)


@pytest.mark.parametrize(("fen", "move"), SHOTS)
def test_a_shot_is_found(fen: str, move: str) -> None:
    assert str(Engine(1).analyse(Position.from_fen(fen), nodes=200_000).best) == move


@pytest.mark.parametrize(("fen", "move"), SHOTS)
def test_a_shot_is_the_only_move_that_gains_two_men(fen: str, move: str) -> None:
    position = Position.from_fen(fen)
    gains = {
        position.text(each): -plain.material(position.play(each).kernel, SHOT_DEPTH - 1) - plain.lead(position.kernel)
        for each in position.legal_moves
    }
    best, second = sorted(gains.values(), reverse=True)[:2]
    assert gains[move] == best >= 2 > second + 1
