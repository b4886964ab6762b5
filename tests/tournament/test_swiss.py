from pathlib import Path

import pytest

from damaci.tournament.colors import ABSOLUTE, MILD, STRONG, PairedPlayer, white_of
from damaci.tournament.crosstable import Color, Crosstable, Mark, Player, TournamentError
from damaci.tournament.swiss import initial_color, pair_dutch
from damaci.tournament.trf import Report, read_trf
from tests.tournament.tables import reports, table


def absent(known: Crosstable, round: int) -> set[int]:
    """The players who were not paired in that round."""
    rounds = {player.id: known.entry(player.id, round) for player in known.players}
    return {id for id, entry in rounds.items() if not entry.opponent and entry.mark is not Mark.PAIRING_BYE}


def pairs_alike(report: Report) -> None:
    """Checks that our pairs are those of the file in every round, with colours and byes."""
    known = report.table
    initial = initial_color(known) or "white"
    for round in range(1, known.rounds + 1):
        found = pair_dutch(known.until(round - 1), known.rounds, absent=absent(known, round), initial=initial)
        expected = {(id.id, known.entry(id.id, round).opponent) for id in known.players}
        white = {pair for pair in expected if known.entry(pair[0], round).color == "white"}
        byes = [id.id for id in known.players if known.entry(id.id, round).mark is Mark.PAIRING_BYE]
        assert set(found.pairs) == white, round
        assert ([found.bye] if found.bye else []) == byes, round


@pytest.mark.parametrize(("name", "report"), reports().items())
def test_bbp_pairings_pairs_alike(name: str, report: Report) -> None:
    """Tournaments that another program has paired. test_bbp_pairings.py tests many more, nightly."""
    pairs_alike(report)


def test_a_first_round() -> None:
    players = Crosstable([Player(id) for id in (7, 3, 9, 4, 1)], {})
    found = pair_dutch(players, 5)
    assert (found.pairs, found.bye) == (((7, 9), (4, 3)), 1)
    assert pair_dutch(players, 5, initial="black").pairs == ((9, 7), (3, 4))
    assert pair_dutch(players, 5, absent=[3]).pairs == ((7, 4), (1, 9))


def test_forbidden_pairs_are_not_made() -> None:
    players = Crosstable([Player(id) for id in range(1, 7)], {})
    assert (1, 4) in pair_dutch(players).pairs
    found = pair_dutch(players, forbidden=[(4, 1)])
    assert {frozenset(pair) for pair in found.pairs} == {frozenset(pair) for pair in ((1, 5), (2, 4), (3, 6))}


def test_when_everybody_has_met_everybody() -> None:
    done = table("2w1", "1b0")
    with pytest.raises(TournamentError, match="round 2: no pairing is left"):
        pair_dutch(done)
    with pytest.raises(TournamentError, match="nobody is there"):
        pair_dutch(done, absent=[1, 2])


def test_nobody_is_free_twice() -> None:
    with pytest.raises(TournamentError, match="round 2: no pairing is left"):
        pair_dutch(table("2w1", "1b0", "U"), absent=[1, 2])
    with pytest.raises(TournamentError, match="round 2: no pairing is left"):
        pair_dutch(table("2w+", "1b-"), absent=[2])


def test_who_has_met_somebody_twice_has_played_two_games() -> None:
    """In round 1 the game of 1 and 18 was a forfeit, so they met again in round 2; later it was corrected. Then 14 and
    18 have played the same number of games, which decides about the bye (C9), and the first possible pair is 19 and 14.
    bbpPairings pairs in the same way."""
    report = read_trf((Path(__file__).parent / "corrected.trf").read_bytes())
    found = pair_dutch(report.table, report.rounds, absent=report.byes[6], initial="white")
    assert found.bye == 18
    assert (19, 14) in found.pairs


def test_forbidden_pairs_are_no_games() -> None:
    """Nobody gets the bye because of a forbidden opponent."""
    played = table("4w1", "5w1", "6w1", "1b0", "2b0", "3b0", "U")
    assert pair_dutch(played, absent=[7, 3]).bye == 6
    assert pair_dutch(played, absent=[7, 3], forbidden=[(1, 5)]).bye == 6


def test_a_forfeit_is_no_meeting() -> None:
    assert pair_dutch(table("2w+", "1b-")).pairs == ((1, 2),)


def side(id: int, colors: str, score: float = 0) -> PairedPlayer:
    words: dict[str, Color] = {"w": "white", "b": "black"}
    return PairedPlayer(id, id, score, [words[letter] for letter in colors])


@pytest.mark.parametrize(
    ("colors", "preference", "strength"),
    [
        ("", None, 0),
        ("w", "black", STRONG),
        ("wb", "white", MILD),
        ("wbw", "black", STRONG),
        ("bb", "white", ABSOLUTE),
        ("wbb", "white", ABSOLUTE),
        ("wwbb", "white", ABSOLUTE),
        ("wwbww", "black", ABSOLUTE),
    ],
)
def test_colour_preferences(colors: str, preference: Color | None, strength: int) -> None:
    found = side(1, colors)
    assert (found.preference, found.strength) == (preference, strength)


@pytest.mark.parametrize(
    ("one", "two", "white"),
    [
        (side(1, "w"), side(2, "b"), 2),  # both preferences are granted
        (side(1, "wb"), side(2, "bwb"), 2),  # the stronger preference is granted
        (side(1, "wbb"), side(2, "bb"), 2),  # both are absolute: the wider difference of colours is granted
        (side(1, "wbwb"), side(2, "bwwb"), 1),  # their colours last differed in the second round, in which 1 had Black
        (side(1, "wb"), side(2, "wb", score=1), 2),  # that of the higher player, who has more points, is granted
        (side(1, ""), side(2, "w"), 1),
        (side(1, ""), side(2, ""), 1),  # an odd number gets the initial colour
        (side(2, ""), side(3, ""), 3),
    ],
)
def test_who_gets_white(one: PairedPlayer, two: PairedPlayer, white: int) -> None:
    assert white_of(one, two, "white").id == white
    assert white_of(two, one, "white").id == white


def test_the_first_colour_is_read_from_the_first_round() -> None:
    assert initial_color(table("3b1 H", "H 3w1", "1w0 2b0")) == "black"
    assert initial_color(table("H 2b1", "3w1 1w0", "2b0 U")) == "white"
    assert initial_color(Crosstable([Player(1)], {})) is None
