from random import Random

import pytest

from damaci.tournament import Refusal, TournamentCode, commands, ranking
from damaci.tournament.events import Result
from damaci.tournament.knockout import bracket, champion, stages, unsettled
from damaci.tournament.rounds import is_over
from tests.tournament.played import RESULTS, Played


def knockout(players: int, extra_pairs: int = 1) -> Played:
    club = Played(system="knockout", extra_pairs=extra_pairs)
    club.enter(players)
    return club


def rounds(club: Played, *results: str) -> None:
    """Plays rounds of one board each. The results are the winners' ids, or 0 for a draw."""
    for winner in results:
        [(white, _)] = club.pair()
        club.score(1, {0: "1/2-1/2", white: "1-0"}.get(int(winner), "0-1"))


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


def round_by_strength(club: Played, order: list[int], absent: int = 0) -> None:
    """Plays a round in which the player who comes first in `order` wins, and `absent` loses by forfeit."""
    club.pair()
    for board, game in enumerate(club.tournament.rounds[-1].games, 1):
        if absent in (game.white, game.black):
            club.score(board, "-/+" if game.white == absent else "+/-")
        else:
            club.score(board, "1-0" if order.index(game.white) < order.index(game.black) else "0-1")


def test_who_went_on_without_playing_is_not_replaced_when_excluded_later() -> None:
    club = knockout(8)
    club.must(commands.Withdraw(player=1))
    order = [8, 1, 2, 3, 4, 5, 6, 7]
    while len(stages(club.tournament)) < 3:
        round_by_strength(club, order)
    assert club.pair() == [(2, 8)]
    club.score(1, "+/-")
    assert club.pair() == [(8, 2)]
    club.score(1, "-/+")
    assert club.tournament.is_out(8)
    decided = [[match.winner for match in matches] for matches in stages(club.tournament)]
    assert decided == [[8, 4, 2, 3], [8, 2], [2]]
    assert champion(club.tournament) == 2
    assert is_over(club.tournament)
    assert [standing.player.id for standing in ranking(club.tournament)][:2] == [2, 8]
    club.must(commands.Undo(event=club.tournament.last_step))
    assert champion(club.tournament) is None


def is_told_by_its_matches(club: Played) -> bool:
    """Whether every game that was paired belongs to a match of its stage."""
    known = [[{match.first, match.second} for match in matches] for matches in stages(club.tournament)]
    return all(
        round.stage <= len(known) and {game.white, game.black} in known[round.stage - 1]
        for round in club.tournament.rounds
        for game in round.games
    )


def test_a_match_that_is_decided_stays_decided() -> None:
    """This holds whichever players leave or miss games, in any order."""
    for seed in range(300):
        random = Random(seed)
        club = knockout(random.choice((4, 8)), extra_pairs=0)
        for _ in range(60):
            club.do(some_command_of_absence(club, random))
            assert is_told_by_its_matches(club)


def some_command_of_absence(club: Played, random: Random) -> commands.AnyCommand:
    kind = random.random()
    if club.tournament.pending and kind < 0.9:
        round, board = club.tournament.pending[0]
        return commands.Score(round=round, board=board, result=random.choice((*RESULTS, "-/+", "+/-")))
    if kind < 0.93:
        return commands.Withdraw(player=random.randint(1, len(club.tournament.entrants)))
    return commands.Pair(round=len(club.tournament.rounds) + 1)


def correction(club: Played, round: int, board: int, result: Result | None) -> int:
    """Corrects a result; returns the round that has to be undone first, or 0 if there is none."""
    decision = club.do(commands.Score(round=round, board=board, result=result))
    if not isinstance(decision, Refusal):
        return 0
    assert decision.code is TournamentCode.PAIRED_UPON
    return decision.round


def test_a_result_is_corrected_when_the_second_game_of_the_match_is_paired() -> None:
    club = knockout(2)
    rounds(club, "1")
    club.pair()
    assert correction(club, 1, 1, "0-1") == 0
    assert correction(club, 1, 1, None) == 0
    assert correction(club, 1, 1, "1/2-1/2") == 0
    club.score(1, "1-0")
    assert champion(club.tournament) == 2


def test_a_result_is_corrected_where_the_same_players_go_on() -> None:
    club = knockout(4)
    for results in (("1-0", "1-0"), ("0-1", "0-1")):
        club.pair()
        club.score(1, results[0])
        club.score(2, results[1])
    club.pair()
    assert correction(club, 1, 1, "1/2-1/2") == 0
    # If the other game were a draw too, the match would be level.
    assert correction(club, 2, 1, "1/2-1/2") == 3
    assert correction(club, 2, 1, "1-0") == 3
    assert correction(club, 1, 1, None) == 3
    club.must(commands.Undo(event=club.tournament.pairing_step, with_games=True))
    assert correction(club, 2, 1, "1/2-1/2") == 0
    assert club.pair() == [(4, 1)]


def test_a_result_is_corrected_while_another_match_goes_on() -> None:
    club = knockout(4)
    for results in (("1-0", "1-0"), ("0-1", "1-0")):
        club.pair()
        club.score(1, results[0])
        club.score(2, results[1])
    assert club.pair() == [(3, 2)]  # level so far; the first match is over
    assert correction(club, 1, 1, "0-1") == 3  # this match would be level too
    assert correction(club, 1, 2, "1/2-1/2") == 3  # this match would be over
    assert correction(club, 1, 1, "1/2-1/2") == 0
    club.score(1, "0-1")
    club.pair()
    club.score(1, "1-0")
    assert club.pair() == [(1, 2)]
    assert correction(club, 4, 1, "0-1") == 0  # level, and the player with the better seed advances
    assert correction(club, 3, 1, "1-0") == 5


def test_a_correction_on_which_another_one_rests_is_not_undone() -> None:
    club = knockout(4)
    for results in (("1/2-1/2", "1-0"), ("0-1", "0-1")):
        club.pair()
        club.score(1, results[0])
        club.score(2, results[1])
    club.pair()
    assert correction(club, 2, 1, "1/2-1/2") == 3
    assert correction(club, 1, 1, "1-0") == 0
    first = club.tournament.version
    assert correction(club, 2, 1, "1/2-1/2") == 0
    assert club.refused(commands.Undo(event=first)) is TournamentCode.PAIRED_UPON
    club.must(commands.Undo(event=club.tournament.last_step))
    club.must(commands.Undo(event=first))


def test_a_result_stays_that_was_corrected_after_its_player_left() -> None:
    club = knockout(4)
    club.pair()
    club.must(commands.Withdraw(player=1))
    club.score(1, "-/+")
    club.score(2, "1-0")
    club.pair()
    club.score(1, "0-1")
    club.pair()
    assert correction(club, 1, 1, "0-1") == 0
    assert correction(club, 1, 2, "0-1") == 3


def test_what_was_paired_always_follows_from_the_results() -> None:
    """This holds whatever is corrected and undone, in any order."""
    for seed in range(20):
        random = Random(seed)
        club = knockout(random.randint(3, 9))
        for _ in range(60):
            steps = [step for _, step in club.tournament.steps]
            assert unsettled(club.tournament, steps, 0) == 0
            club.do(some_command(club, random))


def some_command(club: Played, random: Random) -> commands.AnyCommand:
    games = [
        (round, board) for round, each in enumerate(club.tournament.rounds, 1) for board, _ in enumerate(each.games, 1)
    ]
    kind = random.random()
    if kind < 0.1 and club.tournament.rounds:
        return commands.Undo(event=random.choice(club.tournament.steps[1:])[0])
    if kind < 0.15:
        return commands.Undo(event=club.tournament.pairing_step, with_games=True)
    if kind < 0.5 and games:
        round, board = random.choice(games)
        return commands.Score(round=round, board=board, result=random.choice((*RESULTS, "-/+", None)))
    if kind < 0.8 and club.tournament.pending:
        round, board = club.tournament.pending[0]
        return commands.Score(round=round, board=board, result=random.choice(RESULTS))
    if kind < 0.83:
        return commands.Withdraw(player=random.randint(1, len(club.tournament.entrants)))
    return commands.Pair(round=len(club.tournament.rounds) + 1)


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
