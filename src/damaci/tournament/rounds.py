"""The next round of a tournament, by its system."""

from collections.abc import Mapping, Sequence

from damaci.tournament import arena, events, knockout
from damaci.tournament.berger import berger, rounds_of
from damaci.tournament.crosstable import Mark, TournamentError
from damaci.tournament.events import Pairing, Result
from damaci.tournament.refusal import Refusal, TournamentCode
from damaci.tournament.swiss import pair_dutch
from damaci.tournament.tournament import Tournament, pairings


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
    byes: dict[int, events.Bye | events.FullBye] = {
        id: asked_bye(mark) for (id, asked), mark in tournament.asked.items() if asked == round
    }
    out = [id for id in tournament.entrants if tournament.is_out(id)]
    if len(tournament.entrants) - len({*byes, *out}) < 2:
        return Refusal(TournamentCode.TOO_FEW, f"fewer than two players are there for round {round}")
    settings = tournament.settings
    try:
        found = pair_dutch(tournament.crosstable, settings.rounds, absent={*byes, *out}, initial=settings.initial)
    except TournamentError as error:
        return Refusal(TournamentCode.NO_PAIRING, str(error))
    asked = _without(byes, out)
    return events.Paired(at=at, round=round, pairs=pairings(found.pairs), bye=found.bye or 0, byes=asked)


def by_hand(tournament: Tournament, pairs: list[tuple[int, int]], bye: int, at: float) -> events.Paired | Refusal:
    """The next round as the arbiter has it, or why it cannot be."""
    if tournament.settings.system != "swiss":
        return Refusal(TournamentCode.BAD_PAIRS, "only rounds of a Swiss tournament are paired by hand")
    if is_complete(tournament):
        return Refusal(TournamentCode.ALL_PAIRED, "all rounds have been paired")
    if refusal := results_missing(tournament):
        return refusal
    round = len(tournament.rounds) + 1
    byes: dict[int, events.Bye | events.FullBye] = {
        id: asked_bye(mark) for (id, asked), mark in tournament.asked.items() if asked == round
    }
    named = [id for pair in pairs for id in pair]
    if bye:
        named.append(bye)
    for id in named:
        if id not in tournament.entrants or tournament.is_out(id) or id in byes or named.count(id) > 1:
            return Refusal(TournamentCode.BAD_PAIRS, f"player {id} is named twice, unknown, out, or has a bye")
    here = _without(byes, [id for id in byes if tournament.is_out(id)])
    return events.Paired(at=at, round=round, pairs=pairings(pairs), bye=bye, byes=here)


def _without(
    byes: Mapping[int, events.Bye | events.FullBye], out: Sequence[int]
) -> dict[int, events.Bye | events.FullBye]:
    return {id: bye for id, bye in byes.items() if id not in out}


def asked_bye(mark: Mark) -> events.Bye:
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
