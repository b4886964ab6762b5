import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from damaci.board.movetext import read_attempt, read_moves
from damaci.board.position import Position
from damaci.errors import AmbiguousMove, DamaciError, MoveTextError
from tests.board.samples import any_position

EXAMPLE_1 = Position.from_fen("W:Wf3:Bc7,d6,e5,g5,f4")
EXAMPLE_3 = Position.from_fen("B:Wc5,g4,c3,f3,h3,b2,e2,g2:BKc8")
EXAMPLE_8 = Position.from_fen("W:We5,Kh1:Bh6,f5")
TWO_ROUTES = Position.from_fen("W:Wd4:Bc5,d5,e5,c4,e4", "world")
LOOP = Position.from_fen("W:WKb2:Bd5,b4,e3,c2")


@pytest.mark.parametrize(
    ("position", "text", "path"),
    [
        (Position.start(), "d3-d4", "d3-d4"),
        (Position.start(), "d3d4", "d3-d4"),
        (Position.start(), " D3-D4\n", "d3-d4"),
        (EXAMPLE_1, "f3xb7", "f3xf5xd5xd7xb7"),
        (EXAMPLE_1, "f3b7", "f3xf5xd5xd7xb7"),
        (EXAMPLE_1, "F3XB7", "f3xf5xd5xd7xb7"),
        (EXAMPLE_1, "f3xf5xd5xd7xb7", "f3xf5xd5xd7xb7"),
        (EXAMPLE_1, "f3f5d5d7b7", "f3xf5xd5xd7xb7"),
        (EXAMPLE_1, "f3xf4xe5xd6xc7", "f3xf5xd5xd7xb7"),
        (EXAMPLE_8, "e5xf5", "e5xg5"),
        (EXAMPLE_8, "e5f5", "e5xg5"),
        (EXAMPLE_8, "h1xh7", "h1xh7"),
    ],
)
def test_what_is_read(position: Position, text: str, path: str) -> None:
    assert str(position.parse_move(text)) == path


@pytest.mark.parametrize(
    "path",
    [
        "c8xc4xc2xf2xh2xh4xf4xf2xa2",
        "c8xc4xc2xf2xf4xh4xh2xf2xa2",
        "c8xc4xc2xf2xf4xh4xh2xe2xa2",
        "c8xc4xc2xf2xf4xh4xh2xd2xa2",
        "c8xc4xc2xf2xf4xh4xh2xc2xa2",
    ],
)
def test_the_path_given_is_the_one_remembered(path: str) -> None:
    move = EXAMPLE_3.parse_move(path)
    assert move == EXAMPLE_3.legal_moves[0]
    assert str(move) == path
    assert (move.path, move.jumps) in EXAMPLE_3.paths(move)


@pytest.mark.parametrize("text", ["c8xc5xc3xe2xg2xh3xg4xf3xb2", "c8xc5xc3xe2xf3xg4xh3xg2xb2"])
def test_the_captured_squares_that_the_federation_prints(text: str) -> None:
    move = EXAMPLE_3.parse_move(text)
    assert move == EXAMPLE_3.legal_moves[0]
    assert "x".join(map(str, (move.origin, *move.jumps))) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move: expected squares such as d3-d4, or f3xb7 for a capture; found the end"),
        ("f3", "'f3' is not a move: expected squares such as d3-d4, or f3xb7 for a capture; found the end"),
        ("f3x", "found 'x' at character 3"),
        ("f3xi9", "found 'x' at character 3"),
        ("f3--f4", "found '-' at character 3"),
        ("f3 - f4", "found ' ' at character 3"),
        ("31-26", "found '3' at character 1"),
        ("Kf3-f4", "found 'k' at character 1"),
        ("f3-f4-f5", "expected one hyphen between two squares, or an x before every square after the first"),
        ("f3xf5d5", "expected one hyphen between two squares, or an x before every square after the first"),
        ("f3xf5-d5", "expected one hyphen between two squares, or an x before every square after the first"),
        ("f3-b7", "f3-b7: this move captures: write x"),
    ],
)
def test_what_is_no_move_text(text: str, message: str) -> None:
    with pytest.raises(MoveTextError) as caught:
        EXAMPLE_1.parse_move(text)
    assert message in str(caught.value)


def test_an_x_that_captures_nothing() -> None:
    with pytest.raises(MoveTextError, match="d3xd4: this move captures nothing: write -"):
        Position.start().parse_move("d3xd4")


@pytest.mark.parametrize(
    ("position", "text", "message"),
    [
        (EXAMPLE_8, "h1xh6", "h1xh6: this can mean h1xh7, h1xh8"),
        (TWO_ROUTES, "d4xd6", "d4xd6: this can mean d4xb4xd6, d4xf4xd6"),
        (TWO_ROUTES, "d4d6", "d4d6: this can mean d4xb4xd6, d4xf4xd6"),
    ],
)
def test_what_is_ambiguous(position: Position, text: str, message: str) -> None:
    with pytest.raises(AmbiguousMove, match=message):
        position.parse_move(text)


def test_two_routes_are_written_with_every_landing_square() -> None:
    assert list(map(TWO_ROUTES.text, TWO_ROUTES.legal_moves)) == ["d4xb4xd6", "d4xf4xd6"]


def test_a_capture_that_ends_where_it_began() -> None:
    round_and_back = LOOP.parse_move("b2xb2")
    assert LOOP.text(round_and_back) == "b2xb2"
    assert [LOOP.parse_move(text) for text in ("b2xb5xe5xe2xb2", "b2xe2xe5xb5xb2")] == [round_and_back, round_and_back]
    assert LOOP.play(round_and_back).fen == "B:WKb2:B"


@given(any_position)
def test_every_legal_move_reads_back(position: Position) -> None:
    for move in position.legal_moves:
        text = position.text(move)
        assert position.parse_move(text) == move
        assert position.parse_move(text.replace("-", "").replace("x", "")) == move
        for path in position.paths(move):
            if move.is_capture and len(path.squares) > 2:
                read = position.parse_move("x".join(map(str, path.squares)))
                assert (read, read.path, read.jumps) == (move, path.squares, path.jumps)


@given(any_position, st.data())
def test_captured_squares_read_back_or_are_ambiguous(position: Position, data: st.DataObject) -> None:
    captures = [move for move in position.legal_moves if len(move.captured) > 1]
    assume(captures)
    move = data.draw(st.sampled_from(captures))
    text = "x".join(map(str, (move.origin, *move.jumps)))
    meant = read_moves(position, read_attempt(text))
    assert meant
    if len(meant) > 1:
        with pytest.raises(AmbiguousMove, match="can mean"):
            position.parse_move(text)
    else:
        assert position.parse_move(text) == meant[0]


@given(any_position, st.text(max_size=12) | st.text(alphabet="abcdefgh12345678-x", max_size=12))
def test_rubbish_raises_only_our_errors(position: Position, text: str) -> None:
    try:
        move = position.parse_move(text)
    except DamaciError:
        return
    assert position.is_legal(move)


@pytest.mark.parametrize("text", ["d3d4" * 100_000, "d3x" * 100_000 + "d4"])
def test_endless_texts_are_refused_shortly(text: str) -> None:
    with pytest.raises(MoveTextError) as caught:
        Position.start().parse_move(text)
    assert len(str(caught.value)) < 250
