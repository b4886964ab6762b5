import pytest

from damaci.tournament.crosstable import Crosstable, Player, TournamentError
from damaci.tournament.standings import FEDERATION, Standing, standings
from tests.tournament.tables import reports, table


def places(found: list[Standing]) -> list[tuple[int, int]]:
    return [(standing.rank, standing.player.id) for standing in found]


def test_points_then_tiebreaks_in_their_order() -> None:
    known = table("4w1 3b1 2w=", "3b1 4w1 1b=", "2w0 1w0 4b1", "1b0 2b0 3w0")
    assert places(standings(known, ["BH-C1"])) == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert FEDERATION == ("BH-C1", "BH-C2", "SB", "WIN")


def test_who_is_equal_in_everything_shares_a_place() -> None:
    assert places(standings(Crosstable([Player(5), Player(2), Player(9)], {}))) == [(1, 5), (1, 2), (1, 9)]


def test_places_follow_the_values() -> None:
    for report in reports().values():
        found = standings(report.table)
        keys = [[each.points, *(each.tiebreaks[code].value for code in FEDERATION)] for each in found]
        assert keys == sorted(keys, reverse=True)
        assert [each.rank for each in found] == [1 + sum(other > key for other in keys) for key in keys]


def test_direct_encounter_when_all_tied_players_have_met() -> None:
    """6.2: 1 has beaten 2, and both have 1 point; 3 and 4 drew."""
    known = table("2w1 3b0 4w0", "1b0 4w1 3b0", "4w= 1w1 2w1", "3b= 2b0 1b1")
    found = standings(known, ["DE"])
    assert places(found) == [(1, 3), (2, 4), (3, 1), (4, 2)]
    assert str(found[2].tiebreaks["DE"]) == "1 = 1"
    assert "DE" not in found[0].tiebreaks


def test_direct_encounter_goes_on_among_those_who_stay_tied() -> None:
    """1, 2 and 3 each have 1 of 2 points against the others, and no criterion separates them."""
    known = table("2w1 3b0 Z", "1b0 Z 3w1", "Z 1w1 2b0")
    assert places(standings(known, ["DE"])) == [(1, 1), (1, 2), (1, 3)]


def test_direct_encounter_in_a_swiss_when_the_missing_games_do_not_matter() -> None:
    """6.3: 1 has beaten 2 and 3, who have not met; at most one of them could get one point."""
    known = table("2w1 3b1 Z Z", "1b0 U U Z", "U 1w0 U Z")
    assert places(standings(known, ["DE"])) == [(1, 1), (2, 2), (2, 3)]
    assert places(standings(table("2w1 Z", "1b0 U", "U Z"), ["DE"])) == [(1, 1), (1, 2), (1, 3)]


def test_forfeits_are_no_encounters_in_a_swiss() -> None:
    assert places(standings(table("2w+ Z", "1b- U"), ["DE"])) == [(1, 1), (1, 2)]
    assert places(standings(table("2w+ Z", "1b- U"), ["DE"], swiss=False)) == [(1, 1), (2, 2)]


def test_two_games_against_one_are_worth_their_average() -> None:
    known = table("2w1 2b= Z Z", "1b0 1w= H H")
    found = standings(known, ["DE"])
    assert [str(each.tiebreaks["DE"]) for each in found] == ["1×0.5 + 0.5×0.5 = 0.75", "0×0.5 + 0.5×0.5 = 0.25"]


def test_unknown_tiebreaks_are_refused() -> None:
    with pytest.raises(TournamentError, match="'BHC'; there are BH, BH-C1"):
        standings(table("U"), ["BHC"])
    with pytest.raises(TournamentError, match="twice"):
        standings(table("U"), ["SB", "SB"])
