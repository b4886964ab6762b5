import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.board.position import Position
from damaci.errors import FenError
from damaci.rules.catalogue import RULESETS
from tests.board.samples import any_position


@given(any_position)
def test_round_trip(position: Position) -> None:
    assert Position.from_fen(position.fen, position.ruleset) == position


@pytest.mark.parametrize(
    ("ruleset", "fen"),
    [
        (
            "turkish",
            "W:Wa3,b3,c3,d3,e3,f3,g3,h3,a2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6",
        ),
        ("bulgarian", "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
    ],
)
def test_start(ruleset: str, fen: str) -> None:
    assert Position.start(ruleset).fen == fen


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("W:Wa2,b2,Kc3:Ba6,Kb8", "W:WKc3,a2,b2:BKb8,a6"),
        ("B:W:BKa2", "B:W:BKa2"),
        ("W:Wd4:B", "W:Wd4:B"),
        ("W:Bd6:Wd4", "W:Wd4:Bd6"),
        (" w : w kD4 , a1 : b h8 . ", "W:WKd4,a1:Bh8"),
        ("W:Wd4:Bd6.", "W:Wd4:Bd6"),
        ("W:W K d4:Bd6\n", "W:WKd4:Bd6"),
    ],
)
def test_what_is_read(text: str, fen: str) -> None:
    assert Position.from_fen(text).fen == fen


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected the side to move, W or B, found the end"),
        ("start", 1, "expected the side to move, W or B, found 's'"),
        ("W", 2, "expected a colon after the side to move, found the end"),
        ("W:d4", 3, "expected W or B and that side's pieces, found 'd'"),
        ("W:Wd4", 6, "expected a comma and a square, or a colon and the other side's pieces, found the end"),
        ("W:Wd4;Bd6", 6, "expected a comma and a square, or a colon and the other side's pieces, found ';'"),
        ("W:Wd4:", 7, "expected Black's pieces, found the end"),
        ("W:Bd4:", 7, "expected White's pieces, found the end"),
        ("W:Wd4:Wd5", 7, "White's pieces are given twice"),
        ("W:Wd4,:B", 7, "expected a square such as a2, with K before a king, found ':B'"),
        ("W:Wd4:Bd9", 8, "expected a square such as a2, with K before a king, found 'd9'"),
        ("W:W31-40:B", 4, "expected a square such as a2, with K before a king, found '31'"),
        ("W:Wd4:Bd6,K", 12, "expected a square such as a2, with K before a king, found the end"),
        ("W:Wd4:Bd6 H5", 11, "expected a comma and a square, or the end, found 'H'"),
        ("W:Wd4:Bd6..", 11, "expected a comma and a square, or the end, found '.'"),
        ("W:Wd4:Bd6,Kd4", 11, "a second piece on d4"),
        ("W:Wd4,d8:Bd6", 7, "a white man on d8, its promotion rank: there it would be a king"),
        ("W:Wd4:Bd6, d1", 12, "a black man on d1, its promotion rank: there it would be a king"),
        ("W:W:B", 1, "no pieces: at least one is needed"),
    ],
)
def test_what_is_refused(text: str, column: int, message: str) -> None:
    with pytest.raises(FenError) as caught:
        Position.from_fen(text)
    assert (caught.value.column, caught.value.message) == (column, message)
    assert str(caught.value) == f"FEN, column {column}: {message}"


def test_light_squares_are_refused_where_they_are_not_used() -> None:
    with pytest.raises(FenError, match="column 4: a piece on b1: this game is played on the dark squares"):
        Position.from_fen("W:WKb1:B", "bulgarian")


nearly_fen = st.text(alphabet="WBwbKk:,. abcdefgh123456789", max_size=40)


@given(st.text() | nearly_fen | st.builds("W:{}:B{}".format, nearly_fen, nearly_fen), st.sampled_from(sorted(RULESETS)))
def test_rubbish_raises_only_fen_errors(text: str, ruleset: str) -> None:
    try:
        position = Position.from_fen(text, ruleset)
    except FenError as error:
        column = error.column
    else:
        column = 1
        assert position.status == []
    assert 1 <= column <= len(text) + 1


@given(any_position, st.data())
def test_damaged_fen(position: Position, data: st.DataObject) -> None:
    fen = position.fen
    at = data.draw(st.integers(0, len(fen)))
    damaged = fen[:at] + data.draw(st.text(max_size=2)) + fen[at + data.draw(st.integers(0, 2)) :]
    try:
        read = Position.from_fen(damaged, position.ruleset)
    except FenError:
        return
    assert Position.from_fen(read.fen, position.ruleset) == read


def test_an_error_passes_between_processes() -> None:
    with pytest.raises(FenError) as caught:
        Position.from_fen("W:Wd4:Bd9")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.column) == (FenError, str(caught.value), 8)
    assert (again.reason, again.problem) == (caught.value.reason, caught.value.problem)
