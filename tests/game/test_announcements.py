import pytest

from damaci.board.color import Color
from damaci.board.square import Square
from damaci.game.announcements import Announcement, Said
from damaci.game.game import Game
from damaci.rules.options import Options

ALOUD = Options(announcements=True)
WHITE = Color.WHITE
BLACK = Color.BLACK


@pytest.mark.parametrize(
    ("fen", "move", "said"),
    [
        ("W:Wd3,e3:Bh7,g7", "d3-d4", []),
        ("W:Wd3,a2:Bd5,h7", "d3-d4", [Announcement(Said.ASK, WHITE, Square.D4, 1)]),
        ("W:Wa3,h2:Bb5,b7,g7", "a3-b3", []),
        ("W:Wd5,a2:Bg6,h7", "d5-d6", []),
        ("W:Wd6,a2:Bg6,h7", "d6-d7", [Announcement(Said.DAMA_NEXT, WHITE, Square.D7)]),
        ("B:Wa5,b5:Bd3,h7", "d3-d2", [Announcement(Said.DAMA_NEXT, BLACK, Square.D2)]),
        ("W:Wd7,a2:Bg6,h7", "d7-d8", [Announcement(Said.DAMA, WHITE, Square.D8)]),
        ("B:Wa5,b5:Bd2,h7", "d2-d1", [Announcement(Said.DAMA, BLACK, Square.D1)]),
        ("W:WKd5,a2:Bg6,a8", "d5-d6", [Announcement(Said.ASK, WHITE, Square.D6, 1)]),
        ("W:WKd7,a2:Bg6,h7", "d7-d8", []),
        (
            "W:Wd7,a2:Bd4,g6,h7",
            "d7-d8",
            [Announcement(Said.DAMA, WHITE, Square.D8), Announcement(Said.ASK, WHITE, Square.D8, 1)],
        ),
    ],
)
def test_what_is_said(fen: str, move: str, said: list[Announcement]) -> None:
    game = Game(fen=fen, options=ALOUD)
    game.push(move)
    assert list(game.announcements) == said


def test_nothing_is_said_without_the_option_or_before_a_move() -> None:
    quiet = Game(fen="W:Wd7,a2:Bg6,h7")
    aloud = Game(options=ALOUD)
    quiet.push("d7-d8")
    assert quiet.announcements == aloud.announcements == ()


def test_a_man_crowned_by_the_last_three_is_not_announced() -> None:
    game = Game(fen="W:Wd6:Bg6,h7,a7,b6", options=Options(announcements=True, last_three_kings=True))
    game.push("d6-d7")
    assert [each.said for each in game.announcements if each.said is not Said.ASK] == []
