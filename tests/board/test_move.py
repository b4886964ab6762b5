from damaci.board.move import Move
from damaci.board.square import Square


def test_equality_is_by_origin_target_and_captured() -> None:
    short = Move(Square.C8, Square.A2, (Square.B2, Square.C3, Square.C5))
    by_path = Move(
        Square.C8,
        Square.A2,
        (Square.B2, Square.C3, Square.C5),
        (Square.C8, Square.C4, Square.C2, Square.A2),
        (Square.C5, Square.C3, Square.B2),
    )
    assert short == by_path
    assert len({short, by_path}) == 1
    assert short != Move(Square.C8, Square.A2, (Square.B2, Square.C3))
    assert short != Move(Square.C8, Square.B2, (Square.B2, Square.C3, Square.C5))


def test_text() -> None:
    assert str(Move(Square.D3, Square.D4)) == "d3-d4"
    assert str(Move(Square.D3, Square.D5, (Square.D4,))) == "d3xd5"
    assert (
        str(
            Move(
                Square.D3, Square.F5, (Square.D4, Square.E5), (Square.D3, Square.D5, Square.F5), (Square.D4, Square.E5)
            )
        )
        == "d3xd5xf5"
    )


def test_path_of_a_move_made_without_one() -> None:
    assert Move(Square.D3, Square.D4).path == (Square.D3, Square.D4)
    assert Move(Square.D3, Square.D5, (Square.D4,)).jumps == (Square.D4,)
    unknown = Move(Square.C8, Square.A2, (Square.B2, Square.C3, Square.C5))
    assert unknown.path == ()
    assert str(unknown) == "c8xa2"


def test_is_capture() -> None:
    assert not Move(Square.D3, Square.D4).is_capture
    assert Move(Square.D3, Square.D5, (Square.D4,)).is_capture
