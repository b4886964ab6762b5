"""`damaci standings`: who is first in the tournament of a report file, and by which arithmetic."""

from typing import BinaryIO

import click

from damaci.cli.options import json_option
from damaci.cli.positions import Answer, print_json
from damaci.cli.reports import System, read_report, report_argument, system_of, system_option
from damaci.tournament.crosstable import RoundEntry
from damaci.tournament.standings import FEDERATION, NAMES, ROUND_ROBIN, Standing
from damaci.tournament.standings import standings as ranked
from damaci.tournament.trf import Report

CODES = ", ".join(f"{code} ({name})" for code, name in NAMES.items())


@click.command()
@report_argument
@click.option(
    "--tiebreaks",
    metavar="CODES",
    help=f"In this order, with commas between: {CODES}. Unless given {','.join(FEDERATION)}, "
    f"in a round robin {','.join(ROUND_ROBIN)}.",
)
@system_option(help="Unplayed rounds count differently in a round robin.")
@click.option("--explain", is_flag=True, help="Show what was added for each tie-break, and in brackets what was cut.")
@click.option("--crosstable", is_flag=True, help="Show everybody's rounds: the opponent's place, colour and result.")
@json_option
def standings(
    file: BinaryIO, tiebreaks: str | None, system: System | None, explain: bool, crosstable: bool, as_json: bool
) -> None:
    """List the players of a tournament in a report file (TRF), the best one first.

    `-` reads standard input.
    """
    report = read_report(file)
    swiss = (system or system_of(report)) == "dutch"
    codes = read_codes(tiebreaks, swiss)
    found = ranked(report.table, codes, swiss)
    if as_json:
        for standing in found:
            print_json(described(standing))
    elif crosstable:
        show_rounds(found, report)
    elif explain:
        show_arithmetic(found, report)
    else:
        show(found, codes, report)


def read_codes(text: str | None, swiss: bool) -> tuple[str, ...]:
    """The tie-breaks to use."""
    if text is None and swiss:
        return FEDERATION
    if text is None:
        return ROUND_ROBIN
    return tuple(code.strip().upper() for code in text.split(",") if code.strip())


def described(standing: Standing) -> Answer:
    """A player's place as scripts see it."""
    return {
        "rank": standing.rank,
        "id": standing.player.id,
        "name": standing.player.name,
        "points": standing.points,
        "tiebreaks": {code: tiebreak.value for code, tiebreak in standing.tiebreaks.items()},
    }


def after(report: Report) -> str:
    """How far the tournament has come."""
    from damaci.cli.show import count

    text = f"After {count(report.table.rounds, 'round')}"
    if report.on:
        text += f", {count(report.on, 'game')} without a result"
    return text


def show(found: list[Standing], codes: tuple[str, ...], report: Report) -> None:
    """For people: the table."""
    from damaci.cli.show import say, table

    rows = [(*heading(standing), *(value(standing, code) for code in codes)) for standing in found]
    say(after(report), table(("Place", "No.", "Name", "Points", *codes), rows))


def show_arithmetic(found: list[Standing], report: Report) -> None:
    """For people: how each tie-break comes about."""
    from damaci.cli.show import console, say

    say(after(report))
    for standing in found:
        place, number, name, points = heading(standing)
        console.print(f"{place}. {name} ({number}): {points}", markup=False, soft_wrap=True)
        for code, tiebreak in standing.tiebreaks.items():
            console.print(f"   {code:5} {tiebreak}", markup=False, soft_wrap=True)


def show_rounds(found: list[Standing], report: Report) -> None:
    """For people: the cross-table, in the order of the standings."""
    from damaci.cli.show import say
    from damaci.cli.show import table as drawn

    table = report.table
    places = {standing.player.id: place for place, standing in enumerate(found, 1)}
    rows = [
        (
            str(places[standing.player.id]),
            standing.player.name,
            *(meeting(entry, places) for entry in table.entries(standing.player.id)),
            f"{standing.points:g}",
        )
        for standing in found
    ]
    say(
        after(report),
        drawn(("", "Name", *map(str, range(1, table.rounds + 1)), "Points"), rows),
    )


def meeting(entry: RoundEntry, places: dict[int, int]) -> str:
    """A round as cross-tables have it: `3w1` is a win with White against the player in
    third place; byes are written as in report files."""
    if not entry.opponent or entry.color is None:
        return str(entry.mark)
    return f"{places[entry.opponent]}{entry.color[0]}{entry.mark}"


def heading(standing: Standing) -> tuple[str, str, str, str]:
    """Place, number, name and points."""
    return str(standing.rank), str(standing.player.id), standing.player.name, f"{standing.points:g}"


def value(standing: Standing, code: str) -> str:
    """A tie-break's value; nothing where direct encounter was not needed."""
    tiebreak = standing.tiebreaks.get(code)
    if tiebreak:
        return f"{tiebreak.value:g}"
    return ""
