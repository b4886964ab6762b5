from random import Random

import pytest

from damaci.tournament import TournamentCode, commands, ranking
from damaci.tournament.knockout import bracket, champion, stages
from damaci.tournament.rounds import is_over
from tests.tournament.played import Played


def knockout(players: int, extra_pairs: int = 1) -> Played:
    club = Played(system="knockout", extra_pairs=extra_pairs)
    club.enter(players)
    return club


def rounds(club: Played, *results: str) -> None:
    """Rounds of one board each: who wins, by id, or 0 for a draw."""
    for winner in results:
        [(white, _)] = club.pair()
        club.score(1, "1/2-1/2" if winner == "0" else ("1-0" if int(winner) == white else "0-1"))


@pytest.mark.parametrize("count", range(2, 40))
def test_the_draw_keeps_the_best_apart(count: int) -> None:
    places = bracket(count)
    assert sorted(seed for seed in places if seed) == list(range(1, count + 1))
    while len(places) > 1:
        pairs = list(zip(places[::2], places[1::2], strict=True))
        assert not any(one == two == 0 for one, two in pairs)
        places = [min(pair, key=lambda seed: seed or count + 1) for pair in pairs]
        assert sorted(place for place in places) == list(range(1, len(places) + 1))


def test_two_games_with_colours_swapped() -> None:
    club = knockout(4)
    assert club.pair() == [(1, 4), (2, 3)]
    club.score(1, "1-0")
    club.score(2, "1/2-1/2")
    assert club.pair() == [(4, 1), (3, 2)]
    club.score(1, "1/2-1/2")
    club.score(2, "1-0")
    assert [match.winner for match in stages(club.tournament)[0]] == [1, 3]
    assert club.pair() == [(1, 3)]
    club.score(1, "1-0")
    assert champion(club.tournament) is None
    assert club.pair() == [(3, 1)]
    club.score(1, "0-1")
    assert champion(club.tournament) == 1
    assert is_over(club.tournament)
    assert club.refused(commands.Pair(round=5)) is TournamentCode.ALL_PAIRED
    found = ranking(club.tournament)
    assert [(standing.rank, standing.player.id, standing.points) for standing in found] == [
        (1, 1, 2),
        (2, 3, 1),
        (3, 2, 0),
        (3, 4, 0),
    ]


def test_a_level_match_goes_on_in_pairs_and_then_the_better_seed_does() -> None:
    club = knockout(2)
    rounds(club, "1", "2")
    assert club.pair() == [(2, 1)]
    club.score(1, "1/2-1/2")
    assert club.pair() == [(1, 2)]
    club.score(1, "1/2-1/2")
    assert champion(club.tournament) == 1
    other = knockout(2)
    rounds(other, "0", "0", "0", "2")
    assert champion(other.tournament) == 2
    short = knockout(2, extra_pairs=0)
    rounds(short, "0", "0")
    assert champion(short.tournament) == 1


def test_free_places_go_to_the_best_seeds() -> None:
    club = knockout(5)
    assert club.pair() == [(4, 5)]
    club.score(1, "1-0")
    club.pair()
    club.score(1, "0-1")
    assert club.pair() == [(1, 4), (2, 3)]


def test_who_leaves_has_lost_the_match() -> None:
    club = knockout(4)
    club.pair()
    club.must(commands.Withdraw(player=1))
    club.score(1, "-/+")
    club.score(2, "1-0")
    assert club.pair() == [(3, 2)]
    club.score(1, "0-1")
    assert club.pair() == [(2, 4)]
    club.score(1, "1-0")
    assert club.refused(commands.Return(player=1)) is TournamentCode.FIXED
    club.must(commands.Withdraw(player=4))
    assert champion(club.tournament) == 2


def test_later_games_stay_when_their_winners_leave_too() -> None:
    club = knockout(4)
    club.must(commands.Withdraw(player=4))
    club.pair()
    assert [match.winner for match in stages(club.tournament)[0]] == [1, None]
    club.must(commands.Withdraw(player=1))
    assert [match.winner for match in stages(club.tournament)[0]] == [1, None]
    club.score(1, "1-0")
    club.pair()
    club.score(1, "0-1")
    assert champion(club.tournament) == 2


def test_results_that_others_were_paired_upon_are_fixed() -> None:
    club = knockout(2)
    rounds(club, "1", "2")
    assert club.refused(commands.Score(round=1, board=1, result="0-1")) is TournamentCode.FIXED
    club.score(1, "1-0", round=2)
    club.score(1, "0-1", round=2)


@pytest.mark.parametrize("players", range(2, 20))
def test_it_ends_with_one(players: int) -> None:
    random = Random(players)
    club = knockout(players)
    while champion(club.tournament) is None:
        club.pair()
        club.score_all(random)
        if random.random() < 0.3:
            club.do(commands.Withdraw(player=random.randint(1, players)))
    found = ranking(club.tournament)
    assert found[0].player.id == champion(club.tournament)
    assert found[1].rank == 2
