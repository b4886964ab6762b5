from collections import Counter
from random import Random

from damaci.tournament import TournamentCode, commands, ranking
from damaci.tournament.arena import WEIGHED, sheets
from damaci.tournament.events import Entrant
from tests.tournament.played import Played, state


def arena(players: int) -> Played:
    club = Played(system="arena")
    club.enter(players)
    return club


def test_wins_in_a_row_count_double_until_one_is_not_won() -> None:
    club = arena(2)
    for winner in (1, 1, 1, 0, 1, 1, 2, 2, 2):
        [(white, _)] = club.pair()
        club.score(1, {0: "1/2-1/2", white: "1-0"}.get(winner, "0-1"))
    assert [point.points for point in sheets(club.tournament)[1]] == [2, 2, 4, 2, 2, 2, 0, 0, 0]
    assert [point.points for point in sheets(club.tournament)[2]] == [0, 0, 0, 1, 0, 0, 2, 2, 4]
    assert [point.doubled for point in sheets(club.tournament)[1]].count(True) == 3
    assert [(standing.rank, standing.player.id, standing.points) for standing in ranking(club.tournament)] == [
        (1, 1, 14),
        (2, 2, 9),
    ]


def test_quick_draws_are_worth_nothing_and_end_the_streak() -> None:
    club = arena(2)
    for plies in (19, 20, None):
        club.pair()
        round = len(club.tournament.rounds)
        club.must(commands.Score(round=round, board=1, result="1/2-1/2", plies=plies))
    assert [point.points for point in sheets(club.tournament)[1]] == [0, 1, 1]
    club.pair()
    club.must(commands.Score(round=4, board=1, result="1-0", plies=3))
    assert max(point.points for point in sheets(club.tournament)[1]) <= 2


def test_who_is_free_is_paired_while_others_play() -> None:
    club = arena(4)
    assert club.pair() == [(1, 2), (3, 4)]
    assert club.refused(commands.Pair(round=2)) is TournamentCode.TOO_FEW
    club.score(1, "1-0")
    club.must(commands.Enter(players=[Entrant("New")]))
    assert club.pair() == [(5, 1)]
    club.score(2, "0-1", round=1)
    assert {id for pair in club.pair() for id in pair} <= {2, 3, 4}


def test_nobody_meets_the_last_opponent_again_while_there_are_others() -> None:
    random = Random(7)
    club = arena(12)
    last: dict[int, int] = {}
    whites: Counter[int] = Counter()
    for _ in range(20):
        pairs = club.pair()
        for white, black in pairs:
            whites.update((white,))
            whites.subtract((black,))
            assert last.get(white) != black
            assert last.get(black) != white
        last = {id: foe for pair in pairs for id, foe in (pair, pair[::-1])}
        club.score_all(random)
    assert max(abs(lead) for lead in whites.values()) <= 2


def test_the_same_two_never_meet_twice_in_a_row_and_nobody_waits_twice_in_a_row() -> None:
    for players in (3, 5, 11, 31):
        random = Random(players)
        club = arena(players)
        waits: Counter[int] = Counter()
        waited: set[int] = set()
        last: dict[int, int] = {}
        for _ in range(30):
            pairs = club.pair()
            here = {id for pair in pairs for id in pair}
            assert not any(last.get(white) == black or last.get(black) == white for white, black in pairs)
            assert len(pairs) == players // 2
            alone = set(club.tournament.entrants) - here
            assert not alone & waited
            waits.update(alone)
            waited = alone
            last |= {id: foe for pair in pairs for id, foe in (pair, pair[::-1])}
            club.score_all(random)
        assert waits == club.tournament.waits
        assert max(waits.values()) <= 30 // min(players, WEIGHED) + 2


def test_who_just_met_wait_for_others_even_if_nobody_else_is_free() -> None:
    club = arena(4)
    club.pair()
    club.score(1, "1-0")
    assert club.refused(commands.Pair(round=2)) is TournamentCode.TOO_FEW
    club.score(2, "1-0", round=1)
    assert {frozenset(pair) for pair in club.pair()}.isdisjoint({frozenset((1, 2)), frozenset((3, 4))})


def test_two_who_are_left_alone_go_on_meeting() -> None:
    club = arena(3)
    club.pair()
    club.score(1, "1-0")
    club.must(commands.Withdraw(player=3))
    assert [set(pair) for pair in club.pair()] == [{1, 2}]


def test_when_not_all_can_be_paired_who_waited_goes_first() -> None:
    """P1 plays P2 while P3 waits; then P1 plays P3 while P2 waits; now P2 and P3 must meet."""
    club = arena(3)
    assert [set(pair) for pair in club.pair()] == [{1, 2}]
    club.score(1, "1-0")
    assert [set(pair) for pair in club.pair()] == [{1, 3}]
    club.score(1, "1-0", round=2)
    assert [set(pair) for pair in club.pair()] == [{2, 3}]


def test_an_undone_pairing_leaves_no_wait() -> None:
    club = arena(5)
    before = state(club.tournament)
    club.pair()
    club.must(commands.Undo(event=club.tournament.last_step))
    assert state(club.tournament) == before


def test_it_lasts_until_it_is_closed() -> None:
    club = arena(3)
    club.pair()
    club.must(commands.Withdraw(player=3))
    club.score(1, "1-0")
    club.must(commands.Close())
    assert club.refused(commands.Pair(round=2)) is TournamentCode.CLOSED
