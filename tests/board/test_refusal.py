import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.board.movetext import Attempt, read_attempt
from damaci.board.position import Position
from damaci.board.refusal import explain
from damaci.board.square import SQUARES
from tests.board.samples import any_position

EXAMPLE_1 = "W:Wf3:Bc7,d6,e5,g5,f4"
BULGARIAN = "W:Wh2,Ka1:Bd4,g3"


@pytest.mark.parametrize(
    ("ruleset", "fen", "text", "code", "counts", "instead"),
    [
        ("turkish", EXAMPLE_1, "a1-a2", "empty-square", (0, 0), []),
        ("turkish", EXAMPLE_1, "f4-f3", "not-your-piece", (0, 0), []),
        ("turkish", EXAMPLE_1, "f3-b7", "bad-text", (0, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3-e3", "must-capture", (0, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3e3", "must-capture", (0, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3xf5", "must-go-on", (1, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3xf5xd5", "must-go-on", (2, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3xf4xe5", "must-go-on", (2, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3xh5", "must-capture-more", (2, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3xf5xh5", "must-capture-more", (2, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", EXAMPLE_1, "f3-f6", "illegal-move", (0, 4), ["f3xf5xd5xd7xb7"]),
        ("turkish", "W:We5,Kh1:Bg6,h6,f5", "h1xh7", "must-capture-more", (1, 2), ["e5xg5xg7"]),
        ("turkish", "W:We5,Kh1:Bh6,f5", "h1xh6", "ambiguous", (0, 1), ["h1xh7", "h1xh8"]),
        ("turkish", "W:Wd3,d2:Bh8", "d2-d3", "illegal-move", (0, 0), ["d2-c2", "d2-e2"]),
        ("turkish", "W:Wa1,a2,b1:Bh8", "a1-a2", "cannot-move", (0, 0), []),
        ("turkish", "W:Wa1,a2,b1,d4:Bd5", "a1-a2", "cannot-move", (0, 1), ["d4xd6"]),
        ("turkish", "W:Wa1,a2,b1,d4:Bd5", "b1-c1", "must-capture", (0, 1), ["d4xd6"]),
        ("turkish", "W:Wd3:Bh8", "d3xd5", "illegal-move", (0, 0), ["d3-c3", "d3-e3", "d3-d4"]),
        ("bulgarian", BULGARIAN, "h2xf4", "must-use-king", (1, 1), ["a1xe5"]),
        ("bulgarian", BULGARIAN, "a1-b2", "must-capture", (0, 1), ["a1xe5"]),
        ("bulgarian", "W:Wc3:Bf6,b4,d4", "c3xe5", "must-go-on", (1, 1), ["c3xe5xg7"]),
        ("kenyan", "W:We5,Kh1:Bh6,f5", "e5xg5", "must-use-king", (1, 1), ["h1xh7", "h1xh8"]),
        ("kenyan", "W:We5,Kh1:Bg6,h6,f5", "h1xh7", "must-capture-more", (1, 2), ["e5xg5xg7"]),
    ],
)
def test_codes(ruleset: str, fen: str, text: str, code: str, counts: tuple[int, int], instead: list[str]) -> None:
    refusal = explain(Position.from_fen(fen, ruleset), read_attempt(text))
    assert refusal
    assert refusal.code == code
    assert (refusal.count, refusal.must_count) == counts
    assert list(map(str, refusal.instead)) == instead


def test_a_legal_move_is_not_refused() -> None:
    assert explain(Position.from_fen(EXAMPLE_1), read_attempt("f3xb7")) is None


def test_a_refusal_reads_as_its_message() -> None:
    refusal = explain(Position.from_fen(EXAMPLE_1), read_attempt("f3-e3"))
    assert str(refusal) == "4 pieces have to be captured"


@given(any_position, st.data())
def test_every_pair_of_squares_is_legal_or_explained(position: Position, data: st.DataObject) -> None:
    occupied = data.draw(st.sampled_from([*position.pieces(), *SQUARES]))
    attempt = Attempt((occupied, data.draw(st.sampled_from(SQUARES))))
    matching = [move for move in position.legal_moves if (move.origin, move.target) == attempt.squares]
    refusal = explain(position, attempt)
    if len(matching) == 1:
        assert refusal is None
    else:
        assert refusal
        assert all(position.is_legal(move) for move in refusal.instead)
        assert (refusal.code == "ambiguous") <= (len(refusal.instead) > 1)
