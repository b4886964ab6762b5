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
    system = system or paired_as(report)
    expect_round(report, round, system)
    found = pair_round(report, round, system)
    if system == "round-robin":
        warn_of_rematches(report, found)
    if as_json:
        byes = [] if found.bye is None else [found.bye]
        print_json({"round": round, "pairs": [list(pair) for pair in found.pairs], "byes": byes})
    else:
        show(report, round, found)


def paired_as(report: Report) -> System:
    """How the file says that its tournament is paired. Raises DamaciError for a knock-out."""
    if report.system == "knockout":
        raise DamaciError("the file is that of a knock-out: expected a Swiss tournament or a round robin, or --system")
    return system_of(report)


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


def warn_of_rematches(report: Report, found: Paired) -> None:
    """Names players who have met before in the first cycle: then earlier rounds were not those of Berger's tables."""
    again = [f"{white} and {black}" for white, black in found.pairs if black in report.table.opponents(white)]
    if again and report.table.rounds < rounds_of(len(report.table.players)):
        click.echo(
            f"damaci: {', '.join(again)} have met already: not all rounds were those of Berger's tables", err=True
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
