"""A tournament as a report file."""

from collections.abc import Iterator

import msgspec

from damaci.tournament.crosstable import (
    NOBODY,
    Crosstable,
    Mark,
    RoundEntry,
)
from damaci.tournament.rounds import total_rounds
from damaci.tournament.tournament import Tournament
from damaci.tournament.trf import Report
from damaci.tournament.trf.report import ForbiddenPairing

TYPES = {
    "swiss": "Individual: Swiss-System (Dutch)",
    "round-robin": "Individual: Round-Robin",
    "knockout": "Individual: Knock-Out",
    "arena": "Individual: Arena",
}


def to_report(tournament: Tournament) -> Report:
    """The tournament with its pairing numbers for starting numbers, up to the last round that is over.

    Players who are out get a bye in the round after it, so that other programs do not pair them: files have no
    withdrawals.
    """
    done = min((number - 1 for number, _ in tournament.pending), default=len(tournament.rounds))
    numbers = {id: number for number, id in enumerate(tournament.seeds, 1)}
    table = tournament.crosstable.until(done)
    players = [msgspec.structs.replace(player, id=numbers[player.id]) for player in table.players]
    entries = {
        numbers[each.id]: [_numbered(entry, numbers) for entry in table.entries(each.id)] for each in table.players
    }
    return Report(
        Crosstable(players, entries, table.points, done),
        tournament.settings.headers | {"012": tournament.settings.name, "092": TYPES[tournament.settings.system]},
        {numbers[id]: each.person for id, each in tournament.entrants.items() if each.person != NOBODY},
        rounds=total_rounds(tournament) or 0,
        initial=tournament.settings.initial,
        byes=_byes(tournament, numbers, done),
        forbidden=[ForbiddenPairing((numbers[one], numbers[two])) for one, two in tournament.apart],
    )


def _byes(tournament: Tournament, numbers: dict[int, int], done: int) -> dict[int, dict[int, Mark]]:
    """The byes of the rounds that are not in the file, by round and starting number. Some of these rounds may be
    paired."""
    next_round = done + 1
    byes: dict[int, dict[int, Mark]] = {}
    for (id, round), mark in [*tournament.asked.items(), *_given(tournament, done)]:
        byes.setdefault(round, {})[numbers[id]] = mark
    if next_round <= (total_rounds(tournament) or 0):
        out = {numbers[id]: Mark.ZERO_BYE for id in tournament.seeds if tournament.is_out(id)}
        byes.setdefault(next_round, {}).update(out)
    return {round: given for round, given in byes.items() if given}


def _given(tournament: Tournament, done: int) -> Iterator[tuple[tuple[int, int], Mark]]:
    """The byes of rounds that are paired already and still played, by player and round."""
    for number, round in enumerate(tournament.rounds[done:], done + 1):
        for id, mark in round.byes.items():
            if mark in (Mark.HALF_BYE, Mark.ZERO_BYE):
                yield (id, number), mark


def _numbered(entry: RoundEntry, numbers: dict[int, int]) -> RoundEntry:
    return msgspec.structs.replace(entry, opponent=numbers.get(entry.opponent, 0))
