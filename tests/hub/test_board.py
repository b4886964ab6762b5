import pytest

from damaci.board.position import Position
from damaci.errors import DamaciError, IllegalMove, MoveTextError
from damaci.hub.board import read_move, read_position, write_move, write_position
from damaci.hub.squares import Squares
from tests.support import conformance_positions

POSITIONS = [Position.from_fen(each["fen"], each["ruleset"]) for each in conformance_positions()[::25]]
START = "W" + "e" * 8 + "b" * 16 + "e" * 16 + "w" * 16 + "e" * 8
SHOT = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4")


def test_the_start() -> None:
    assert write_position(Position.start()) == START
    assert read_position(START, "turkish") == read_position("start", "turkish") == Position.start()


def test_positions_survive() -> None:
    assert all(read_position(write_position(position), position.ruleset) == position for position in POSITIONS)


def test_a_fen_is_read_too() -> None:
    assert read_position(SHOT.fen, "turkish") == SHOT


@pytest.mark.parametrize("squares", Squares)
def test_moves_survive(squares: Squares) -> None:
    for position in POSITIONS:
        for move in position.legal_moves:
            assert read_move(position, write_move(move, squares), squares) == move


def test_captured_squares_come_in_any_order_or_not_at_all() -> None:
    [move] = SHOT.legal_moves
    for text in ("46x10x11x20x29x38", "46x10x38x29x20x11", "46x10", "f3xb7", "f3xf5xd5xd7xb7", "46x30x28x12x10"):
        assert read_move(SHOT, text) == move


@pytest.mark.parametrize("text", ["", "46", "46-", "0-5", "46x10x", "46 x 10", "f3xi9", "\x00", "9" * 5000])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        read_move(SHOT, text)


def test_a_square_beyond_the_board() -> None:
    with pytest.raises(MoveTextError, match="65 is not a square: expected a number from 1 to 64"):
        read_move(SHOT, "65-1")


@pytest.mark.parametrize("text", ["46-38", "46x10x11x20x29", "46x30x38", "1-2"])
def test_illegal_moves_are_refused(text: str) -> None:
    with pytest.raises((IllegalMove, MoveTextError)):
        read_move(SHOT, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected the side to move, W or B"),
        ("X" + START[1:], "expected the side to move, W or B"),
        (START[:-1], "a position of 64 characters: expected 65"),
        ("We" + "Q" + START[3:], "character 3 of a position is 'Q'"),
        ("W" + "w" + START[2:], "a white man on a8"),
        ("W:rubbish", "FEN"),
    ],
)
def test_bad_positions_are_told(text: str, message: str) -> None:
    with pytest.raises(DamaciError, match=message):
        read_position(text, "turkish")
