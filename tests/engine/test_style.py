"""The styles of playing, by the positions in which their games end."""

from collections.abc import Callable
from functools import cache

import pytest

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.engine import Engine, Line, Score
from damaci.engine.style import STYLES, bonuses
from damaci.game.game import Game

PLIES = 30
GAMES = 20
Measure = Callable[[Position], int]


def pieces(position: Position) -> int:
    return sum(position.men(color).bit_count() + position.kings(color).bit_count() for color in Color)


def rows(position: Position) -> int:
    """The number of rows that White's men have advanced."""
    return sum(square // 8 for square in range(64) if position.men(Color.WHITE) >> square & 1)


def supported(position: Position) -> int:
    """The number of White's men that have a man behind them."""
    men = position.men(Color.WHITE)
    return (men & men << 8).bit_count()


@cache
def played(name: str) -> tuple[Position, ...]:
    """The final positions of games in which White plays with the style of that name, and Black without one."""
    return tuple(game(name, seed).position for seed in range(GAMES))


def game(name: str, seed: int) -> Game:
    played = Game()
    engine = Engine(1)
    while played.ply < PLIES and not played.outcome():
        played.push(engine.play(played, name if played.turn is Color.WHITE else "casual", seed))
    return played


def total(name: str, measure: Measure) -> int:
    return sum(map(measure, played(name)))


def share(name: str, measure: Measure) -> float:
    """The average of a measure for each of White's men."""
    return total(name, measure) / total(name, lambda position: position.men(Color.WHITE).bit_count())


def test_a_trader_exchanges() -> None:
    assert total("casual-trader", pieces) < total("casual", pieces) - GAMES / 2


def test_the_bold_go_forward() -> None:
    assert share("casual-bold", rows) > share("casual", rows) + 0.1


def test_the_careful_keep_their_men_together() -> None:
    assert share("casual-careful", supported) > share("casual", supported) + 0.04


@pytest.mark.parametrize("name", STYLES)
def test_both_sides_like_the_same(name: str) -> None:
    white = Position.from_fen("W:Wa2,b2,b3,Kh1:Ba7,b7,b6")
    black = Position.from_fen("B:Wa2,b2,b3:Ba7,b7,b6,Kh8")
    there = white.parse_move("b3-b4")
    here = black.parse_move("b6-b5")
    liked = STYLES[name].bonus(white, Line(Score(cp=0), (there,)))
    assert liked == STYLES[name].bonus(black, Line(Score(cp=0), (here,)))
    assert liked != 0


def test_without_a_style_nothing_is_liked() -> None:
    start = Position.start()
    assert bonuses(None, start, [Line(Score(cp=0), (start.legal_moves[0],))]) == [0.0]


def test_no_style_gives_a_man_for_its_taste() -> None:
    """Every style chooses only among moves that are about as good as the best."""
    hangs = Position.from_fen("W:Wd4,a3,h2:Bd6,h7")
    assert all(str(Engine(1).play(hangs, "medium-bold", seed)) != "d4-d5" for seed in range(10))
