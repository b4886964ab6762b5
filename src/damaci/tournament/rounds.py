"""The next round of a tournament, by its system."""

from collections.abc import Sequence

from damaci.tournament import arena, events, knockout
from damaci.tournament.berger import berger, rounds_of
from damaci.tournament.crosstable import Mark, TournamentError
from damaci.tournament.events import Bye, FullBye, Pairing, Result
from damaci.tournament.refusal import Refusal, TournamentCode
from damaci.tournament.swiss import is_free_win, pair_dutch
from damaci.tournament.tournament import Tournament, pairings

Byes = dict[int, Bye | FullBye]
"""By player."""


def next_round(tournament: Tournament, at: float) -> events.Paired | Refusal:
    """The pairing of the next round, or why there is none."""
    if refusal := results_missing(tournament):
        return refusal
    if is_complete(tournament):
        return Refusal(TournamentCode.ALL_PAIRED, "all rounds have been paired")
    if len(tournament.entrants) < 2:
        return Refusal(TournamentCode.TOO_FEW, "a tournament takes two players")
    match tournament.settings.system:
        case "swiss":
            return _swiss(tournament, at)
        case "round-robin":
            return _round_robin(tournament, at)
        case "knockout":
            return _knockout(tournament, at)
        case "arena":
            return _arena(tournament, at)


def results_missing(tournament: Tournament) -> Refusal | None:
    """Why no round can be paired yet; an arena does not wait."""
    if tournament.settings.system == "arena" or not tournament.pending:
        return None
    round, board = tournament.pending[0]
    return Refusal(TournamentCode.RESULTS_MISSING, f"round {round}, board {board} has no result")


def total_rounds(tournament: Tournament) -> int | None:
    """How many rounds there will be; None where nobody knows."""
    match tournament.settings.system:
        case "swiss":
            return tournament.settings.rounds
        case "round-robin":
            return rounds_of(len(tournament.entrants), tournament.settings.cycles)
    return None


def is_complete(tournament: Tournament) -> bool:
    """Whether there is nothing left to pair."""
    if tournament.settings.system == "knockout":
        return bool(tournament.rounds) and knockout.champion(tournament) is not None
    total = total_rounds(tournament)
    return bool(tournament.rounds) and total is not None and len(tournament.rounds) >= total


def is_over(tournament: Tournament) -> bool:
    """Whether everything has been played."""
    return (tournament.closed or is_complete(tournament)) and not tournament.pending


def _swiss(tournament: Tournament, at: float) -> events.Paired | Refusal:
    round = len(tournament.rounds) + 1
    left = [id for id in tournament.entrants if not tournament.is_out(id)]
    if len(left) < 2:
        return Refusal(TournamentCode.TOO_FEW, "fewer than two players are left")
    byes = _byes(tournament, round)
    here = [id for id in left if id not in byes]
    if len(here) < 2:
        return _only_byes(tournament, at, here, byes)
    absent = set(tournament.entrants) - set(here)
    settings = tournament.settings
    try:
        found = pair_dutch(
            tournament.crosstable,
            settings.rounds,
            absent=absent,
            forbidden=tournament.apart,
            initial=settings.initial,
        )
    except TournamentError as error:
        return Refusal(TournamentCode.NO_PAIRING, str(error))
    return events.Paired(at=at, round=round, pairs=pairings(found.pairs), bye=found.bye or 0, byes=byes)


def _only_byes(tournament: Tournament, at: float, here: Sequence[int], byes: Byes) -> events.Paired:
    """A round without games. A single remaining player gets the pairing-allocated bye, or half a point instead of a
    second free win (FIDE C.04.1, 4)."""
    round = len(tournament.rounds) + 1
    table = tournament.crosstable
    free = [id for id in here if not any(is_free_win(table, entry) for entry in table.entries(id))]
    halved: Byes = {id: "H" for id in here if id not in free}
    return events.Paired(at=at, round=round, pairs=[], bye=next(iter(free), 0), byes={**byes, **halved})


def by_hand(tournament: Tournament, pairs: list[tuple[int, int]], bye: int, at: float) -> events.Paired | Refusal:
    """The next round as the arbiter has it, or why it cannot be."""
    if tournament.settings.system != "swiss":
        return Refusal(TournamentCode.BAD_PAIRS, "only rounds of a Swiss tournament are paired by hand")
    if is_complete(tournament):
        return Refusal(TournamentCode.ALL_PAIRED, "all rounds have been paired")
    if refusal := results_missing(tournament):
        return refusal
    round = len(tournament.rounds) + 1
    byes = _byes(tournament, round)
    named = [id for pair in pairs for id in pair]
    if bye:
        named.append(bye)
    for id in named:
        if id not in tournament.entrants or tournament.is_out(id) or id in byes or named.count(id) > 1:
            return Refusal(TournamentCode.BAD_PAIRS, f"player {id} is named twice, unknown, out, or has a bye")
    return events.Paired(at=at, round=round, pairs=pairings(pairs), bye=bye, byes=byes)


def _byes(tournament: Tournament, round: int) -> Byes:
    """The byes of a round that players asked for who have not left."""
    asked = [(id, mark) for (id, of), mark in tournament.asked.items() if of == round and not tournament.is_out(id)]
    return {id: asked_bye(mark) for id, mark in asked}


def asked_bye(mark: Mark) -> Bye:
    """A bye that was asked for, as events have it."""
    if mark is Mark.HALF_BYE:
        return "H"
    return "Z"


def _round_robin(tournament: Tournament, at: float) -> events.Paired:
    round = len(tournament.rounds) + 1
    pairs, _ = berger(tournament.seeds, round)
    return events.Paired(at=at, round=round, pairs=[_against_absence(tournament, *pair) for pair in pairs])


def _against_absence(tournament: Tournament, white: int, black: int) -> Pairing:
    """A game that is lost already by who is out."""
    results: dict[tuple[bool, bool], Result] = {(True, False): "-/+", (False, True): "+/-", (True, True): "-/-"}
    return Pairing(white, black, results.get((tournament.is_out(white), tournament.is_out(black))))


def _knockout(tournament: Tournament, at: float) -> events.Paired | Refusal:
    matches = knockout.open_matches(tournament)
    if not matches:
        return Refusal(TournamentCode.TOO_FEW, "nobody is left to play")
    pairs = pairings(match.next_game for match in matches)
    return events.Paired(at=at, round=len(tournament.rounds) + 1, pairs=pairs, stage=matches[0].stage)


def _arena(tournament: Tournament, at: float) -> events.Paired | Refusal:
    pairs, _ = arena.pair_waiting(tournament)
    if not pairs:
        return Refusal(TournamentCode.TOO_FEW, "fewer than two players are free")
    return events.Paired(at=at, round=len(tournament.rounds) + 1, pairs=pairings(pairs))
