"""Each theme, by a position that was made by hand."""

import pytest

from damaci.board.position import Position
from damaci.puzzles import Theme, themes
from damaci.puzzles.reading import SolutionReading
from damaci.puzzles.themes import TITLES, themes_of

GIVE = "W:Wc4,d4,e4:Be6,"
"""White gives a man with e4-e5; Black's man captures it and lands on e4, beside d4."""
DRAWN = False
WON = True
POSITIONS = [
    ({Theme.GIVE_FOR_MORE, Theme.GIVE_ONE, Theme.MEN_ENDING}, GIVE + "g4,h8,h7", "e4-e5 e6xe4 d4xh4", WON),
    ({Theme.GIVE_FOR_ALL, Theme.GIVE_ONE, Theme.MEN_ENDING}, GIVE + "g4", "e4-e5 e6xe4 d4xh4", WON),
    (
        {Theme.GIVE_FOR_MORE, Theme.GIVE_ONE, Theme.TAKE_THREE, Theme.MEN_ENDING},
        GIVE + "g4,h5,a8",
        "e4-e5 e6xe4 d4xh6",
        WON,
    ),
    (
        {Theme.GIVE_FOR_MORE, Theme.GIVE_FOR_DAMA, Theme.GIVE_ONE, Theme.TAKE_FOUR},
        GIVE + "g4,h5,h7,a8",
        "e4-e5 e6xe4 d4xh8",
        WON,
    ),
    (
        {Theme.GIVE_FOR_ALL, Theme.GIVE_FOR_DAMA, Theme.GIVE_ONE, Theme.TAKE_FIVE, Theme.LAST_ROW},
        GIVE + "g4,h5,h7,g8",
        "e4-e5 e6xe4 d4xf8",
        WON,
    ),
    (
        {Theme.GIVE_FOR_MORE, Theme.GIVE_TWO, Theme.TAKE_THREE},
        "W:Wc2,d2,e3,e4:Be6,g2,h3,h8,g8",
        "e4-e5 e6xe4xe2 d2xh4",
        WON,
    ),
    ({Theme.GIVE_THREE}, "W:We4,d4,c3,b2,a2:Be6,h8,g8,f8", "e4-e5 e6xe4xc4xc2 b2xd2", WON),
    ({Theme.CATCH_DAMA, Theme.CHOOSE_CAPTURE, Theme.KING_ENDING}, "W:WKd1:BKd5,h7", "d1xd8", WON),
    ({Theme.BREAKTHROUGH, Theme.MEN_ENDING}, "W:Wb7,h2:Bf7,g7", "b7-b8", WON),
    ({Theme.BLOCK, Theme.MEN_ENDING, Theme.QUIET_KEY}, "W:Wa1,a3,c2,b1:Ba2", "b1-b2", WON),
    ({Theme.ASK, Theme.MEN_ENDING}, "W:Wc6,d5:Be6,h8", "d5-d6", WON),
    ({Theme.QUIET_KEY, Theme.KING_ENDING}, "W:Wa2,Kb1:Bh7", "a2-a3", WON),
    ({Theme.SAVE_DRAW, Theme.QUIET_KEY, Theme.KING_ENDING}, "W:Wa2,Kb1:Bh7", "a2-a3", DRAWN),
    ({Theme.SAVE_DRAW, Theme.GIVE_ONE, Theme.MEN_ENDING}, GIVE + "g4", "e4-e5 e6xe4 d4xh4", DRAWN),
    (
        {Theme.SAVE_DRAW, Theme.GIVE_ONE, Theme.TAKE_THREE, Theme.MEN_ENDING},
        GIVE + "g4,h5",
        "e4-e5 e6xe4 d4xh6",
        DRAWN,
    ),
]


@pytest.mark.parametrize(("expected", "fen", "moves", "wins"), POSITIONS)
def test_themes(expected: set[Theme], fen: str, moves: str, wins: bool) -> None:
    reading = SolutionReading.of(Position.from_fen(fen), moves.split())
    assert set(themes_of(reading, wins)) == expected


def test_every_theme_has_a_position_and_a_title() -> None:
    assert set().union(*(expected for expected, *_ in POSITIONS)) == set(Theme) == set(TITLES)


def test_what_is_given_and_taken_is_counted() -> None:
    reading = SolutionReading.of(Position.from_fen(GIVE + "g4,h8"), ["e4-e5", "e6xe4", "d4xh4"])
    assert (reading.given, reading.taken) == (1, 2)


def test_an_exchange_gives_nothing() -> None:
    """Black captures in return; White has sacrificed nothing."""
    reading = SolutionReading.of(Position.from_fen("W:Wd4,a2:Bd5,e6,f6,h7"), ["d4xd6", "e6xc6"])
    assert not set(themes_of(reading, True)) & {Theme.GIVE_ONE, Theme.GIVE_FOR_MORE}


def themes_in(fen: str, solution: str, tail: str = "", wins: bool = True) -> set[Theme]:
    return set(themes_of(SolutionReading.of(Position.from_fen(fen), solution.split(), tail.split()), wins))


def test_a_man_that_becomes_a_dama_itself_is_not_given_for_it() -> None:
    """The puzzle 68de39: nothing has been sacrificed when the man reaches c8."""
    found = themes_in("W:Wc7,c6,f2:Bg8,g5,d3,Kc1", "c7-c8 c1xc7 c8xg6")
    assert Theme.GIVE_FOR_MORE in found
    assert not found & {Theme.GIVE_FOR_DAMA, Theme.BREAKTHROUGH}


def test_what_is_lost_after_the_solution_is_not_given() -> None:
    """The puzzle t4zeju: one man is given for a dama; another is lost after the end of the solution."""
    fen = "B:Wb4,a3,c3,e3,f3,g3,b2,c2,d2,e2,f2,g2,Ke1:Ba7,c7,e7,f7,a6,b6,c6,e6,h6,c5,f5,h3"
    found = themes_in(fen, "f5-f4 f3xf5 h3xf1", "f5-f6 f1xa1 f6xf8")
    assert {Theme.GIVE_ONE, Theme.GIVE_FOR_DAMA} <= found
    assert Theme.GIVE_TWO not in found


def test_what_is_offered_after_the_solution_is_not_given() -> None:
    """The puzzle a94ar6."""
    found = themes_in("B:WKh8,g6,e5,g3:Bc7,Ka5,Kf4", "a5xg7 h8-h1 g7xg2", "h1-h7 c7-d7 h7xa7", DRAWN)
    assert found == {Theme.SAVE_DRAW, Theme.CHOOSE_CAPTURE, Theme.KING_ENDING}


def test_the_last_gift_of_a_solution_is_taken_after_it() -> None:
    found = themes_in("W:Wc4,d4,e4:Be6,g4,h8,h7", "e4-e5", "e6xe4 d4xh4")
    assert {Theme.GIVE_ONE, Theme.GIVE_FOR_MORE} <= found


def test_becoming_a_dama_asks_for_nothing() -> None:
    """The puzzle 2v2q94: the new dama threatens a man, but it wins by being there."""
    found = themes_in("B:We5,h5:Ba5,h3", "h3-h2 e5-e6 h2-h1")
    assert found == {Theme.BREAKTHROUGH, Theme.MEN_ENDING, Theme.QUIET_KEY}


def test_a_theme_by_its_name() -> None:
    assert themes.theme_of("") is None
    assert themes.theme_of("give-for-more") is themes.Theme.GIVE_FOR_MORE
    with pytest.raises(themes.UnknownTheme, match="nosuch"):
        themes.theme_of("nosuch")
