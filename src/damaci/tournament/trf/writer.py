"""Writes a tournament report file: version 2016, with those lines of 2026 that other programs need to go on."""

from collections.abc import Iterator, Mapping
from math import isclose

from damaci.arguments import expect_kind
from damaci.tournament.crosstable import NOBODY, Mark, Person, Player, Points, RoundEntry
from damaci.tournament.trf.report import Report
from damaci.tournament.trf.worth import VALUES

LINE_END = "\r\n"
LONGEST_NAME = 33
WIDTH = 4
"""Columns for points."""


def write_trf(report: Report, ranks: Mapping[int, int] | None = None) -> str:
    """The file's text; `ranks` are the players' places, the starting numbers' order if not given.

    A game that is not over has no mark in a file, which not every program reads: `Crosstable.until` leaves such a round
    out. Raises BadArgument.
    """
    expect_kind("report", report, Report)
    places = ranks or {player.id: place for place, player in enumerate(report.table.players, 1)}
    return LINE_END.join([*_tournament(report), *_players(report, places), *_byes(report), *_forbidden(report), ""])


def _tournament(report: Report) -> Iterator[str]:
    for code in sorted(report.headers):
        for text in report.headers[code].split("\n"):
            yield f"{code} {text}"
    yield f"062 {len(report.table.players)}"
    if report.rounds:
        yield f"142 {report.rounds}"
    if report.initial:
        yield f"152 {report.initial[0].upper()}"
    numbers = [player.id for player in report.table.players]
    if numbers != sorted(numbers):
        yield "XXC rank"
    if report.table.points != Points():
        yield f"162  {'    '.join(_value(code, report.table.points) for code in VALUES)}"


def _value(code: str, points: Points) -> str:
    worth: float = getattr(points, VALUES[code])
    return f"{code}{_columns(worth) or f'{worth:.2f}'[:WIDTH]}"


def _players(report: Report, places: Mapping[int, int]) -> Iterator[str]:
    for player in report.table.players:
        person = report.persons.get(player.id, NOBODY)
        rounds = "  ".join(_round(entry) for entry in report.table.entries(player.id))
        score = _columns(report.table.score(player.id)).rjust(WIDTH)
        yield f"{_static(player, person)} {score} {places[player.id]:4}  {rounds}".rstrip()


def _columns(points: float) -> str:
    """Points with as many decimals as they have; "" where their columns do not hold that, as 100.5 or 12.25."""
    for text in (f"{points:4.1f}", f"{points:.2f}"):
        if len(text) == WIDTH and isclose(float(text), points):
            return text
    return ""


def _static(player: Player, person: Person) -> str:
    """The first 79 columns of a player's line."""
    name = " ".join(player.name.split())[:LONGEST_NAME]
    rating = player.rating or ""
    return (
        f"001 {player.id:4} {person.sex:1.1}{person.title:>3.3} {name:33} {rating:4} {person.federation:3.3} "
        f"{person.number:>11.11} {person.birth:10.10}"
    )


def _round(entry: RoundEntry) -> str:
    if not entry.opponent:
        return f"0000 - {entry.mark}"
    mark = str(entry.mark).replace(Mark.PENDING, " ")
    return f"{entry.opponent:4} {(entry.color or '-')[0]} {mark}"


def _byes(report: Report) -> Iterator[str]:
    for round, byes in sorted(report.byes.items()):
        for mark in sorted(set(byes.values())):
            players = " ".join(f"{id:4}" for id in sorted(byes) if byes[id] is mark)
            yield f"240 {mark} {round:03} {players}"


def _forbidden(report: Report) -> Iterator[str]:
    for forbidden in report.forbidden:
        players = " ".join(f"{id:4}" for id in forbidden.players)
        yield f"260 {forbidden.first:03} {forbidden.last or 999:03} {players}"
