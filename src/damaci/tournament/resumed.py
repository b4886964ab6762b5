"""A tournament that goes on from a report file."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from damaci.sentence import Sentence
from damaci.tournament import events, knockout
from damaci.tournament.berger import berger, rounds_of
from damaci.tournament.crosstable import (
    ABSENT,
    DRAWN,
    FORFEITS,
    NOBODY,
    WON,
    Crosstable,
    Mark,
    RoundEntry,
    TournamentError,
)
from damaci.tournament.events import AnyEvent, Bye, Entrant, Pairing, Result, Settings
from damaci.tournament.rounds import asked_bye
from damaci.tournament.swiss import initial_color
from damaci.tournament.tournament import Tournament
from damaci.tournament.trf import Report

OWN_HEADERS = ("012", "092", "192")
"""Codes of lines about the tournament that are not kept: Damacı writes the name and the system itself, or not at
all."""

_Results = tuple[Result, Result, Result]
_PLAYED: _Results = ("1-0", "0-1", "0-0")
_FORFEITED: _Results = ("+/-", "-/+", "-/-")
"""White has won, Black has won, nobody has won."""


def from_report(report: Report, settings: Settings, at: float) -> list[AnyEvent]:
    """The events of a tournament that has come as far as the file. The players' ids are their starting numbers' order.

    Games that ended before the first move become ordinary ones, and forfeits without an opponent byes. Raises
    TournamentError, also for what would be forgotten: acceleration, and pairs that are forbidden in some rounds only
    or in another system than the Swiss one; and for rounds that the system cannot have had.
    """
    report.expect_no_acceleration()
    if settings.system == "round-robin":
        settings = _round_robin(report, settings)
    elif settings.system == "arena" and report.table.rounds:
        raise TournamentError(Sentence("no arena goes on from the rounds of a file"))
    settings = msgspec.structs.replace(
        settings,
        points=report.table.points,
        order="entry",
        rounds=max(report.rounds or settings.rounds, report.table.rounds),
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
    """All events. A player who was paired although games were lost by forfeit must have been taken in again before;
    those events are added."""
    happened = [*opened]
    known = Tournament.fold(opened)
    for each in rounds:
        round = each
        if known.settings.system == "knockout":
            round = _knockout(known, each)
        here = {id for pair in round.pairs for id in (pair.white, pair.black)} | {round.bye}
        back = [events.Returned(at=round.at, player=id) for id in sorted(here - {0}) if known.is_out(id)]
        steps: list[AnyEvent] = [*back, round]
        for event in steps:
            known.apply(event)
        happened += steps
    return happened


def _knockout(known: Tournament, paired: events.Paired) -> events.Paired:
    """The round as the knock-out itself would have paired it."""
    matches = knockout.open_matches(known)
    pairs = {(pair.white, pair.black): pair for pair in paired.pairs}
    if not matches or sorted(match.next_game for match in matches) != sorted(pairs):
        values = {"round": paired.round}
        raise TournamentError(
            Sentence("round {round} does not follow from the rounds before it, as in a knock-out", values)
        )
    games = [pairs[match.next_game] for match in matches]
    return msgspec.structs.replace(paired, pairs=games, bye=0, byes={}, stage=matches[0].stage)


def _round_robin(report: Report, settings: Settings) -> Settings:
    """The same settings, with as many cycles as the file has. Raises TournamentError if a round differs from Berger's
    tables, by which the next one would be paired."""
    table = report.table
    ids = [player.id for player in table.players]
    for round in range(1, table.rounds + 1):
        met = {frozenset((id, table.entry(id, round).opponent)) for id in ids if table.entry(id, round).opponent}
        if met != {frozenset(pair) for pair in berger(ids, round)[0]}:
            values = {"round": round}
            raise TournamentError(
                Sentence("round {round} is not the one of Berger's tables, by which a round robin is paired", values)
            )
    cycles = -(-report.rounds // rounds_of(len(ids)))
    return msgspec.structs.replace(settings, cycles=max(settings.cycles, cycles))


def entrants_of(report: Report, missed: Bye = "Z") -> list[Entrant]:
    """The players of a file; `missed` is what they get for rounds that were paired before they came."""
    return [
        Entrant(player.name or f"{player.id}", player.rating, missed, report.persons.get(player.id, NOBODY))
        for player in report.table.players
    ]


def _apart(report: Report, settings: Settings, ids: dict[int, int], at: float) -> Iterator[AnyEvent]:
    """The pairs that the file forbids in every round that is left."""
    if report.forbidden and settings.system != "swiss":
        raise TournamentError(
            Sentence("the file names pairs that may not meet (260 or XXP): only a Swiss tournament has such")
        )
    pairs: set[tuple[int, int]] = set()
    for group in report.forbidden:
        if not all(map(group.holds, range(report.table.rounds + 1, settings.rounds + 1))):
            raise TournamentError(
                Sentence(
                    "the file names pairs that may not meet in some rounds only (260), which is supported only by the "
                    "command damaci pair"
                )
            )
        players = sorted(ids[id] for id in group.players)
        pairs.update(combinations(players, 2))
    if pairs:
        yield events.KeptApart(at=at, pairs=tuple(sorted(pairs)))


def _asked(report: Report, ids: dict[int, int], at: float) -> Iterator[AnyEvent]:
    for round, byes in sorted(report.byes.items()):
        for id, mark in sorted(byes.items()):
            if mark is Mark.FULL_BYE:
                values = {"player": id, "round": round}
                raise TournamentError(
                    Sentence("player {player} has a full-point bye in round {round}, which has not been paired", values)
                )
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


def _result(table: Crosstable, entry: RoundEntry, round: int) -> Result | None:
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
