"""`damaci pair`: the next round of a tournament in a report file."""

from typing import BinaryIO

import click

from damaci.cli.options import json_option
from damaci.cli.positions import print_json
from damaci.cli.reports import System, read_report, report_argument, system_of, system_option
from damaci.errors import DamaciError
from damaci.tournament.berger import berger, rounds_of
from damaci.tournament.swiss import Paired, initial_color, pair_dutch
from damaci.tournament.trf import Report


@click.command()
@report_argument
@system_option(help="FIDE's Swiss system, or Berger's tables.")
@json_option
def pair(file: BinaryIO, system: System | None, as_json: bool) -> None:
    """Pair the next round of the tournament in a report file (TRF).

    `-` reads standard input.
    """
    report = read_report(file)
    round = report.table.rounds + 1
    system = system or system_of(report)
    expect_round(report, round, system)
    found = pair_round(report, round, system)
    if as_json:
        byes = [] if found.bye is None else [found.bye]
        print_json({"round": round, "pairs": [list(pair) for pair in found.pairs], "byes": byes})
    else:
        show(report, round, found)


def expect_round(report: Report, round: int, system: System) -> None:
    """Raises DamaciError when there is no such round."""
    rounds = report.rounds
    if system == "round-robin":
        rounds = rounds or rounds_of(len(report.table.players))
    if rounds and round > rounds:
        raise DamaciError(f"all the rounds of the tournament have been paired: {rounds}")


def pair_round(report: Report, round: int, system: System) -> Paired:
    """The pairs of the round. Raises DamaciError."""
    if system == "round-robin":
        pairs, free = berger([player.id for player in report.table.players], round)
        return Paired(tuple(pairs), *free)
    report.expect_no_acceleration()
    report.expect_results()
    return pair_dutch(
        report.table,
        report.rounds or None,
        absent=report.byes.get(round, {}),
        forbidden=forbidden(report, round),
        initial=report.initial or initial_color(report.table) or "white",
    )


def forbidden(report: Report, round: int) -> list[tuple[int, int]]:
    """The pairs that the file does not want in that round."""
    groups = [each.players for each in report.forbidden if each.holds(round)]
    return [(one, two) for group in groups for one in group for two in group if one < two]


def show(report: Report, round: int, found: Paired) -> None:
    """For people: the boards, and who is free."""
    from damaci.cli.show import say, table

    names = {player.id: f"{player.name} ({player.id})" for player in report.table.players}
    score = report.table.score
    rows = [
        (str(board), names[white], f"{score(white):g}", names[black], f"{score(black):g}")
        for board, (white, black) in enumerate(found.pairs, 1)
    ]
    if found.bye is not None:
        rows.append(("", names[found.bye], f"{score(found.bye):g}", "free", ""))
    say(f"Round {round}", table(("Board", "White", "Points", "Black", "Points"), rows))
