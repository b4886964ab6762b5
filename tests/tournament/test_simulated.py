"""Swiss tournaments with everything that happens in real ones, checked against FIDE's absolute criteria (C.04.1 and
C.04.3, 2.1)."""

from random import Random

import pytest

from damaci.tournament import Refusal, TournamentCode, commands, ranking
from damaci.tournament.crosstable import Crosstable, Mark
from damaci.tournament.events import Entrant, Result
from damaci.tournament.records import to_report
from damaci.tournament.trf import read_trf, write_trf
from tests.tournament.played import Played

WINS: tuple[Result, ...] = ("1-0",) * 8 + ("0-1",) * 7
OUTCOMES: tuple[Result, ...] = (*WINS, *("1/2-1/2",) * 5, "+/-", "-/+", "-/-")


def lawful(table: Crosstable) -> None:
    """Checks the absolute criteria over all rounds."""
    for player in table.players:
        entries = table.entries(player.id)
        met = [entry.opponent for entry in entries if entry.played]
        assert len(met) == len(set(met))
        allocated = [number for number, entry in enumerate(entries) if entry.mark is Mark.PAIRING_BYE]
        assert len(allocated) <= 1
        free = [number for number, entry in enumerate(entries) if entry.mark is Mark.FORFEIT_WIN]
        assert not any(number < bye for bye in allocated for number in free)
        colors = table.colors(player.id)
        # In the last round, players with more than half of the points may get more.
        leader = table.score(player.id, table.rounds - 1) > (table.rounds - 1) / 2
        opponents = [entry.opponent for entry in entries if entry.played]
        exempt = leader or any(table.score(foe, table.rounds - 1) > (table.rounds - 1) / 2 for foe in opponents[-1:])
        known = colors[:-1] if exempt else colors
        for number in range(len(known)):
            assert abs(known[: number + 1].count("white") - known[: number + 1].count("black")) <= 2
            assert len(set(known[max(0, number - 2) : number + 1])) > 1 or number < 2


def bye_is_low(club: Played) -> None:
    """Checks that no player who could have had the pairing-allocated bye has fewer points (C5).

    In small fields this may be impossible without a second meeting; in these it is not.
    """
    round = club.tournament.rounds[-1]
    if not round.bye:
        return
    table = club.tournament.crosstable
    before = table.rounds - 1
    here = [id for game in round.games for id in (game.white, game.black)]
    can = [
        id
        for id in here
        if not any(entry.mark in (Mark.PAIRING_BYE, Mark.FORFEIT_WIN) for entry in table.entries(id)[:before])
    ]
    assert not any(table.score(id, before) < table.score(round.bye, before) for id in can), round.bye


@pytest.mark.parametrize("seed", range(12))
def test_a_tournament_with_everything(seed: int) -> None:
    random = Random(seed)
    club = Played(rounds=7)
    club.enter(random.randint(14, 26))
    while len(club.tournament.rounds) < 7:
        happen(club, random)
        decision = club.do(commands.Pair(round=len(club.tournament.rounds) + 1))
        if isinstance(decision, Refusal):
            assert decision.code is TournamentCode.NO_PAIRING
            break
        bye_is_low(club)
        for round, board in club.tournament.pending:
            club.must(commands.Score(round=round, board=board, result=random.choice(OUTCOMES)))
    table = club.tournament.crosstable
    lawful(table)
    assert sorted(standing.player.id for standing in ranking(club.tournament)) == sorted(club.tournament.entrants)
    report = to_report(club.tournament)
    again = read_trf(write_trf(report).encode())
    assert [again.table.entries(player.id) for player in again.table.players] == [
        report.table.entries(player.id) for player in report.table.players
    ]


def happen(club: Played, random: Random) -> None:
    """Does random things that happen between two rounds: byes, withdrawals, late entries, corrections."""
    tournament = club.tournament
    someone = random.randint(1, len(tournament.entrants))
    club.do(commands.AskBye(player=someone, round=len(tournament.rounds) + 1))
    if random.random() < 0.4:
        club.do(commands.Withdraw(player=random.randint(1, len(tournament.entrants))))
    if random.random() < 0.3:
        club.do(commands.Return(player=random.randint(1, len(tournament.entrants))))
    if random.random() < 0.3:
        number = len(tournament.entrants) + 1
        missed = random.choice(("H", "Z"))
        entrant = Entrant(f"P{number}", random.randint(1900, 2000), missed)
        club.do(commands.Enter(players=[entrant]))
    if random.random() < 0.3 and tournament.rounds:
        club.do(commands.Score(round=1, board=1, result=random.choice(("1-0", "0-1", "1/2-1/2"))))
