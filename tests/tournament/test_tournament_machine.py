"""Any request to a tournament, by anybody, in any order, also repeated, must keep these invariants."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from damaci.tournament import Refusal, Tournament, commands, decide, ranking
from damaci.tournament import events as e
from damaci.tournament.records import to_report
from damaci.tournament.trf import read_trf, write_trf
from tests.tournament.played import Played, state, through_json

NUMBERS = st.integers(0, 8)
SMALL = st.integers(0, 5)
RESULTS = st.sampled_from((*e.MARKS, None))
SYSTEMS = st.sampled_from(("swiss", "round-robin", "knockout", "arena"))
SIDES = st.sampled_from(("white", "black", "both"))


class Arbiters(RuleBasedStateMachine):
    @initialize(system=SYSTEMS, rounds=st.integers(1, 5), players=st.integers(0, 7), out=st.integers(1, 3))
    def open(self, system: e.System, rounds: int, players: int, out: int) -> None:
        self.club = Played(system=system, rounds=rounds, forfeits_out=out)
        self.states: dict[int, dict[str, Any]] = {0: state(self.club.tournament)}
        if players:
            self.do(commands.Enter(players=[e.Entrant(f"P{number}", 2000 - number) for number in range(players)]))

    def do(self, command: commands.AnyCommand, seconds: float = 1) -> None:
        tournament = self.club.tournament
        before = state(tournament)
        first = decide(tournament, command, self.club.at + seconds)
        assert state(tournament) == before
        decision = self.club.do(command, seconds)
        assert decision == first
        if isinstance(decision, Refusal) or not decision:
            assert state(tournament) == before
            return
        assert len(decision) == 1
        if isinstance(decision[0], e.Undone) and tournament.last_step < decision[0].undone:
            assert state(tournament) == self.states[tournament.last_step]
        self.states[tournament.last_step] = state(tournament)

    @rule(name=st.sampled_from(("A", "B", "C", "D", "")), rating=st.integers(1000, 2500))
    def enter(self, name: str, rating: int) -> None:
        self.do(commands.Enter(players=[e.Entrant(name, rating)]))

    @rule(player=NUMBERS, name=st.sampled_from(("A", "Z")), rating=st.sampled_from((1500, 2000)))
    def amend(self, player: int, name: str, rating: int) -> None:
        self.do(commands.Amend(player=player, name=name, rating=rating))

    @rule(player=NUMBERS, ahead=st.integers(0, 2), mark=st.sampled_from(("H", "Z")), drop=st.booleans())
    def bye(self, player: int, ahead: int, mark: e.Bye, drop: bool) -> None:
        round = len(self.club.tournament.rounds) + ahead
        self.do(commands.AskBye(player=player, round=round, mark=mark))
        if drop:
            self.do(commands.DropBye(player=player, round=round))

    @rule(player=NUMBERS)
    def withdraw(self, player: int) -> None:
        self.do(commands.Withdraw(player=player))

    @rule(player=NUMBERS)
    def come_back(self, player: int) -> None:
        self.do(commands.Return(player=player))

    @rule()
    def pair(self) -> None:
        before = len(self.club.tournament.rounds)
        self.do(commands.Pair(round=before + 1))
        for game in [game for round in self.club.tournament.rounds[before:] for game in round.games]:
            assert tuple(sorted((game.white, game.black))) not in self.club.tournament.apart

    @rule(pairs=st.lists(st.tuples(NUMBERS, NUMBERS), max_size=3))
    def keep_apart(self, pairs: list[tuple[int, int]]) -> None:
        self.do(commands.KeepApart(pairs=pairs))

    @rule(one=NUMBERS, two=NUMBERS, bye=NUMBERS)
    def pair_by_hand(self, one: int, two: int, bye: int) -> None:
        self.do(commands.PairByHand(round=len(self.club.tournament.rounds) + 1, pairs=[(one, two)], bye=bye))

    @rule(results=st.lists(RESULTS, min_size=4, max_size=4))
    def score_what_is_open(self, results: list[e.Result | None]) -> None:
        for (round, board), result in zip(self.club.tournament.pending, results, strict=False):
            self.do(commands.Score(round=round, board=board, result=result or "1-0"))

    @rule(round=SMALL, board=SMALL, result=RESULTS, plies=st.sampled_from((None, 5, 50)))
    def score(self, round: int, board: int, result: e.Result | None, plies: int | None) -> None:
        self.do(commands.Score(round=round, board=board, result=result, plies=plies))

    @rule(board=SMALL, absent=SIDES, minutes=st.sampled_from((1, 20)))
    def nobody_comes(self, board: int, absent: Any, minutes: int) -> None:
        round = len(self.club.tournament.rounds)
        self.do(commands.Start(round=round))
        self.do(commands.Forfeit(round=round, board=board, absent=absent), seconds=60 * minutes)

    @rule(back=st.integers(0, 1))
    def undo(self, back: int) -> None:
        self.do(commands.Undo(event=self.club.tournament.last_step - back))

    @rule()
    def undo_the_pairing(self) -> None:
        self.do(commands.Undo(event=self.club.tournament.pairing_step, with_games=True))

    @rule(tiebreaks=st.lists(st.sampled_from(("BH", "SB", "DE", "X")), max_size=3))
    def order_tiebreaks(self, tiebreaks: list[str]) -> None:
        self.do(commands.OrderTiebreaks(tiebreaks=tiebreaks))

    @rule(really=st.integers(0, 9))
    def close(self, really: int) -> None:
        if not really:
            self.do(commands.Close())

    @invariant()
    def the_log_tells_it_all(self) -> None:
        folded = Tournament.fold(through_json(self.club.log))
        assert state(folded) == state(self.club.tournament)
        assert folded.version == self.club.tournament.version == len(self.club.log)

    @invariant()
    def everybody_is_somewhere(self) -> None:
        tournament = self.club.tournament
        found = ranking(tournament)
        assert sorted(standing.player.id for standing in found) == sorted(tournament.entrants)
        assert [standing.rank for standing in found] == sorted(standing.rank for standing in found)

    @invariant()
    def it_can_be_written(self) -> None:
        if not self.club.tournament.entrants:
            return
        report = to_report(self.club.tournament)
        again = read_trf(write_trf(report).encode())
        assert [again.table.entries(each.id) for each in again.table.players] == [
            report.table.entries(each.id) for each in report.table.players
        ]


TestArbiters = Arbiters.TestCase
TestArbiters.settings = settings(stateful_step_count=25)
