"""Themes, each by a position made by hand."""

import pytest

from damaci.board.position import Position
from damaci.puzzles import Theme, themes
from damaci.puzzles.reading import Reading
from damaci.puzzles.themes import TITLES, themes_of

GIVE = "W:Wc4,d4,e4:Be6,"
"""White gives e4-e5; black's man takes it and stands on e4, beside d4."""
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
    ({Theme.CATCH_DAMA, Theme.KING_ENDING}, "W:WKd1:BKd5,h7", "d1xd8", WON),
    ({Theme.BREAKTHROUGH, Theme.MEN_ENDING}, "W:Wb7,h2:Bf7,g7", "b7-b8", WON),
    ({Theme.BLOCK, Theme.MEN_ENDING, Theme.QUIET_KEY}, "W:Wa1,a3,c2,b1:Ba2", "b1-b2", WON),
    ({Theme.ASK, Theme.MEN_ENDING}, "W:Wc6,d5:Be6,h8", "d5-d6", WON),
    ({Theme.QUIET_KEY, Theme.KING_ENDING}, "W:Wa2,Kb1:Bh7", "a2-a3", WON),
    ({Theme.SAVE_DRAW, Theme.QUIET_KEY, Theme.KING_ENDING}, "W:Wa2,Kb1:Bh7", "a2-a3", DRAWN),
    ({Theme.SAVE_DRAW, Theme.GIVE_ONE, Theme.MEN_ENDING}, GIVE + "g4", "e4-e5 e6xe4 d4xh4", DRAWN),
]


@pytest.mark.parametrize(("expected", "fen", "moves", "wins"), POSITIONS)
def test_themes(expected: set[Theme], fen: str, moves: str, wins: bool) -> None:
    reading = Reading.of(Position.from_fen(fen), moves.split())
    assert set(themes_of(reading, wins)) == expected


def test_every_theme_has_a_position_and_a_title() -> None:
    assert set().union(*(expected for expected, *_ in POSITIONS)) == set(Theme) == set(TITLES)


def test_what_is_given_and_taken_is_counted() -> None:
    reading = Reading.of(Position.from_fen(GIVE + "g4,h8"), ["e4-e5", "e6xe4", "d4xh4"])
    assert (reading.given, reading.taken) == (1, 2)


def test_an_exchange_gives_nothing() -> None:
    """Black takes back; White has offered nothing."""
    reading = Reading.of(Position.from_fen("W:Wd4,a2:Bd5,e6,f6,h7"), ["d4xd6", "e6xc6"])
    assert not set(themes_of(reading, True)) & {Theme.GIVE_ONE, Theme.GIVE_FOR_MORE}


def test_a_theme_by_its_name() -> None:
    assert themes.theme_of("") is None
    assert themes.theme_of("give-for-more") is themes.Theme.GIVE_FOR_MORE
    with pytest.raises(themes.UnknownTheme, match="nosuch"):
        themes.theme_of("nosuch")
