"""`damaci match`: which of two engines is stronger, and how sure that is."""

from contextlib import closing
from datetime import date
from pathlib import Path
from time import perf_counter

import click

from damaci.board.color import Color
from damaci.cli.folder import Folder
from damaci.cli.main import INTERRUPTED
from damaci.cli.options import json_option, ruleset_option
from damaci.cli.positions import Answer, print_json
from damaci.cli.record import Record, file_error
from damaci.cli.tables import default_folder
from damaci.engine.limits import Limits
from damaci.errors import DamaciError
from damaci.match.clocks import LONGEST_SECONDS, MARGIN, TimeControl
from damaci.match.contender import read_contender
from damaci.match.game import Played
from damaci.match.match import MOST_GAMES, Match
from damaci.match.openings import Opening, generate, read_openings
from damaci.match.statistics import Sprt
from damaci.match.tally import Tally
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.tablebase import Tables, Terms

LONGEST_MARGIN = 60


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="At most so many games."
)
@click.option("--seconds-per-move", "seconds", type=float, help="Time for each move; 0.1 if no limit is given.")
@click.option("--nodes", type=click.IntRange(1, 2**62), help="Positions that each move may look at.")
@click.option("--depth", type=click.IntRange(1, 200), help="Plies that each move looks ahead.")
@click.option(
    "--clock",
    metavar="BASE+INC",
    help="Seconds for the whole game and for each move, such as 10+0.1; who oversteps them loses.",
)
@click.option(
    "--margin",
    type=float,
    default=MARGIN,
    show_default=True,
    help="Seconds that an answer may come late.",
)
@click.option(
    "--tables",
    "tables_folder",
    type=Folder(exists=True),
    help="Endgame tables that decide games; those of the app unless given.",
)
@ruleset_option
@click.option(
    "--openings",
    "openings_file",
    type=click.Path(path_type=Path),
    help="FENs, one a line, or PDN; generated unless given.",
)
@click.option(
    "--sprt",
    type=float,
    nargs=2,
    metavar="ELO0 ELO1",
    help="End as soon as A is shown to be ELO1 stronger rather than ELO0.",
)
@click.option(
    "--concurrency", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at the same time."
)
@click.option("--pdn", "pdn_file", type=click.Path(path_type=Path), help="Write every game to this file.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="Of openings and levels.")
@json_option
def match(
    a: str,
    b: str,
    games: int,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    clock: str | None,
    margin: float,
    tables_folder: Path | None,
    ruleset: str,
    openings_file: Path | None,
    sprt: tuple[float, float] | None,
    concurrency: int,
    pdn_file: Path | None,
    seed: int,
    as_json: bool,
) -> int:
    """Play two engines, A and B, against each other.

    Each is a level (beginner ... master), options such as `nodes=5000,threads=1`, or `cmd:` and the command of an
    engine that speaks Hub. Every opening is played twice, colours swapped. Ctrl-C ends the match and tells its score so
    far; so does a failure to write to --pdn.
    """
    if seconds is not None and not 0 < seconds <= LONGEST_SECONDS:
        raise click.BadParameter(
            f"{seconds} is not a time: expected a number of seconds greater than 0", param_hint="--seconds-per-move"
        )
    if not 0 <= margin <= LONGEST_MARGIN:
        raise click.BadParameter(f"{margin} is not a number of seconds up to {LONGEST_MARGIN}", param_hint="--margin")
    if sprt and not sprt[0] < sprt[1]:
        raise click.BadParameter(
            f"{sprt[0]:g} {sprt[1]:g}: expected the first to be less than the second", param_hint="--sprt"
        )
    if clock and (depth or nodes or seconds):
        raise click.BadParameter("expected no limit of a move beside it", param_hint="--clock")
    rules = find_ruleset(ruleset).name
    limits = Limits(depth, nodes, seconds) if depth or nodes or seconds or clock else None
    playing = Match(
        read_contender(a, limits, rules),
        read_contender(b, limits, rules),
        find_openings(openings_file, rules, (games + 1) // 2, seed),
        games,
        Sprt(*sprt) if sprt else None,
        concurrency,
        seed,
        time=TimeControl.parse(clock, margin) if clock else None,
        tables=find_tables(tables_folder, rules),
    )
    record = Record(pdn_file)
    began = perf_counter()
    interrupted = run(playing, record)
    found = match_json(playing, rules, perf_counter() - began, interrupted)
    if as_json:
        print_json(found)
    else:
        show(playing, found)
    if record.failure:
        raise record.failure
    if interrupted:
        return INTERRUPTED
    return 0


def find_tables(folder: Path | None, ruleset: str) -> Tables | None:
    """The tables of the folder, or of the app; None if there are none. Raises TablebaseError when one is damaged."""
    tables = Tables(folder or default_folder(), Terms.of(ruleset))
    if tables.materials:
        return tables
    return None


def find_openings(file: Path | None, ruleset: str, count: int, seed: int) -> list[Opening]:
    """The openings of the file, or `count` generated ones."""
    if file is None:
        return generate(ruleset, count, seed)
    try:
        return read_openings(file, ruleset)
    except OSError as error:
        raise file_error(file, error) from None


def run(playing: Match, record: Record) -> bool:
    """Plays the match and shows its progress. Returns whether it was interrupted. A failure of the record ends it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    every = max(1, playing.games // 10)
    with (
        closing(record),
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        task = progress.add_task("", total=playing.games)

        def on_game(number: int, a: Color, played: Played) -> None:
            record.add(played.pdn(tags(playing, number, a)))
            if played.fault:
                console.print(f"game {number + 1}: {played.fault.message}", markup=False)
            so_far = summary(playing.tally, playing.sprt)
            progress.update(task, advance=1, description=so_far)
            if not console.is_terminal and playing.tally.games % every == 0:
                console.print(f"{playing.tally.games} of {playing.games} games: {so_far}", markup=False)

        try:
            playing.run(on_game)
        except KeyboardInterrupt:
            return True
        except DamaciError:
            if not record.failure:
                raise
    return False


def tags(playing: Match, number: int, a: Color) -> dict[str, str]:
    """The PDN tags of a game."""
    white = playing.a
    black = playing.b
    if a is Color.BLACK:
        white, black = black, white
    about = {"Event": f"{playing.a.name} against {playing.b.name}", "Date": f"{date.today():%Y.%m.%d}"}
    time = {"TimeControl": str(playing.time)} if playing.time else {}
    return about | {"Round": f"{number // 2 + 1}.{number % 2 + 1}", "White": white.name, "Black": black.name} | time


def match_json(playing: Match, ruleset: str, seconds: float, interrupted: bool) -> Answer:
    """The match as JSON; all numbers as A sees them."""
    tally = playing.tally
    sprt = playing.sprt
    elo = tally.elo
    if sprt:
        llr = {"llr": round(sprt.llr(tally.pairs), 3), "lower": round(-sprt.bound, 3), "upper": round(sprt.bound, 3)}
    else:
        llr = {}
    faults = [{"engine": who, "kind": kind, "count": count} for (who, kind), count in sorted(tally.faults.items())]
    return {
        "a": playing.a.name,
        "b": playing.b.name,
        "ruleset": ruleset,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "pairs": tally.pairs,
        "elo": {"value": rounded(elo.value), "low": rounded(elo.low), "high": rounded(elo.high)},
        "sprt": {"elo0": sprt.elo0, "elo1": sprt.elo1, "state": sprt.state(tally.pairs)} | llr if sprt else None,
        "faults": faults,
        "adjudicated": tally.adjudicated,
        "reasons": dict(tally.reasons.most_common()),
        "seconds": round(seconds, 3),
        "interrupted": interrupted,
    }


def rounded(elo: float | None) -> float | None:
    """To tenths."""
    if elo is None:
        return None
    return round(elo, 1)


def summary(tally: Tally, sprt: Sprt | None) -> str:
    """The score in a few words."""
    score = f"+{tally.wins} ={tally.draws} -{tally.losses}  Elo {tally.elo}"
    if sprt:
        score += f"  LLR {sprt.llr(tally.pairs):+.2f} of {sprt.bound:.2f}"
    return score


def show(playing: Match, found: Answer) -> None:
    """For people."""
    tally = playing.tally
    sprt = playing.sprt
    click.echo(f"{playing.a.name} against {playing.b.name}, {tally.games} games in {found['seconds']:.1f} s")
    click.echo(f"won {tally.wins}, drawn {tally.draws}, lost {tally.losses}; pairs {' '.join(map(str, tally.pairs))}")
    click.echo(f"Elo {tally.elo}, 95 %")
    if sprt:
        click.echo(
            f"SPRT {sprt.elo0:g} against {sprt.elo1:g}: {sprt.state(tally.pairs)}, LLR "
            f"{sprt.llr(tally.pairs):+.2f} of {sprt.bound:.2f}"
        )
    if tally.adjudicated:
        click.echo(
            f"{tally.adjudicated} adjudicated: {tally.reasons['tables']} by endgame tables, "
            f"{tally.reasons['too-long']} too long"
        )
    for fault in found["faults"]:
        click.echo(f"{found[fault['engine']]}: {fault['kind']} in {fault['count']}")
