"""The laboratory's commands, from self-play to data sets; most continue where they were stopped."""

import hashlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from damaci.cli.main import BAD_INPUT, INTERRUPTED, OK, complain
from damaci.cli.options import ruleset_option
from damaci.cli.tablebase import (
    MEGABYTE,
    allowed_memory,
    expect_disk,
    expect_memory,
    material_option,
    one_each_option,
    pieces_option,
    read_plan,
    read_terms,
)
from damaci.engine import Limits
from damaci.engine import weights as weight_files
from damaci.errors import DamaciError
from damaci.match.statistics import Sprt
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.tablebase import Tables, Terms
from damaci.tablebase.by_parts import memory_by_parts
from lab import checkpoint, files
from lab.card import Card
from lab.contestant import Contestant
from lab.datasets.command import dataset_command
from lab.errors import LabError
from lab.fit import Fit, Settings
from lab.interruption import BeginsAnew, begins_anew
from lab.match import LabMatch
from lab.network import TABLES
from lab.opening_commands import OPENING_COMMANDS
from lab.options import NumberRange, file_path, positive, workers_options
from lab.parts import build_parts_side_by_side
from lab.piece_values import piece_values
from lab.progress import progress
from lab.puzzles.check_commands import check_command, drop_command
from lab.puzzles.command import collect_command, puzzles_command
from lab.records import expect_alike, read_shard, shard_path, shards, write_shard
from lab.selection import read_positions, select, write_positions
from lab.selfplay import Shard, play_shard
from lab.small_board.command import small_board_command
from lab.suite.command import pack_suite_command, suite_command
from lab.tables import build_side_by_side, memory_of_job
from lab.tune_command import tune_command
from lab.tuning import read_parameters
from lab.work import Workers

DEFAULTS = Settings()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `python -m lab` and returns its exit status. An error that the user can correct is printed in one line."""
    try:
        lab.main(arguments, prog_name="lab", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return BAD_INPUT
    except click.ClickException as error:
        complain(error.format_message(), "lab")
        return BAD_INPUT
    except (DamaciError, OSError) as error:
        complain(str(error), "lab")
        return BAD_INPUT
    except BeginsAnew:
        complain("interrupted; the same command begins anew, because nothing is saved before its end", "lab")
        return INTERRUPTED
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted; the same command continues from here", "lab")
        return INTERRUPTED
    return OK


@click.group()
def lab() -> None:
    """Train the evaluation: self-play, selection, fit, match. Build endgame tables. Find puzzles. Make data sets."""


for command in OPENING_COMMANDS:
    lab.add_command(command)


@lab.command()
@click.argument("folder", type=file_path)
@ruleset_option
@click.option(
    "--games", type=positive, default=50_000, show_default=True, help="Total number, rounded up to whole shards."
)
@click.option(
    "--shard-games",
    type=positive,
    default=100,
    show_default=True,
    help="Games in a shard. Ctrl-C loses at most one shard a worker.",
)
@click.option("--nodes", type=positive, default=4_000, show_default=True, help="Nodes searched for each move.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option(
    "--weights",
    type=file_path,
    help="Weights for the engine to play with. Without this option it uses the hand-made evaluation.",
)
@workers_options
def selfplay(
    folder: Path,
    ruleset: str,
    games: int,
    shard_games: int,
    nodes: int,
    seed: int,
    weights: Path | None,
    workers: int,
    ray: str | None,
) -> None:
    """Play games and save their positions in FOLDER. Existing shards are not played again."""
    ruleset = find_ruleset(ruleset).name
    tables = read_weights(weights)
    about = {"ruleset": ruleset, "games": shard_games, "nodes": nodes, "seed": seed, "weights": digest(tables)}
    numbers = range(-(-games // shard_games))
    there = [number for number in numbers if shard_path(folder, number).exists()]
    for number in there:
        expect_alike(shard_path(folder, number), about)
    jobs = (Shard(number, shard_games, ruleset, nodes, seed, tables) for number in numbers if number not in set(there))
    found = 0
    with progress() as bar, closing(Workers(workers, ray).run(play_shard, jobs)) as results:
        task = bar.add_task("", what="games", total=shard_games * len(numbers), completed=shard_games * len(there))
        for number, records in results:
            write_shard(shard_path(folder, number), about, records)
            found += len(records)
            bar.update(task, advance=shard_games, description=f"{found:,} positions")


@lab.command(name="select")
@click.argument("folders", type=file_path, nargs=-1, required=True)
@click.option("--out", type=file_path, required=True, help="The file of positions to write.")
@click.option(
    "--tables",
    "tables_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Relabel positions that the endgame tables in this folder contain.",
)
@begins_anew()
def select_command(folders: tuple[Path, ...], out: Path, tables_folder: Path | None) -> None:
    """Select the quiet, undecided, distinct positions from FOLDERS of games. Every tenth game is held out."""
    paths = [path for folder in folders for path in shards(folder)]
    tables = read_tables(tables_folder, paths[0]) if tables_folder else None
    with progress() as bar:
        task = bar.add_task("", what="shards", total=len(paths))
        about, positions = select(paths, lambda: bar.advance(task), tables)
    write_positions(out, about, positions)
    click.echo(
        f"{len(positions):,} of {about['recorded']:,} positions from {about['games']:,} games, "
        f"{about['relabelled']:,} relabelled"
    )


def read_tables(folder: Path, shard: Path) -> Tables:
    """The tables for a shard's ruleset. Raises LabError if there are none, and TablebaseError if one is damaged."""
    terms = Terms.of(str(read_shard(shard)[0]["ruleset"]))
    tables = Tables(folder, terms)
    if not tables.materials:
        raise LabError(f"{folder}: expected endgame tables in {terms.folder}, found none")
    return tables


@lab.command(name="fit")
@click.argument("positions", type=file_path)
@click.option(
    "--out",
    type=file_path,
    required=True,
    help="The file of weights to write. Its card is written beside it, with the suffix .md.",
)
@click.option(
    "--lam",
    type=NumberRange(0, 1),
    default=DEFAULTS.lam,
    show_default=True,
    help="Weight of the game's result in the label.",
)
@click.option(
    "--k",
    type=NumberRange(1, 10_000),
    default=DEFAULTS.k,
    show_default=True,
    help="Centimen that are worth one unit of the logit.",
)
@click.option("--epochs", type=positive, default=DEFAULTS.epochs, show_default=True, help="Passes over all positions.")
def fit_command(positions: Path, out: Path, lam: float, k: float, epochs: int) -> None:
    """Fit the network to a file of POSITIONS."""
    about, selected = read_positions(positions)
    learned_from = int((~selected["held_out"]).sum())
    if not 0 < learned_from < len(selected):
        raise LabError(
            f"{positions}: {len(selected)} positions, {learned_from} of them to learn from: expected more games"
        )
    fit = Fit(about["ruleset"], selected, Settings(lam, k, epochs))
    saved = checkpoint.path_for(out)
    made_of = {"positions": about["sha256"], "lam": lam, "k": k, "epochs": epochs}
    checkpoint.resume(saved, fit, made_of)
    with progress() as bar:
        task = bar.add_task("", what="epochs", total=epochs, completed=fit.epoch)

        def on_epoch(loss: float) -> None:
            checkpoint.save(saved, fit, made_of)
            bar.update(task, completed=fit.epoch, description=f"loss {loss:.5f}")

        fit.run(on_epoch)
    tables = fit.network().tables(k)
    card = Card(about, learned_from, len(selected) - learned_from, fit.settings, fit.losses(), tables)
    files.write(out, weight_files.pack(tables))
    files.write(out.with_suffix(".md"), card.markdown().encode())
    saved.unlink(missing_ok=True)
    click.echo(f"loss on the games held out {card.losses.learned:.5f}, hand-made alone {card.losses.hand_made:.5f}")


@lab.command(name="match")
@click.argument("a", type=str)
@click.argument("b", type=str)
@click.option("--out", type=file_path, required=True, help="The record of the match. An existing record is continued.")
@ruleset_option
@click.option(
    "--games", type=positive, default=400, show_default=True, help="Maximum number of games, played in pairs."
)
@click.option(
    "--seconds", type=NumberRange(0, 1e6, min_open=True), help="Seconds for each move. 0.1 if no limit is given."
)
@click.option("--nodes", type=positive, help="Nodes for each move.")
@click.option(
    "--sprt",
    type=float,
    nargs=2,
    metavar="ELO0 ELO1",
    help="Sequential test: stop when it accepts that A is stronger by ELO1, or by no more than ELO0.",
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="Chooses the openings.")
@click.option(
    "--parameters",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `lab tune` wrote: A searches with these numbers, B with those of the kernel.",
)
@workers_options
def match_command(
    a: str,
    b: str,
    out: Path,
    ruleset: str,
    games: int,
    seconds: float | None,
    nodes: int | None,
    sprt: tuple[float, float] | None,
    seed: int,
    parameters: Path | None,
    workers: int,
    ray: str | None,
) -> None:
    """Play two files of weights, A and B, against each other. `hand-made` is the evaluation without weights, `shipped`
    are the weights of the package."""
    if sprt and not sprt[0] < sprt[1]:
        raise click.BadParameter(
            f"{sprt[0]:g} {sprt[1]:g}: expected the first to be less than the second", param_hint="--sprt"
        )
    if not seconds and not nodes:
        seconds = 0.1
    limits = Limits(nodes=nodes, seconds=seconds)
    ruleset = find_ruleset(ruleset).name
    pairs = (games + 1) // 2
    ours, theirs = (named_weights(name, ruleset) for name in (a, b))
    about = {"ruleset": ruleset, "a": digest(ours), "b": digest(theirs), "limits": asdict(limits), "seed": seed}
    tuned = read_parameters(parameters) if parameters else {}
    if tuned:
        about["parameters"] = tuned
    first = Contestant(ours, tuned)
    second = Contestant(theirs)
    match = LabMatch(ruleset, first, second, limits, out, about, Sprt(*sprt) if sprt else None, seed)
    with progress() as bar:
        task = bar.add_task(str(match), what="pairs", total=pairs, completed=len(match.half_points))
        for _ in match.run(pairs, Workers(workers, ray)):
            bar.update(task, completed=len(match.half_points), description=str(match))
    click.echo(f"pairs {match}")


@lab.command(name="values")
@click.argument("positions_path", metavar="POSITIONS", type=file_path)
@begins_anew()
def values_command(positions_path: Path) -> None:
    """Print what a man and a king are worth at each phase, by results in the POSITIONS of `select`."""
    about, positions = read_positions(positions_path)
    for values in piece_values(about["ruleset"], positions):
        click.echo(values)


lab.add_command(puzzles_command)
lab.add_command(collect_command)
lab.add_command(check_command)
lab.add_command(drop_command)
lab.add_command(suite_command)
lab.add_command(pack_suite_command)
lab.add_command(dataset_command)
lab.add_command(small_board_command)
lab.add_command(tune_command)


@lab.command(name="tables")
@click.argument("folder", type=file_path)
@pieces_option
@material_option
@ruleset_option
@one_each_option
@click.option(
    "--memory",
    type=click.IntRange(1),
    help="Megabytes for all processes of this machine, or for each job on Ray. Default: half of this machine's memory.",
)
@click.option(
    "--by-parts",
    is_flag=True,
    help="A job solves a part of a material, which takes less memory. All workers have to share FOLDER.",
)
@workers_options
def tables_command(
    folder: Path,
    pieces: int | None,
    material: str | None,
    ruleset: str,
    one_each: str | None,
    memory: int | None,
    by_parts: bool,
    workers: int,
    ray: str | None,
) -> None:
    """Build the missing endgame tables in FOLDER on many machines: up to a number of pieces, or for one material.

    The files are identical to those of `damaci tablebase build`.
    """
    plan = read_plan(pieces, material, read_terms(ruleset, one_each))
    needed = memory_by_parts(plan) if by_parts else memory_of_job(plan)
    allowed = allowed_memory(memory)
    click.echo(
        f"up to {needed / MEGABYTE:,.0f} MB of memory for a job, {plan.disk / MEGABYTE:,.0f} MB in {folder}", err=True
    )
    expect_memory(needed, allowed)
    expect_disk(plan, folder)
    missing = plan.missing(folder)
    if not ray:
        workers = min(workers, allowed // needed)
    hands = Workers(workers, ray, needed)
    with progress() as bar:
        task = bar.add_task(
            "", what="outcomes", total=plan.positions, completed=plan.positions - sum(map(plan.cost, missing))
        )
        make = build_parts_side_by_side if by_parts else build_side_by_side
        for step in make(folder.absolute(), plan, hands):
            bar.update(task, advance=step.outcomes, description=str(step.made))
    click.echo(f"All tables of {plan.name} are complete.")


def named_weights(name: str, ruleset: str) -> bytes | None:
    """The weights that an argument of `match` names: no weights, those of the package, or those of a file."""
    match name:
        case "hand-made":
            return None
        case "shipped":
            return weight_files.learned(ruleset)
        case _:
            return read_weights(Path(name))


def read_weights(path: Path | None) -> bytes | None:
    """The kernel's tables from a file of weights. Raises LabError if it is not one."""
    if path is None:
        return None
    try:
        tables = weight_files.unpack(path.read_bytes())
    except ValueError as error:
        raise LabError(f"{path}: {error}") from None
    if len(tables) != TABLES:
        raise LabError(f"{path}: tables of {len(tables)} bytes, expected {TABLES}")
    return tables


def digest(tables: bytes | None) -> str | None:
    """The SHA-256 of weights, as hexadecimal."""
    if tables is None:
        return None
    return hashlib.sha256(tables).hexdigest()
