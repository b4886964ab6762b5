"""The engine knows the draw rules of a game, and the options that its players have chosen."""

from dataclasses import replace
from typing import Any

import pytest

from damaci.board.position import Position
from damaci.engine import LEVELS, Engine, Level, Limits, Score
from damaci.errors import BadArgument
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


def shuffled(endings: Endings, fen: str = "B:WKa1:BKh7,Kg8") -> Game:
    game = Game(fen=fen, endings=endings)
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


# ---- contempt


def slightly_worse() -> Game:
    """A game in which White can repeat the position a third time, and has some -0.07 otherwise."""
    return shuffled(Endings(repetitions=3), "B:WKa1,c3:BKh7,g6")


def test_contempt_is_what_a_draw_costs() -> None:
    engine = Engine(4)
    content = engine.analyse(slightly_worse(), depth=8)
    assert (str(content.best), content.score) == ("a2-a1", DRAW)
    eager = engine.analyse(slightly_worse(), depth=8, contempt=100)
    assert str(eager.best) != "a2-a1"
    assert Score(cp=-100) < eager.score < DRAW
    # What was found with contempt is not used without.
    assert engine.analyse(slightly_worse(), depth=8).lines == content.lines


def test_the_other_side_gains_what_a_draw_costs() -> None:
    game = slightly_worse()
    game.pop()  # Black can let White repeat the position
    lines = Engine(4).analyse(game, depth=6, contempt=100, lines=len(game.legal_moves)).lines
    scores = {str(line.move): line.score for line in lines}
    assert scores["h8-h7"] == DRAW
    assert str(lines[0].move) != "h8-h7"


@pytest.mark.parametrize("contempt", [0, 40, 1000])
def test_a_draw_is_called_a_draw_whatever_it_costs(contempt: int) -> None:
    position = Position.from_fen(CAPTURE_TO_ONE_EACH)
    assert Engine(1).analyse(position, depth=8, contempt=contempt).score == DRAW


def test_who_would_lose_takes_the_draw() -> None:
    engine = Engine(4)
    assert str(engine.analyse(shuffled(Endings(repetitions=3)), depth=10, contempt=40).best) == "a2-a1"


@pytest.mark.parametrize("how", [Limits(depth=8), replace(LEVELS["master"], limits=Limits(depth=8), varied_plies=0)])
def test_who_plays_its_best_move_avoids_draws(how: Limits | Level) -> None:
    assert str(Engine(4).play(slightly_worse(), how)) != "a2-a1"
    assert str(Engine(4).play(slightly_worse(), how, contempt=0)) == "a2-a1"


def test_a_level_that_chooses_among_moves_counts_a_draw_as_equal() -> None:
    choosing = replace(LEVELS["hard"], tolerance=0)
    chosen = {Engine(4).play(slightly_worse(), choosing, contempt=contempt) for contempt in (0, 1000)}
    assert len(chosen) == 1
    assert str(chosen.pop()) in ("a2-a1", "a2-a8")  # after a2-a8 White can come back, too


@pytest.mark.parametrize("contempt", [-1, 1001, 0.5])
def test_contempt_out_of_range(contempt: Any) -> None:
    with pytest.raises(BadArgument, match="contempt"):
        Engine(1).analyse(Position.start(), depth=1, contempt=contempt)
    with pytest.raises(BadArgument, match="contempt"):
        Engine(1).play(Position.start(), Limits(depth=1), contempt=contempt)


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
