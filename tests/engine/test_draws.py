"""The engine knows the draw rules of a game, and the options that its players have chosen."""

import pytest

from damaci.board.position import Position
from damaci.engine import Engine, Score
from damaci.game.game import Game
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options

DRAW = Score(draw=True)


def score(subject: Position | Game, depth: int = 8) -> Score:
    return Engine(4).analyse(subject, depth=depth).score


# ---- one piece each

CAPTURE_TO_ONE_EACH = "W:WKa2:Bb7,b2"
CAPTURE_INTO_A_CAPTURE = "W:Wc4:Bc5,Kc8"


def test_one_piece_each_is_drawn_at_once() -> None:
    assert score(Position.from_fen(CAPTURE_TO_ONE_EACH)) == DRAW
    assert score(Position.from_fen(CAPTURE_INTO_A_CAPTURE)) == DRAW


def test_one_piece_each_is_nothing_special_without_the_rule() -> None:
    assert score(Game(fen=CAPTURE_TO_ONE_EACH, endings=Endings())) > Score(cp=200)
    assert score(Game(fen=CAPTURE_INTO_A_CAPTURE, endings=Endings())) == Score(loss=2)


def test_one_piece_each_is_drawn_unless_the_mover_can_capture() -> None:
    endings = Endings(one_each=OneEach.UNLESS_CAPTURE)
    assert score(Game(fen=CAPTURE_TO_ONE_EACH, endings=endings)) == DRAW
    assert score(Game(fen=CAPTURE_INTO_A_CAPTURE, endings=endings)) == Score(loss=2)


def test_a_position_that_is_drawn_already_is_told_so() -> None:
    analysis = Engine(1).analyse(Position.from_fen("W:WKa2:Bb2"), depth=5, lines=2)
    assert [line.score for line in analysis.lines] == [DRAW, DRAW]


# ---- repetition

SHUFFLE = ["h7-h8", "a1-a2", "h8-h7", "a2-a1", "h7-h8", "a1-a2", "h8-h7"]


def shuffled(endings: Endings) -> Game:
    game = Game(fen="B:WKa1:BKh7,Kg8", endings=endings)
    for move in SHUFFLE:
        game.push(move)
    return game


def test_the_weaker_side_goes_for_the_third_occurrence() -> None:
    analysis = Engine(4).analyse(shuffled(Endings(repetitions=3)), depth=8)
    assert (str(analysis.best), analysis.score) == ("a2-a1", DRAW)


def test_without_the_rule_it_is_no_way_out() -> None:
    assert score(shuffled(Endings())) < DRAW


def test_the_stronger_side_avoids_it() -> None:
    game = Game(fen="B:WKa1:BKh7,Kg8,f7,e7", endings=Endings(repetitions=3))
    for move in SHUFFLE:
        game.push(move)
    assert score(game) == DRAW  # White, who is to move, can repeat the position
    game.pop()
    lines = Engine(4).analyse(game, depth=8, lines=len(game.legal_moves)).lines
    repeating = next(line for line in lines if str(line.move) == "h8-h7")
    assert repeating.score == DRAW
    assert lines[0].score > Score(cp=100)


# ---- counting moves


def test_king_against_king_is_drawn_after_three_moves() -> None:
    fen = "W:WKa1:BKh7"
    assert score(Position.from_fen(fen, "hgware")) == DRAW
    assert score(Game("hgware", fen, endings=Endings())) != DRAW


@pytest.mark.parametrize(("moves", "drawn"), [(2, True), (0, False)])
def test_no_progress_is_a_draw(moves: int, drawn: bool) -> None:
    game = Game("bulgarian", "W:WKa1:BKh2", endings=Endings(no_progress_moves=moves))
    assert (score(game, depth=6) == DRAW) is drawn


def test_the_moves_already_made_count() -> None:
    game = Game("bulgarian", "W:WKa1:BKh2", endings=Endings(no_progress_moves=5))
    assert score(game, depth=4) != DRAW
    for move in ("a1-b2", "h2-g1", "b2-a1", "g1-h2", "a1-b2", "h2-g1"):
        game.push(move)
    assert score(game, depth=4) == DRAW


# ---- options


def test_the_last_three_become_kings() -> None:
    game = Game(fen="W:Wa2,b3:Bg7,h6,e6", options=Options(last_three_kings=True))
    [line] = Engine(4).analyse(game, depth=8).lines
    assert any(abs(move.target - move.origin) > 8 for move in line.pv[2:])
    for move in line.pv:
        game.push(move)
