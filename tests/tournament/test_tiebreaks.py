import json

import pytest

from damaci.tournament.crosstable import Crosstable
from damaci.tournament.tiebreaks import Arithmetic
from tests.tournament.tables import REPORTS, reports, table

SERVER = json.loads((REPORTS / "tiebreakserver.json").read_text())
FOUR = table("4w1 3b1 2w=", "3b1 4w1 1b=", "2w0 1w0 4b1", "1b0 2b0 3w0")
"""Scores 2.5, 2.5, 1, 0."""
UNPLAYED = table(
    "8b= 6w1 3b= 14w+ 5w= 2b0 9w=",
    "9w0 11b1 15w1 5b- 7b1 1w1 5b0",
    "10b+ 7b1 1w= 9b= H Z H",
    "11w- 13w- 6b- U 8w= 15b= 6w=",
    "13b1 9w= 7b= 2w+ 1b= 11w= 2w1",
    "14w= 1b0 4w+ 7w= 9b0 10w0 4b=",
    "15b1 3w0 5w= 6b= 2w0 14b0 U",
    "1w= 14b- Z Z 4b= 13w1 14b0",
    "2b1 5b= H 3w= 6w1 H 1b=",
    "3w- 15w- 13w= 15b1 14w1 6b1 11w0",
    "4b- 2w0 U 13b1 15w1 5b= 10b1",
    "H F 14b1 H Z F Z",
    "5w0 4b- 10b= 11w0 U 8b0 15w0",
    "6b= 8w+ 12w0 1b- 10b0 7w1 8w1",
    "7w0 10b+ 2b0 10w0 11b0 4w= 13b1",
)
"""A tournament in which many games were not played. UNPLAYED_SERVER has the same values for its players as
tiebreakserver.json has for those of other tournaments."""
UNPLAYED_SERVER = {
    1: [4, 26, 24, 21.5, 14, 2, 1],
    2: [4, 27.5, 23.5, 21, 14, 4, 4],
    3: [4, 25.5, 22, 18.5, 14.25, 2, 1],
    4: [2.5, 16, 14.5, 12, 6, 1, 0],
    5: [5, 25.5, 24, 21, 17.5, 3, 2],
    6: [2.5, 23.5, 21, 18.5, 7, 1, 0],
    7: [3, 25, 22.5, 20, 9.25, 2, 1],
    8: [2, 17.5, 15.5, 13.5, 4.75, 1, 1],
    9: [4.5, 27, 23.5, 20, 16.75, 2, 2],
    10: [3.5, 20.5, 18, 14.5, 9.25, 3, 3],
    11: [4.5, 22.5, 20, 18.5, 13.5, 4, 3],
    12: [4, 24.5, 21, 17.5, 14, 3, 1],
    13: [1.5, 20.5, 19, 17.5, 3.25, 1, 0],
    14: [3.5, 21, 17.5, 15.5, 8.25, 3, 2],
    15: [2.5, 21.5, 20, 17.5, 5.25, 2, 1],
}


@pytest.mark.parametrize(("name", "report"), [each for each in reports().items() if each[0] in SERVER])
def test_fides_own_program_finds_the_same(name: str, report: object) -> None:
    known = report.table  # type: ignore[attr-defined]
    arithmetic = Arithmetic(known)
    for player in known.players:
        if all(entry.played for entry in known.entries(player.id)):
            assert found(arithmetic, known, player.id) == SERVER[name][str(player.id)], (name, player.id)


def found(arithmetic: Arithmetic, known: Crosstable, id: int) -> list[float]:
    """A player's values, in the order of tiebreakserver.json."""
    return [
        known.score(id),
        arithmetic.buchholz("BH", id).value,
        arithmetic.buchholz("BH-C1", id, cuts=1).value,
        arithmetic.buchholz("BH-C2", id, cuts=2).value,
        arithmetic.sonneborn_berger("SB", id).value,
        arithmetic.wins("WIN", id).value,
        arithmetic.games_won("WON", id).value,
    ]


def test_its_newest_version_finds_the_same_where_much_was_not_played() -> None:
    arithmetic = Arithmetic(UNPLAYED)
    for id, known in UNPLAYED_SERVER.items():
        assert found(arithmetic, UNPLAYED, id) == known, id


def test_buchholz_shows_what_is_added_and_what_is_cut() -> None:
    found = Arithmetic(FOUR).buchholz("BH-C1", 2, cuts=1)
    assert str(found) == "1 + [0] + 2.5 = 3.5"
    assert [(term.round, term.kind, term.opponent, term.cut) for term in found.terms] == [
        (1, "opponent", 3, False),
        (2, "opponent", 4, True),
        (3, "opponent", 1, False),
    ]
    assert str(Arithmetic(FOUR).buchholz("BH-C2", 2, cuts=2)) == "[1] + [0] + 2.5 = 2.5"
    assert str(Arithmetic(FOUR).buchholz("BH-C2", 2, cuts=5)) == "[1] + [0] + [2.5] = 0"


def test_sonneborn_berger_shows_its_factors() -> None:
    assert str(Arithmetic(FOUR).sonneborn_berger("SB", 1)) == "0 + 1 + 2.5×0.5 = 2.25"
    assert str(Arithmetic(FOUR).sonneborn_berger("SB", 3)) == "2.5×0 + 2.5×0 + 0 = 0"


def test_wins_count_free_points_too_and_games_won_do_not() -> None:
    arithmetic = Arithmetic(table("2w1 U 2b+ H", "1b0 F 1w- U"))
    assert arithmetic.wins("WIN", 1).value == 3
    assert arithmetic.games_won("WON", 1).value == 1


def test_an_opponent_who_leaves_is_counted_with_draws() -> None:
    """16.3.2: byes that are followed only by absence; a forfeit among them keeps its value."""
    arithmetic = Arithmetic(table("2w0 2b+ U", "1b1 1w- Z"))
    assert arithmetic.adjusted(2) == 1.5
    assert str(arithmetic.buchholz("BH", 1)) == "1.5 + 1.5 + 1.5 = 4.5"


def test_a_bye_that_is_followed_by_a_game_counts_as_it_was() -> None:
    """16.3.1, category 16.2.3."""
    arithmetic = Arithmetic(table("H Z 2w1", "U U 1b0"))
    assert (arithmetic.adjusted(1), arithmetic.adjusted(2)) == (1.5, 2)


def test_a_dummy_has_the_players_score_but_not_more_than_half_of_the_rounds() -> None:
    """16.4.2: the leader of a tournament gains nothing by a free round."""
    leader = Arithmetic(table("2w1 2b1 U", "1b0 1w0 U")).buchholz("BH", 1)
    assert str(leader) == "1 + 1 + 1.5 = 3.5"
    last = Arithmetic(table("2w0 U", "1b1 U")).buchholz("BH", 1)
    assert str(last) == "2 + 1 = 3"


def test_a_forfeits_dummy_has_not_more_than_the_opponent_who_did_not_come() -> None:
    """16.4.1."""
    found = Arithmetic(table("2w1 2b+ U", "1b0 1w- U")).buchholz("BH", 1)
    assert str(found) == "1 + 1 + 1.5 = 3.5"
    assert [term.kind for term in found.terms] == ["opponent", "dummy", "dummy"]


def test_absence_is_cut_first() -> None:
    """16.5: the round in which the player was absent is cut first, although another one is worth less."""
    arithmetic = Arithmetic(table("2w1 H 2b1", "1b0 U 1w0"))
    assert str(arithmetic.buchholz("BH", 1)) == "1 + 1.5 + 1 = 3.5"
    assert str(arithmetic.buchholz("BH-C1", 1, cuts=1)) == "1 + [1.5] + 1 = 2"
    assert str(arithmetic.buchholz("BH-C2", 1, cuts=2)) == "[1] + [1.5] + 1 = 1"


def test_in_a_round_robin_forfeits_are_games_and_free_rounds_nothing() -> None:
    """15.2."""
    arithmetic = Arithmetic(table("2w+ Z 3b1", "1b- 3w1 Z", "Z 2b0 1w0"), swiss=False)
    assert str(arithmetic.sonneborn_berger("SB", 1)) == "1 + 0 = 1"
    assert arithmetic.adjusted(3) == 0


def test_a_game_that_is_not_over_adds_nothing() -> None:
    arithmetic = Arithmetic(table("2w1 2b?", "1b0 1w?"))
    assert str(arithmetic.buchholz("BH", 1)) == "0 = 0"
