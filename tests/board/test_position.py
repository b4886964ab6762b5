import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.piece import Piece
from damaci.board.position import Position
from damaci.board.setup import Setup
from damaci.board.square import SQUARES, Square
from damaci.errors import IllegalMove, UnknownRuleset
from damaci.rules.catalogue import RULESETS
from tests.board.samples import any_position


@given(any_position)
def test_repr_rebuilds(position: Position) -> None:
    assert eval(repr(position)) == position


def test_repr_names_the_ruleset_unless_it_is_the_usual_one() -> None:
    assert repr(Position.from_fen("W:Wd4:B")) == "Position.from_fen('W:Wd4:B')"
    assert repr(Position.from_fen("W:Wd4:B", "world")) == "Position.from_fen('W:Wd4:B', 'world')"


@given(any_position)
def test_copies_are_equal(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position


def test_equality_and_hash() -> None:
    position = Position.from_fen("W:Wd4:Bd6")
    assert position == Position.from_fen("W:Bd6:Wd4")
    assert hash(position) == hash(Position.from_fen("W:Bd6:Wd4"))
    others = [Position.from_fen("B:Wd4:Bd6"), Position.from_fen("W:WKd4:Bd6"), Position.from_fen("W:Wd4:Bd6", "hgware")]
    assert len({position, *others}) == 4
    assert position != "W:Wd4:Bd6"


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Position.start().kernel = Position.start("world").kernel  # type: ignore[misc]


@given(any_position)
def test_pieces_in_every_view_of_them(position: Position) -> None:
    pieces = position.pieces()
    assert list(pieces) == sorted(pieces)
    assert {square: piece for square in SQUARES if (piece := position.piece_at(square))} == pieces
    for color in Color:
        of_color = {square: piece for square, piece in pieces.items() if piece.color is color}
        assert position.men(color) == sum(1 << square for square, piece in of_color.items() if not piece.king)
        assert position.kings(color) == sum(1 << square for square, piece in of_color.items() if piece.king)
        assert position.count(color) == len(of_color)
    assert position.status == []


@given(any_position)
def test_legal_moves_are_in_order_and_each_is_told_from_the_others(position: Position) -> None:
    moves = position.legal_moves
    assert list(moves) == sorted(
        moves, key=lambda move: (move.origin, move.target, sum(1 << square for square in move.captured))
    )
    assert len(set(moves)) == len(moves)
    assert position.has_moves == bool(moves)
    assert {bool(move.captured) for move in moves} <= {position.must_capture > 0}
    for move in moves:
        assert position.is_legal(move)
        assert (move.path[0], move.path[-1]) == (move.origin, move.target)
        assert tuple(sorted(move.jumps)) == move.captured
        assert (move.path, move.jumps) in position.paths(move)


@pytest.mark.parametrize(
    ("ruleset", "fen", "count"),
    [
        ("turkish", "W:Wf3:Bc7,d6,e5,g5,f4", 4),
        ("turkish", "W:Wf3:Bc7", 0),
        ("turkish", "W:Wf3:B", 0),
        ("turkish", "W:W:Bf3", 0),
        ("bulgarian", "W:WKc3:Bb4,g3,d2", 1),
    ],
)
def test_must_capture_is_the_fewest_that_any_legal_move_takes(ruleset: str, fen: str, count: int) -> None:
    assert Position.from_fen(fen, ruleset).must_capture == count


@pytest.mark.parametrize(
    "move",
    [
        Move(Square.D3, Square.D5),
        Move(Square.D4, Square.D5),
        Move(Square.D6, Square.D5),
        Move(Square.D3, Square.D4, (Square.D4,)),
        Move(Square.D3, Square.D5, (Square.D4,)),
    ],
)
def test_an_illegal_move_is_refused(move: Move) -> None:
    position = Position.start()
    assert not position.is_legal(move)
    for refuse in (position.play, position.text, position.paths):
        with pytest.raises(IllegalMove, match=f"{move} is not legal in W:W"):
            refuse(move)


def test_play_leaves_the_position_as_it_was() -> None:
    position = Position.start()
    after = position.play(position.legal_moves[0])
    assert position == Position.start()
    assert after.turn is Color.BLACK
    assert after.key != position.key


def test_passing_and_crowning() -> None:
    position = Position.from_fen("W:Wd4,Kh1:Bd6")
    assert position.passed().fen == "B:Wd4,Kh1:Bd6"
    assert position.with_kings_only(Color.WHITE).fen == "W:WKd4,Kh1:Bd6"
    assert position.with_kings_only(Color.BLACK).fen == "W:Wd4,Kh1:BKd6"


def test_unknown_ruleset() -> None:
    for make in (Position.start, lambda name: Position.from_fen("W:Wd4:B", name)):
        with pytest.raises(UnknownRuleset, match="no ruleset named 'chess'"):
            make("chess")


def test_diagram() -> None:
    assert str(Position.from_fen("W:Wa1,Kc3:Bb6,Kh8", "bulgarian")).splitlines() == [
        "8   .   .   .   B",
        "7 .   .   .   .",
        "6   b   .   .   .",
        "5 .   .   .   .",
        "4   .   .   .   .",
        "3 .   W   .   .",
        "2   .   .   .   .",
        "1 w   .   .   .",
        "  a b c d e f g h",
    ]
    assert str(Position.start()).splitlines()[1:3] == ["7 b b b b b b b b", "6 b b b b b b b b"]


# ---- symmetries ------------------------------------------------------------------------------------------------------


def mirrored(position: Position) -> Position:
    """The position with left and right exchanged."""
    return Setup(
        {Square(square ^ 7): piece for square, piece in position.pieces().items()}, position.turn, position.ruleset
    ).position()


def flipped(position: Position) -> Position:
    """The position with the colours exchanged and the board turned round."""
    pieces = {Square(63 - square): Piece(piece.color.other, piece.king) for square, piece in position.pieces().items()}
    return Setup(pieces, position.turn.other, position.ruleset).position()


def moved(move: Move, to: Callable[[int], int]) -> Move:
    return Move(
        Square(to(move.origin)), Square(to(move.target)), tuple(sorted(Square(to(square)) for square in move.captured))
    )


@given(any_position.filter(lambda position: position.ruleset.name != "bulgarian"))
def test_mirror_symmetry(position: Position) -> None:
    """This does not hold for rulesets on dark squares only, because their mirror images are light."""
    assert set(mirrored(position).legal_moves) == {
        moved(move, lambda square: square ^ 7) for move in position.legal_moves
    }
    assert mirrored(position).perft(2) == position.perft(2)


@given(any_position)
def test_color_symmetry(position: Position) -> None:
    assert set(flipped(position).legal_moves) == {
        moved(move, lambda square: 63 - square) for move in position.legal_moves
    }
    assert flipped(position).perft(2) == position.perft(2)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_start_is_its_own_flip(ruleset: str) -> None:
    assert flipped(Position.start(ruleset)) == Position.start(ruleset).passed()
