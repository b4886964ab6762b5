"""A tournament as a report file, and a report file as a tournament."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from damaci.tournament import events
from damaci.tournament.berger import berger, rounds_of
from damaci.tournament.crosstable import (
    ABSENT,
    DRAWN,
    FORFEITS,
    NOBODY,
    WON,
    Crosstable,
    Entry,
    Mark,
    TournamentError,
)
from damaci.tournament.events import AnyEvent, Bye, Entrant, Pairing, Result, Settings
from damaci.tournament.rounds import asked_bye, total_rounds
from damaci.tournament.swiss import initial_color
from damaci.tournament.tournament import Tournament
from damaci.tournament.trf import Report
from damaci.tournament.trf.report import Forbidden

TYPES = {
    "swiss": "Individual: Swiss-System (Dutch)",
    "round-robin": "Individual: Round-Robin",
    "knockout": "Individual: Knock-Out",
    "arena": "Individual: Arena",
}

OWN_HEADERS = ("012", "092", "192")
"""Lines about the tournament that Damacı writes by itself, or not at all: its name and system."""

_Results = tuple[Result, Result, Result]
_PLAYED: _Results = ("1-0", "0-1", "0-0")
_FORFEITED: _Results = ("+/-", "-/+", "-/-")
"""White has won, Black has won, nobody has won."""


def to_report(tournament: Tournament) -> Report:
    """The tournament with its pairing numbers for starting numbers, up to the last round that is over.

    Who is out has a bye in the round after it, so that other programs do not pair them; files know no withdrawals.
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
        forbidden=[Forbidden((numbers[one], numbers[two])) for one, two in tournament.apart],
    )


def _byes(tournament: Tournament, numbers: dict[int, int], done: int) -> dict[int, dict[int, Mark]]:
    """The byes of the rounds that are not in the file, by round and starting number. Of these, some may be paired."""
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


def _numbered(entry: Entry, numbers: dict[int, int]) -> Entry:
    return msgspec.structs.replace(entry, opponent=numbers.get(entry.opponent, 0))


def from_report(report: Report, settings: Settings, at: float) -> list[AnyEvent]:
    """The events of a tournament that has come as far as the file. The players' ids are their starting numbers' order.

    Games that ended before the first move become ordinary ones, and forfeits without an opponent byes. Raises
    TournamentError, also for what would be forgotten: acceleration, and pairs that are forbidden in some rounds only
    or in another system than the Swiss one; and for a round robin by other tables than Berger's.
    """
    _expect_known(report)
    if settings.system == "round-robin":
        expect_berger(report)
    settings = msgspec.structs.replace(
        settings,
        points=report.table.points,
        order="entry",
        rounds=max(report.rounds or settings.rounds, report.table.rounds),
        cycles=max(settings.cycles, -(-report.rounds // rounds_of(len(report.table.players)))),
        initial=report.initial or initial_color(report.table) or settings.initial,
        headers={number: text for number, text in report.headers.items() if number not in OWN_HEADERS},
    )
    ids = {player.id: id for id, player in enumerate(report.table.players, 1)}
    entrants = entrants_of(report)
    opened: list[AnyEvent] = [Tournament.open(settings, at), events.Entered(at=at, players=entrants)]
    rounds = [_paired(report.table, round, ids, at) for round in range(1, report.table.rounds + 1)]
    played = _with_returns(opened, rounds)
    return [*played, *_asked(report, ids, at), *_apart(report, settings, ids, at)]


def _with_returns(opened: Sequence[AnyEvent], rounds: Sequence[events.Paired]) -> list[AnyEvent]:
    """All of them; whoever was paired in spite of games that were lost by forfeit had been taken in again before."""
    happened = [*opened]
    known = Tournament.fold(opened)
    for round in rounds:
        here = {id for pair in round.pairs for id in (pair.white, pair.black)} | {round.bye}
        back = [events.Returned(at=round.at, player=id) for id in sorted(here - {0}) if known.is_out(id)]
        for event in [*back, round]:
            known.apply(event)
            happened.append(event)
    return happened


def expect_berger(report: Report) -> None:
    """Raises TournamentError if a round is not as Berger's tables have it, by which the next one would be paired."""
    table = report.table
    ids = [player.id for player in table.players]
    for round in range(1, table.rounds + 1):
        met = {frozenset((id, table.entry(id, round).opponent)) for id in ids if table.entry(id, round).opponent}
        if met != {frozenset(pair) for pair in berger(ids, round)[0]}:
            raise TournamentError(f"round {round} is not the one of Berger's tables, by which a round robin is paired")


def entrants_of(report: Report, missed: Bye = "Z") -> list[Entrant]:
    """The players of a file; `missed` is what they get for rounds that were paired before they came."""
    return [
        Entrant(player.name or f"{player.id}", player.rating, missed, report.persons.get(player.id, NOBODY))
        for player in report.table.players
    ]


def _expect_known(report: Report) -> None:
    report.expect_no_acceleration()


def _apart(report: Report, settings: Settings, ids: dict[int, int], at: float) -> Iterator[AnyEvent]:
    """The pairs that the file forbids in every round that is left."""
    if report.forbidden and settings.system != "swiss":
        raise TournamentError("the file names pairs that may not meet (260 or XXP): only a Swiss tournament has such")
    pairs: set[tuple[int, int]] = set()
    for group in report.forbidden:
        if not all(map(group.holds, range(report.table.rounds + 1, settings.rounds + 1))):
            raise TournamentError(
                "the file names pairs that may not meet in some rounds only (260), which is supported only by the "
                "command damaci pair"
            )
        players = sorted(ids[id] for id in group.players)
        pairs.update(combinations(players, 2))
    if pairs:
        yield events.KeptApart(at=at, pairs=tuple(sorted(pairs)))


def _asked(report: Report, ids: dict[int, int], at: float) -> Iterator[AnyEvent]:
    for round, byes in sorted(report.byes.items()):
        for id, mark in sorted(byes.items()):
            if mark is Mark.FULL_BYE:
                raise TournamentError(f"player {id} has a full-point bye in round {round}, which has not been paired")
            yield events.ByeAsked(at=at, player=ids[id], round=round, mark=asked_bye(mark))


def _paired(table: Crosstable, round: int, ids: dict[int, int], at: float) -> events.Paired:
    pairs = []
    byes: dict[int, events.Bye | events.FullBye] = {}
    free = 0
    for player in table.players:
        entry = table.entry(player.id, round)
        if entry.color == "white":
            pairs.append(Pairing(ids[player.id], ids[entry.opponent], _result(table, entry, round)))
        elif entry.mark is Mark.PAIRING_BYE and not free:
            free = ids[player.id]
        elif not entry.opponent:
            byes[ids[player.id]] = _bye(entry.mark)
    return events.Paired(at=at, round=round, pairs=pairs, bye=free, byes=byes)


def _bye(mark: Mark) -> events.Bye | events.FullBye:
    if mark in ABSENT:
        return "Z"
    if mark is Mark.HALF_BYE:
        return "H"
    return "F"


def _result(table: Crosstable, entry: Entry, round: int) -> Result | None:
    """White's result and Black's; None if the game is not over."""
    if entry.mark is Mark.PENDING:
        return None
    if entry.mark in DRAWN:
        return "1/2-1/2"
    won, lost, neither = _PLAYED
    if entry.mark in FORFEITS:
        won, lost, neither = _FORFEITED
    if entry.mark in WON:
        return won
    if table.entry(entry.opponent, round).mark in WON:
        return lost
    return neither
