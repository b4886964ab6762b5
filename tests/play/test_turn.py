"""The side to move, computed without the moves of the game."""

from damaci.play.events import Settings
from damaci.play.turn import to_move


def test_white_begins_unless_the_first_position_says_otherwise() -> None:
    assert [to_move(Settings(), plies) for plies in (0, 1, 2)] == ["white", "black", "white"]
    assert [to_move(Settings(fen="B:We6:Bg5,f2"), plies) for plies in (0, 1)] == ["black", "white"]
