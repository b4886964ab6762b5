"""Images of a position: mirrored, with the sides exchanged, and both."""

import pytest

from damaci.board.position import Position
from damaci.puzzles.images import canonical, name_of

FEN = "W:We4,Ka1,b3:Be6,Kh8"
MIRRORED = "W:Wd4,Kh1,g3:Bd6,Ka8"
EXCHANGED = "B:We3,Kh1:Be5,Ka8,b6"
BOTH = "B:Wd3,Ka1:Bd5,Kh8,g6"


@pytest.mark.parametrize("image", [MIRRORED, EXCHANGED, BOTH])
def test_images_are_one_puzzle(image: str) -> None:
    assert canonical(Position.from_fen(image)) == canonical(Position.from_fen(FEN))
    assert name_of(Position.from_fen(image)) == name_of(Position.from_fen(FEN))


@pytest.mark.parametrize("other", ["B" + FEN[1:], FEN.replace("b3", "b4"), FEN.replace("Ka1", "a1")])
def test_others_are_others(other: str) -> None:
    assert canonical(Position.from_fen(other)) != canonical(Position.from_fen(FEN))


def test_on_dark_squares_the_board_is_turned() -> None:
    white = "W:Wa1,c3:Bd6"
    black = "B:We3:Bh8,f6"
    assert canonical(Position.from_fen(white, "bulgarian")) == canonical(Position.from_fen(black, "bulgarian"))


def test_rulesets_have_ids_of_their_own() -> None:
    assert name_of(Position.from_fen(FEN)) != name_of(Position.from_fen(FEN, "world"))
    assert len(name_of(Position.from_fen(FEN))) == 6
