import pytest

from damaci.play import events as e
from damaci.play.board_line import board_line, move_of

DRAWN = e.Ended(result="1/2-1/2", reason="agreement")


def moved(ply: int, *path: str, captured: list[str] | None = None) -> e.Moved:
    return e.Moved(ply=ply, path=list(path), captured=captured or [])


def test_a_line_holds_moves_takebacks_and_touches_in_order() -> None:
    happened = [
        e.Touched(square="d3"),
        moved(1, "d3", "d4"),
        e.DrawOffered(by="white"),
        moved(2, "e6", "e5"),
        e.TakenBack(ply=1, by="black"),
        moved(2, "d4", "d6", captured=["d5"]),
        e.Touched(square="c3"),
        DRAWN,
        e.Said(by="white", phrase="thanks"),
    ]
    line = board_line(happened)
    assert line.text == "!d3 d3d4 e6e5 <1 d4d6xd5"
    assert [str(move) for move in line.moves] == ["d3-d4", "d4xd6"]
    assert line.later == [e.Touched(square="c3"), DRAWN]


@pytest.mark.parametrize(
    "happened",
    [
        [moved(2, "d3", "d4")],
        [moved(1, "d3")],
        [moved(1, "d3", "d4 e6e5")],
        [moved(1, "d3", "d9")],
        [e.TakenBack(ply=0, by="white")],
        [moved(1, "d3", "d4"), e.TakenBack(ply=-1, by="white")],
        [e.Touched(square="d3 <0"), moved(1, "d3", "d4")],
        [DRAWN, moved(1, "d3", "d4")],
        [e.Opened(settings=e.Settings(), white=e.Seat("person"), black=e.Seat("person"))],
    ],
)
def test_what_cannot_have_happened_makes_no_line(happened: list[e.AnyEvent]) -> None:
    with pytest.raises(ValueError, match=r"is next|two squares|not a square|not been played|is over|has begun"):
        board_line(happened)


def test_all_games_share_equal_moves() -> None:
    assert move_of("d3d4") is move_of("d3d4")
