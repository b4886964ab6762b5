from random import Random

import msgspec
import pytest

from damaci.errors import DamaciError
from damaci.tournament import Settings, Tournament, TournamentCode, commands, ranking
from damaci.tournament import events as e
from damaci.tournament.crosstable import Mark, Person, Points
from damaci.tournament.decide import MOST_APART
from damaci.tournament.records import to_report
from damaci.tournament.resumed import from_report
from damaci.tournament.rounds import is_over
from damaci.tournament.standings import standings
from damaci.tournament.trf import read_trf, write_trf
from tests.tournament.played import Played, state, through_json
from tests.tournament.tables import reports
from tests.tournament.trf.test_reader import FILE


def test_a_swiss_evening() -> None:
    club = Played(rounds=2)
    club.enter(5)
    assert club.pair() == [(1, 3), (4, 2)]
    assert club.tournament.rounds[0].bye == 5
    assert club.refused(commands.Pair(round=2)) is TournamentCode.RESULTS_MISSING
    club.score(1, "1-0")
    club.score(2, "1/2-1/2")
    assert club.refused(commands.Pair(round=1)) is TournamentCode.WRONG_ROUND
    assert len(club.pair()) == 2
    club.score_all(Random(1))
    assert club.refused(commands.Pair(round=3)) is TournamentCode.ALL_PAIRED
    assert is_over(club.tournament)
    assert sum(standing.points for standing in ranking(club.tournament)) == 6


def test_late_entries_take_the_number_of_their_rating() -> None:
    club = Played(rounds=4)
    club.enter(4, rating=1500)
    club.pair()
    club.score_all(Random(1))
    club.must(commands.Enter(players=[e.Entrant("Late", 2500, missed="H"), e.Entrant("Later", 1000)]))
    assert club.tournament.seeds == [5, 1, 2, 3, 4, 6]
    assert club.tournament.crosstable.score(5) == 0.5
    assert club.tournament.crosstable.score(6) == 0
    assert {id for pair in club.pair() for id in pair} == set(range(1, 7))


def test_a_result_that_was_seen_otherwise() -> None:
    club = Played(rounds=2)
    club.enter(4)
    club.pair()
    seen = club.tournament.version
    entered = commands.Score(round=1, board=1, result="1-0", seen=seen)
    club.must(entered)
    assert club.do(entered) == []
    assert club.refused(commands.Score(round=1, board=1, result="0-1", seen=seen)) is TournamentCode.OTHER_RESULT
    club.must(commands.Score(round=1, board=2, result="0-1", seen=seen))
    club.must(commands.Undo(event=club.tournament.last_step))
    club.must(commands.Undo(event=club.tournament.last_step))
    assert club.refused(entered) is TournamentCode.OTHER_RESULT
    club.must(commands.Score(round=1, board=1, result="1-0", seen=club.tournament.version))


def test_a_result_for_a_pair_that_was_seen_otherwise() -> None:
    club = Played(rounds=2)
    club.enter(4)
    club.pair()
    seen = club.tournament.version
    club.must(commands.Undo(event=seen))
    assert club.refused(commands.Score(round=1, board=1, result="1-0", seen=seen)) is TournamentCode.UNKNOWN_GAME
    club.pair()
    assert club.refused(commands.Score(round=1, board=1, result="1-0", seen=seen)) is TournamentCode.OTHER_PAIR
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)


def test_byes_that_are_asked_for() -> None:
    club = Played(rounds=3, half_byes=1)
    club.enter(6)
    club.must(commands.AskBye(player=2, round=1))
    assert club.do(commands.AskBye(player=2, round=1)) == []
    assert club.refused(commands.AskBye(player=2, round=2)) is TournamentCode.TOO_MANY_BYES
    club.must(commands.AskBye(player=2, round=2, mark="Z"))
    club.must(commands.AskBye(player=3, round=1))
    club.must(commands.DropBye(player=3, round=1))
    assert club.refused(commands.DropBye(player=3, round=1)) is TournamentCode.NOT_ASKED
    assert club.refused(commands.AskBye(player=3, round=4)) is TournamentCode.WRONG_ROUND
    club.pair()
    assert club.refused(commands.AskBye(player=3, round=1)) is TournamentCode.WRONG_ROUND
    assert club.tournament.crosstable.entry(2, 1).mark is Mark.HALF_BYE
    club.score_all(Random(2))
    club.pair()
    assert club.tournament.crosstable.entry(2, 2).mark is Mark.ZERO_BYE
    assert club.refused(commands.AskBye(player=2, round=3)) is TournamentCode.TOO_MANY_BYES
    club.must(commands.Close())
    assert club.refused(commands.AskBye(player=3, round=3)) is TournamentCode.CLOSED


def test_who_is_fifteen_minutes_late_loses_and_who_does_so_twice_is_out() -> None:
    club = Played(rounds=4)
    club.enter(4)
    [(white, _), _] = club.pair()
    late = commands.Forfeit(round=1, board=1, absent="white")
    assert club.refused(late) is TournamentCode.NOT_STARTED
    club.must(commands.Start(round=1))
    assert club.do(commands.Start(round=1)) == []
    assert club.refused(late, seconds=14 * 60) is TournamentCode.TOO_EARLY
    club.must(late, seconds=60)
    assert club.refused(late) is TournamentCode.HAS_RESULT
    club.score(2, "1-0")
    assert not club.tournament.is_out(white)
    pairs = club.pair()
    board = 1 + next(number for number, pair in enumerate(pairs) if white in pair)
    club.score(board, "-/+" if pairs[board - 1][0] == white else "+/-")
    assert club.tournament.is_out(white)
    club.score(3 - board, "1-0")
    assert len(club.pair()) == 1
    assert club.tournament.crosstable.entry(white, 3).mark is Mark.ZERO_BYE
    club.must(commands.Return(player=white))
    assert not club.tournament.is_out(white)


def test_leaving_and_coming_back_forgives_no_forfeit() -> None:
    club = Played(rounds=4)
    club.enter(4)
    for _ in range(2):
        club.pair()
        club.must(commands.Withdraw(player=1))
        club.must(commands.Return(player=1))
        score_without(club, 1)
    assert club.tournament.is_out(1)
    club.must(commands.Return(player=1))
    assert not club.tournament.is_out(1)


def play_without(club: Played, absent: int) -> None:
    """Pairs and scores the next round, which `absent` misses."""
    club.pair()
    score_without(club, absent)


def score_without(club: Played, absent: int) -> None:
    """Scores the last round: White wins each game, but `absent` loses by forfeit."""
    for board, game in enumerate(club.tournament.rounds[-1].games, 1):
        if game.result is None:
            club.score(board, {game.white: "-/+", game.black: "+/-"}.get(absent, "1-0"))


def make_draw(club: Played, player: int, round: int) -> None:
    """Corrects a player's result to a draw."""
    games = club.tournament.rounds[round - 1].games
    board = next(board for board, game in enumerate(games, 1) if player in (game.white, game.black))
    club.score(board, "1/2-1/2", round=round)


def test_a_game_lost_while_a_player_was_away_does_not_count_towards_exclusion() -> None:
    club = Played(system="round-robin")
    club.enter(6)
    club.must(commands.Withdraw(player=3))
    play_without(club, 3)
    club.must(commands.Return(player=3))
    assert club.tournament.forfeits(3) == 1
    play_without(club, 3)
    assert not club.tournament.is_out(3)
    play_without(club, 3)
    assert club.tournament.is_excluded(3)


def test_forfeits_before_an_absence_count_after_it() -> None:
    club = Played(system="round-robin")
    club.enter(6)
    play_without(club, 3)
    club.must(commands.Withdraw(player=3))
    play_without(club, 3)
    club.must(commands.Return(player=3))
    assert not club.tournament.is_out(3)
    play_without(club, 3)
    assert club.tournament.is_excluded(3)


def test_forgiven_forfeits_that_are_corrected_forgive_no_later_ones() -> None:
    club = Played(system="round-robin")
    club.enter(6)
    play_without(club, 3)
    play_without(club, 3)
    club.must(commands.Return(player=3))
    for round in (1, 2):
        make_draw(club, 3, round)
    play_without(club, 3)
    assert not club.tournament.is_out(3)
    play_without(club, 3)
    assert club.tournament.is_excluded(3)
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)


def test_who_was_excluded_by_mistake_is_in_when_it_is_corrected() -> None:
    """The games that the player lost meanwhile do not count."""
    club = Played(system="round-robin")
    club.enter(6)
    for _ in range(4):
        play_without(club, 3)
    make_draw(club, 3, 1)
    assert not club.tournament.is_out(3)


def test_who_withdraws_is_not_paired_and_can_return() -> None:
    club = Played(rounds=5)
    club.enter(6)
    club.pair()
    club.must(commands.Withdraw(player=4))
    assert club.refused(commands.Withdraw(player=4)) is TournamentCode.OUT
    club.score_all(Random(3))
    assert 4 not in {id for pair in club.pair() for id in pair} | {club.tournament.rounds[-1].bye}
    club.score_all(Random(3))
    club.must(commands.Return(player=4))
    assert club.refused(commands.Return(player=4)) is TournamentCode.NOT_OUT
    assert 4 in {id for pair in club.pair() for id in pair} | {club.tournament.rounds[-1].bye}


def test_a_result_is_corrected_after_the_next_pairing() -> None:
    club = Played(rounds=3)
    club.enter(4)
    club.pair()
    club.score(1, "1-0")
    club.score(2, "1-0")
    second = club.pair()
    club.score(1, "0-1", round=1)
    assert [(game.white, game.black) for game in club.tournament.rounds[1].games] == second
    assert club.tournament.crosstable.score(1) == 0
    assert club.do(commands.Score(round=1, board=1, result="0-1")) == []
    club.score(1, None, round=1)
    assert club.tournament.pending[0] == (1, 1)


def test_every_step_is_undone_to_the_first() -> None:
    club = Played(rounds=3)
    states = [state(club.tournament)]
    for command in (
        commands.Enter(players=[e.Entrant(f"P{number}", 1000 + number) for number in range(6)]),
        commands.Amend(player=1, name="Q", rating=1700),
        commands.AskBye(player=2, round=1),
        commands.Pair(round=1),
        commands.Start(round=1),
        commands.Score(round=1, board=1, result="1-0"),
        commands.Score(round=1, board=2, result="-/+"),
        commands.Score(round=1, board=1, result="1/2-1/2"),
        commands.Withdraw(player=5),
        commands.Pair(round=2),
        commands.Return(player=5),
        commands.Close(),
    ):
        club.must(command)
        states.append(state(club.tournament))
    assert club.refused(commands.Undo(event=3)) is TournamentCode.NOT_THE_LAST
    while club.tournament.last_step:
        assert state(club.tournament) == states.pop()
        club.must(commands.Undo(event=club.tournament.last_step))
    assert [state(club.tournament)] == states
    assert club.refused(commands.Undo(event=1)) is TournamentCode.NOTHING_TO_UNDO
    assert sum(isinstance(event, e.Undone) for event in club.log) == 12
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)


def test_a_result_is_undone_after_results_of_other_boards() -> None:
    club = Played(rounds=3)
    club.enter(6)
    club.pair()
    club.score(1, "1-0")
    first = club.tournament.version
    club.score(2, "0-1")
    club.score(3, "1/2-1/2")
    club.must(commands.Undo(event=first))
    assert [game.result for game in club.tournament.rounds[0].games] == [None, "0-1", "1/2-1/2"]
    assert club.refused(commands.Undo(event=first)) is TournamentCode.NOT_THE_LAST
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)


@pytest.mark.parametrize(
    "asked",
    [
        commands.Withdraw(player=1),
        commands.AskBye(player=1, round=2, mark="H"),
    ],
)
def test_what_a_player_asks_for_keeps_no_result_from_being_undone(asked: commands.AnyCommand) -> None:
    club = Played(rounds=3)
    club.enter(4)
    club.pair()
    club.score(1, "1-0")
    result = club.tournament.version
    club.must(asked)
    club.must(commands.Undo(event=result))
    assert [game.result for game in club.tournament.rounds[0].games] == [None, None]
    assert club.tournament.last_step == result + 1
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)


def test_the_forfeit_that_put_a_player_out_is_undone_after_the_arbiter_took_the_player_in_again() -> None:
    club = Played(rounds=3, forfeits_out=1)
    club.enter(2)
    club.pair()
    club.score(1, "+/-")
    result = club.tournament.version
    black = club.tournament.rounds[0].games[0].black
    assert club.tournament.is_out(black)
    club.must(commands.Return(player=black))
    club.must(commands.Undo(event=result))
    assert not club.tournament.is_out(black)
    club.score(1, "+/-")
    assert club.tournament.is_out(black)


def test_what_others_rest_on_is_not_undone() -> None:
    club = Played(rounds=3)
    club.enter(4)
    paired = club.tournament.version + 1
    club.pair()
    club.score(1, "1-0")
    first = club.tournament.version
    club.score(1, "0-1")
    corrected = club.tournament.version
    club.score(2, "1-0")
    for event in (paired, first, 99):
        assert club.refused(commands.Undo(event=event)) is TournamentCode.NOT_THE_LAST
    club.pair()
    assert club.refused(commands.Undo(event=corrected)) is TournamentCode.NOT_THE_LAST


def test_a_pairing_is_undone_with_its_start_and_its_results() -> None:
    club = Played(rounds=3)
    club.enter(6)
    club.pair()
    club.score_all(Random(1))
    before = state(club.tournament)
    club.pair()
    pairing = club.tournament.version
    club.must(commands.Start(round=2))
    club.score(1, "1-0")
    assert club.refused(commands.Undo(event=pairing)) is TournamentCode.NOT_THE_LAST
    club.must(commands.Undo(event=pairing, with_games=True))
    assert state(club.tournament) == before
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)
    stale = commands.Score(round=2, board=2, result="1-0", seen=pairing)
    club.pair()
    assert club.refused(stale) is TournamentCode.OTHER_PAIR


def test_what_was_done_for_later_outlasts_a_pairing() -> None:
    club = Played(rounds=3)
    club.enter(6)
    club.pair()
    club.score_all(Random(1))
    club.pair()
    club.must(commands.AskBye(player=6, round=3))
    club.score(1, "1-0", round=1)
    club.must(commands.Enter(players=[e.Entrant("Late", 1000)]))
    club.must(commands.Undo(event=club.tournament.pairing_step, with_games=True))
    assert (6, 3) in club.tournament.asked
    assert club.tournament.rounds[0].games[0].result == "1-0"
    assert 7 in {id for pair in club.pair() for id in pair} | {club.tournament.rounds[-1].bye}


def test_only_the_last_pairing_is_undone_with_its_games_and_before_the_end() -> None:
    club = Played(rounds=3)
    club.enter(4)
    club.pair()
    first = club.tournament.version
    club.score_all(Random(1))
    club.pair()
    for event in (first, first + 1, 0):
        assert club.refused(commands.Undo(event=event, with_games=True)) is TournamentCode.NOT_THE_LAST
    club.must(commands.Close())
    again = commands.Undo(event=club.tournament.pairing_step, with_games=True)
    assert club.refused(again) is TournamentCode.NOT_THE_LAST


def test_the_order_of_the_tie_breaks_is_changed_and_undone() -> None:
    club = Played(rounds=3)
    club.enter(6)
    club.pair()
    club.score_all(Random(4))
    before = [standing.tiebreaks.keys() for standing in ranking(club.tournament)]
    club.must(commands.OrderTiebreaks(tiebreaks=["WON", "BH"]))
    assert club.tournament.settings.tiebreaks == ("WON", "BH")
    assert [list(standing.tiebreaks) for standing in ranking(club.tournament)] == [["WON", "BH"]] * 6
    assert club.do(commands.OrderTiebreaks(tiebreaks=["WON", "BH"])) == []
    for wrong in (["WON", "WON"], ["XX"]):
        assert club.refused(commands.OrderTiebreaks(tiebreaks=wrong)) is TournamentCode.BAD_TIEBREAKS
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)
    club.must(commands.Undo(event=club.tournament.last_step))
    assert [standing.tiebreaks.keys() for standing in ranking(club.tournament)] == before


def test_no_tie_breaks_are_the_usual_ones() -> None:
    club = Played(system="round-robin", tiebreaks=("WIN",))
    club.must(commands.OrderTiebreaks(tiebreaks=[]))
    assert club.tournament.settings.tiebreaks == ("DE", "SB", "WIN")
    knockout = Played(system="knockout")
    assert knockout.refused(commands.OrderTiebreaks(tiebreaks=["WIN"])) is TournamentCode.NO_TIEBREAKS


def test_after_an_undo_things_go_on() -> None:
    club = Played(rounds=3)
    club.enter(4)
    first = club.pair()
    club.must(commands.Undo(event=club.tournament.last_step))
    assert club.pair() == first
    assert club.tournament.version == 5


def test_a_round_robin_with_somebody_who_leaves() -> None:
    club = Played(system="round-robin", tiebreaks=("DE", "SB"))
    club.enter(4)
    assert club.pair() == [(1, 4), (2, 3)]
    club.score(1, "1-0")
    club.score(2, "1-0")
    assert club.refused(commands.Enter(players=[e.Entrant("Late")])) is TournamentCode.ENTRIES_CLOSED
    assert club.refused(commands.AskBye(player=1, round=2)) is TournamentCode.NO_BYES
    club.must(commands.Withdraw(player=4))
    assert club.pair() == [(4, 3), (1, 2)]
    assert club.tournament.rounds[1].games[0].result == "-/+"
    club.score(2, "0-1")
    club.pair()
    club.score_all(Random(5))
    assert club.refused(commands.Pair(round=4)) is TournamentCode.ALL_PAIRED
    assert ranking(club.tournament)[-1].player.id == 4


def test_names_and_ratings_are_checked() -> None:
    club = Played()
    club.enter(2)
    for name in ("", "  ", "x" * 61, "a\nb", "\u202ex"):
        assert club.refused(commands.Enter(players=[e.Entrant(name)])) is TournamentCode.BAD_NAME
    assert club.refused(commands.Enter(players=[e.Entrant(" p1 ")])) is TournamentCode.SAME_NAME
    assert club.refused(commands.Enter(players=[e.Entrant("A"), e.Entrant("a")])) is TournamentCode.SAME_NAME
    assert club.refused(commands.Enter(players=[e.Entrant("A", -1)])) is TournamentCode.BAD_RATING
    crowd = [e.Entrant(f"N{number}") for number in range(9998)]
    assert club.refused(commands.Enter(players=crowd)) is TournamentCode.FULL
    assert club.do(commands.Enter(players=[])) == []
    club.must(commands.Amend(player=1, name="P1", rating=5))
    assert club.do(commands.Amend(player=1, name="P1", rating=5)) == []
    assert club.refused(commands.Amend(player=1, name="P2", rating=5)) is TournamentCode.SAME_NAME
    club.pair()
    assert club.refused(commands.Amend(player=1, name="P1", rating=6)) is TournamentCode.HAS_BEGUN
    club.must(commands.Amend(player=1, name="Pi", rating=5))


def test_what_is_not_there_is_refused() -> None:
    club = Played()
    for command in (
        commands.Amend(player=9, name="x", rating=0),
        commands.AskBye(player=9, round=1),
        commands.Withdraw(player=9),
        commands.Return(player=9),
    ):
        assert club.refused(command) is TournamentCode.UNKNOWN_PLAYER
    assert club.refused(commands.Score(round=1, board=1, result="1-0")) is TournamentCode.UNKNOWN_GAME
    assert club.refused(commands.Forfeit(round=0, board=0, absent="both")) is TournamentCode.UNKNOWN_GAME
    assert club.refused(commands.Start(round=0)) is TournamentCode.WRONG_ROUND
    assert club.refused(commands.Pair(round=1)) is TournamentCode.TOO_FEW
    club.must(commands.Close())
    assert club.do(commands.Close()) == []
    assert club.refused(commands.Pair(round=1)) is TournamentCode.CLOSED
    assert club.refused(commands.Enter(players=[e.Entrant("x")])) is TournamentCode.ENTRIES_CLOSED


def test_when_nobody_is_left_to_meet_the_arbiter_has_to_decide() -> None:
    club = Played(rounds=3)
    club.enter(2)
    club.pair()
    club.score(1, "1-0")
    assert club.refused(commands.Pair(round=2)) is TournamentCode.NO_PAIRING
    club.must(commands.Withdraw(player=1))
    assert club.refused(commands.Pair(round=2)) is TournamentCode.TOO_FEW


def test_a_round_for_which_byes_leave_nobody_to_meet() -> None:
    club = Played(rounds=5, half_byes=2)
    club.enter(3)
    for player in (1, 2, 3):
        club.must(commands.AskBye(player=player, round=1, mark="Z"))
    assert club.pair() == []
    marks = [club.tournament.crosstable.entry(player, 1).mark for player in (1, 2, 3)]
    assert marks == [Mark.ZERO_BYE] * 3
    for round in (2, 3):
        club.must(commands.AskBye(player=1, round=round, mark="Z"))
        club.must(commands.AskBye(player=2, round=round))
        assert club.pair() == []
    alone = [club.tournament.crosstable.entry(3, round).mark for round in (2, 3)]
    assert alone == [Mark.PAIRING_BYE, Mark.HALF_BYE]
    club.must(commands.Withdraw(player=2))
    club.must(commands.AskBye(player=1, round=4, mark="Z"))
    assert club.pair() == []
    club.must(commands.Return(player=2))
    assert len(club.pair()) == 1
    report = to_report(club.tournament)
    written = read_trf(write_trf(report).encode())
    assert [written.table.entries(id) for id in (1, 2, 3)] == [report.table.entries(id) for id in (1, 2, 3)]
    assert state(Tournament.fold(through_json(club.log))) == state(club.tournament)


def test_the_arbiter_decides() -> None:
    club = Played(rounds=3)
    club.enter(5)
    by_hand = commands.PairByHand(round=1, pairs=[(5, 1), (2, 3)], bye=4)
    club.must(by_hand)
    assert club.tournament.crosstable.entry(4, 1).mark is Mark.PAIRING_BYE
    assert club.refused(by_hand) is TournamentCode.WRONG_ROUND
    again = commands.PairByHand(round=2, pairs=[(1, 5)])
    assert club.refused(again) is TournamentCode.RESULTS_MISSING
    club.score_all(Random(6))
    club.must(commands.AskBye(player=2, round=2))
    club.must(commands.Withdraw(player=3))
    for pairs, bye in (([(1, 1)], 0), ([(1, 4)], 1), ([(1, 9)], 0), ([(1, 2)], 0), ([(1, 3)], 0)):
        bad = commands.PairByHand(round=2, pairs=pairs, bye=bye)
        assert club.refused(bad) is TournamentCode.BAD_PAIRS
    assert club.refused(commands.PairByHand(round=2, pairs=[])) is TournamentCode.TOO_FEW
    club.must(again)
    marks = [club.tournament.crosstable.entry(id, 2).mark for id in (2, 3, 4)]
    assert marks == [Mark.HALF_BYE, Mark.ZERO_BYE, Mark.ZERO_BYE]
    club.score_all(Random(6))
    club.must(commands.Pair(round=3))


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"tiebreaks": ("X",)},
        {"cycles": 0},
        {"minutes_late": -1},
        {"extra_pairs": -1},
        {"forfeits_out": 0},
        {"points": Points(win=1, draw=0.25)},
        {"points": Points(win=1.1)},
        {"points": Points(win=99.5)},
        {"points": Points(win=2), "rounds": 50},
        {"points": Points(pairing_bye=100), "system": "knockout"},
    ],
)
def test_settings_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(DamaciError):
        Tournament.open(Settings("x", **wrong), at=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        {"points": Points(win=99.5), "rounds": 1},
        {"points": Points(win=3, draw=1, absence=0.5), "rounds": 33},
        {"rounds": 200},
        {"points": Points(win=99.5), "system": "round-robin"},
    ],
)
def test_points_that_a_file_holds(settings: dict[str, object]) -> None:
    assert Tournament.open(Settings("x", **settings), at=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("points", [Points(win=99.5), Points(win=1, draw=0.25), Points(win=0.3, draw=0.1)])
def test_an_old_tournament_with_other_points_becomes_a_file_that_can_be_read(points: Points) -> None:
    """Later versions refuse such points; a score that does not fit into its column is left out."""
    club = Played()
    club.log = [e.Opened(at=0, settings=Settings("x", system="round-robin", cycles=3, points=points))]
    club.tournament = Tournament.fold(club.log)
    club.enter(2)
    for result in ("1/2-1/2", "0-1", "1-0"):
        club.pair()
        club.score(1, result)
    report = to_report(club.tournament)
    written = read_trf(write_trf(report).encode())
    assert written.table.points == points
    assert [written.table.entries(id) for id in (1, 2)] == [report.table.entries(id) for id in (1, 2)]


@pytest.mark.parametrize(("name", "report"), reports().items())
def test_a_tournament_from_a_file_goes_on_as_in_the_other_program(name: str, report: object) -> None:
    """The last round is removed, and paired again by the tournament itself."""
    known = report.table  # type: ignore[attr-defined]
    log = from_report(report, Settings(name, rounds=known.rounds, forfeits_out=9), at=0)  # type: ignore[arg-type]
    last = next(event for event in log if isinstance(event, e.Paired) and event.round == known.rounds)
    before = [event for event in log if event is not last]
    for id, mark in last.byes.items():
        before.append(e.ByeAsked(player=id, round=known.rounds, mark="H" if mark == "H" else "Z"))
    club = Played()
    club.log = before
    club.tournament = Tournament.fold(before)
    assert set(club.pair()) == {(pairing.white, pairing.black) for pairing in last.pairs}
    assert club.tournament.rounds[-1].bye == last.bye


def test_a_tournament_becomes_a_file_and_a_tournament_again() -> None:
    for name, report in reports().items():
        club = Tournament.fold(from_report(report, Settings(name), at=0))
        written = read_trf(write_trf(to_report(club)).encode())
        assert [written.table.entries(each.id) for each in written.table.players] == [
            report.table.entries(each.id) for each in report.table.players
        ]
        assert [each.player.id for each in ranking(club)] == [each.player.id for each in standings(report.table)]


def test_what_a_file_says_of_people_and_the_tournament_is_in_the_next_one() -> None:
    known = read_trf(FILE.replace("XXA", "###").replace("260 002 003", "260 001 999").encode())
    club = Tournament.fold(from_report(known, Settings("Ankara Open"), at=0))
    again = read_trf(write_trf(to_report(club)).encode())
    assert again.persons == known.persons
    kept = {number: text for number, text in known.headers.items() if number not in ("012", "192")}
    assert again.headers == kept | {"012": "Ankara Open", "092": "Individual: Swiss-System (Dutch)"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"title": "a\nb"}, Person)


def test_who_played_on_after_two_forfeits_in_a_file_is_in() -> None:
    """Another program, or its arbiter, had no such rule. Here, a player who has missed the last two games is out."""
    rows = (
        "   2 b +     3 w 1     4 b +",
        "   1 w -     4 b -     3 w 1",
        "   4 b 0     1 b 0     2 b 0",
        "   3 w 1     2 w +     1 w -",
        "0000 - U  0000 - H  0000 - Z",
    )
    text = "\n".join(f"001 {number:4}".ljust(91) + row for number, row in enumerate(rows, 1))
    club = Tournament.fold(from_report(read_trf(text.encode()), Settings("x", rounds=5), at=0))
    assert [club.is_out(id) for id in (1, 2, 3, 4, 5)] == [False] * 5
    late = text.replace("2 w +     1 w -", "2 w -     1 w -").replace("1 w -     4 b -", "1 w -     4 b +")
    club = Tournament.fold(from_report(read_trf(late.encode()), Settings("x", rounds=5), at=0))
    assert [id for id in (1, 2, 3, 4, 5) if club.is_out(id)] == [4]


def test_a_tournament_goes_on_from_a_round_that_is_being_played() -> None:
    rows = ("   2 w 1     3 w  ", "   1 b 0  0000 - U", "0000 - U     1 b  ")
    text = "\n".join(f"001 {number:4}".ljust(91) + row for number, row in enumerate(rows, 1))
    club = Tournament.fold(from_report(read_trf(text.encode()), Settings("x", rounds=3), at=0))
    assert club.pending == [(2, 1)]
    assert club.crosstable.score(1) == 1


def test_a_file_has_the_rounds_that_are_over() -> None:
    club = Played(rounds=5)
    club.enter(4)
    club.pair()
    club.score_all(Random(1))
    club.pair()
    club.score(1, "1-0")
    club.must(commands.AskBye(player=3, round=4, mark="Z"))
    report = to_report(club.tournament)
    assert (report.table.rounds, report.rounds, report.byes) == (1, 5, {4: {3: Mark.ZERO_BYE}})


def test_a_file_has_the_byes_of_the_round_that_is_played() -> None:
    club = Played(rounds=3)
    club.enter(6)
    club.pair()
    club.score_all(Random(1))
    club.must(commands.AskBye(player=1, round=2))
    club.must(commands.AskBye(player=2, round=2, mark="Z"))
    before = to_report(club.tournament).byes
    club.pair()
    assert before == {2: {1: Mark.HALF_BYE, 2: Mark.ZERO_BYE}}
    assert to_report(club.tournament).byes == before


def test_who_may_not_meet_is_paired_with_others() -> None:
    club = Played(rounds=2)
    club.enter(5)
    apart = commands.KeepApart(pairs=[(3, 1), (1, 3), (4, 5)])
    club.must(apart)
    assert club.do(apart) == []
    assert club.tournament.apart == ((1, 3), (4, 5))
    met = {tuple(sorted(pair)) for pair in club.pair()}
    assert len(met) == 2
    assert met.isdisjoint(club.tournament.apart)
    club.score_all(Random(1))
    club.must(commands.KeepApart(pairs=[]))
    assert club.tournament.apart == ()
    club.must(commands.Undo(event=club.tournament.last_step))
    assert club.tournament.apart == ((1, 3), (4, 5))


def test_where_all_are_kept_apart_the_arbiter_decides() -> None:
    club = Played(rounds=2)
    club.enter(2)
    club.must(commands.KeepApart(pairs=[(1, 2)]))
    assert club.refused(commands.Pair(round=1)) is TournamentCode.NO_PAIRING
    club.must(commands.PairByHand(round=1, pairs=[(1, 2)]))


def test_who_cannot_be_kept_apart() -> None:
    club = Played(rounds=2)
    club.enter(3)
    assert club.refused(commands.KeepApart(pairs=[(1, 1)])) is TournamentCode.BAD_APART
    assert club.refused(commands.KeepApart(pairs=[(1, 4)])) is TournamentCode.UNKNOWN_PLAYER
    assert club.refused(commands.KeepApart(pairs=[(1, 2)] * (MOST_APART + 1))) is TournamentCode.BAD_APART
    club.must(commands.Close())
    assert club.refused(commands.KeepApart(pairs=[(1, 2)])) is TournamentCode.CLOSED
    arena = Played(system="arena")
    arena.enter(2)
    assert arena.refused(commands.KeepApart(pairs=[(1, 2)])) is TournamentCode.NO_APART


def test_who_may_not_meet_is_in_the_file() -> None:
    club = Played(rounds=3)
    club.enter(4)
    club.must(commands.KeepApart(pairs=[(1, 2), (3, 4)]))
    club.pair()
    club.score_all(Random(1))
    written = write_trf(to_report(club.tournament))
    again = Tournament.fold(from_report(read_trf(written.encode()), Settings("x"), at=0))
    assert again.apart == ((1, 2), (3, 4))
    group = read_trf(f"{written}XXP 1 2 4\n".encode())
    more = Tournament.fold(from_report(group, Settings("x"), at=0))
    assert more.apart == ((1, 2), (1, 4), (2, 4), (3, 4))


@pytest.mark.parametrize("line", ["260 001 002    1    2", "260 002 009    1    2", "XXA    1  1.0"])
def test_a_file_with_what_would_be_forgotten_is_refused(line: str) -> None:
    club = Played(rounds=3)
    club.enter(4)
    text = write_trf(to_report(club.tournament)) + f"{line}\n"
    report = read_trf(text.encode())
    with pytest.raises(DamaciError, match=r"260|XXA"):
        from_report(report, Settings("x"), at=0)


def test_only_a_swiss_tournament_goes_on_from_a_file_with_pairs_that_may_not_meet() -> None:
    club = Played(rounds=3)
    club.enter(4)
    report = read_trf(f"{write_trf(to_report(club.tournament))}XXP 1 2\n".encode())
    with pytest.raises(DamaciError, match="only a Swiss tournament"):
        from_report(report, Settings("x", "round-robin"), at=0)
