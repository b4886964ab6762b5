import pytest

from damaci.tournament.colors import ABSOLUTE, MILD, STRONG, Side, white_of
from damaci.tournament.crosstable import Color, Crosstable, Mark, Player, TournamentError
from damaci.tournament.swiss import initial_color, pair_dutch
from tests.tournament.tables import reports, table


def absent(known: Crosstable, round: int) -> set[int]:
    """Who was not paired in that round."""
    rounds = {player.id: known.entry(player.id, round) for player in known.players}
    return {id for id, entry in rounds.items() if not entry.opponent and entry.mark is not Mark.PAIRING_BYE}


@pytest.mark.parametrize(("name", "report"), reports().items())
def test_bbp_pairings_pairs_alike(name: str, report: object) -> None:
    """Every round, with colours and byes, of tournaments that another program has paired."""
    known = report.table  # type: ignore[attr-defined]
    initial = initial_color(known) or "white"
    for round in range(1, known.rounds + 1):
        found = pair_dutch(known.until(round - 1), known.rounds, absent=absent(known, round), initial=initial)
        expected = {(id.id, known.entry(id.id, round).opponent) for id in known.players}
        white = {pair for pair in expected if known.entry(pair[0], round).color == "white"}
        byes = [id.id for id in known.players if known.entry(id.id, round).mark is Mark.PAIRING_BYE]
        assert set(found.pairs) == white, round
        assert ([found.bye] if found.bye else []) == byes, round


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


def test_a_forfeit_is_no_meeting() -> None:
    assert pair_dutch(table("2w+", "1b-")).pairs == ((1, 2),)


def side(id: int, colors: str, score: float = 0) -> Side:
    words: dict[str, Color] = {"w": "white", "b": "black"}
    return Side(id, id, score, [words[letter] for letter in colors])


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
        (side(1, "w"), side(2, "b"), 2),  # both preferences
        (side(1, "wb"), side(2, "bwb"), 2),  # the stronger one
        (side(1, "wbb"), side(2, "bb"), 2),  # both absolute: the wider difference
        (side(1, "wbwb"), side(2, "bwwb"), 1),  # when they last differed, in the second round, 1 had Black
        (side(1, "wb"), side(2, "wb", score=1), 2),  # the higher one, who is the one with more points
        (side(1, ""), side(2, "w"), 1),
        (side(1, ""), side(2, ""), 1),  # an odd number has the first colour
        (side(2, ""), side(3, ""), 3),
    ],
)
def test_who_gets_white(one: Side, two: Side, white: int) -> None:
    assert white_of(one, two, "white").id == white
    assert white_of(two, one, "white").id == white


def test_the_first_colour_is_read_from_the_first_round() -> None:
    assert initial_color(table("3b1 H", "H 3w1", "1w0 2b0")) == "black"
    assert initial_color(table("H 2b1", "3w1 1w0", "2b0 U")) == "white"
    assert initial_color(Crosstable([Player(1)], {})) is None
