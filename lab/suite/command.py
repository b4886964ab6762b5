"""The commands `lab suite` and `lab pack-suite`."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import click

from damaci.cli.options import ruleset_option
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.tablebase import Tables, Terms
from lab import files
from lab.errors import LabError
from lab.interruption import begins_anew
from lab.options import file_path, positive, workers_options
from lab.progress import progress
from lab.puzzles.games import read_games
from lab.suite.card import Suite
from lab.suite.effort import Effort
from lab.suite.job import Job
from lab.suite.mining import mine
from lab.suite.packing import distinct, entry
from lab.suite.shards import read_run, shard_path, write_shard
from lab.work import Workers

FEWEST_NODES = 20
"""The fewest nodes that the search that proves may have: with fewer, it could not be given up early."""


@click.command(name="suite")
@click.argument("folder", type=file_path)
@ruleset_option
@click.option("--positions", type=positive, default=1_000, show_default=True, help="Stop when so many are found.")
@click.option(
    "--games", type=positive, default=1_000_000, show_default=True, help="Stop after so many games, in whole shards."
)
@click.option(
    "--shard-games",
    type=positive,
    default=20,
    show_default=True,
    help="Games in a shard. Ctrl-C loses at most one shard a worker.",
)
@click.option(
    "--endings",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Endings drawn at random for each game that is played, and looked up in --tables.",
)
@click.option(
    "--larger",
    type=click.IntRange(0, 2**31 - 1),
    default=0,
    show_default=True,
    help="Endings of a piece or two more than --tables have, drawn at random for each game that is played.",
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option(
    "--shallow",
    type=positive,
    default=Effort().shallow,
    show_default=True,
    help="Nodes of the search that does not choose the right move.",
)
@click.option(
    "--deep",
    type=click.IntRange(FEWEST_NODES, 2**31 - 1),
    default=Effort().deep,
    show_default=True,
    help="Nodes of the search that proves it, at most.",
)
@click.option(
    "--pdn",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="Search the games of this file instead of playing. Can be given several times.",
)
@click.option(
    "--tables",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Endgame tables in this folder prove what they contain; it has to be on every machine.",
)
@workers_options
def suite_command(
    folder: Path,
    ruleset: str,
    positions: int,
    games: int,
    shard_games: int,
    endings: int,
    larger: int,
    seed: int,
    shallow: int,
    deep: int,
    pdn: tuple[Path, ...],
    tables: Path | None,
    workers: int,
    ray: str | None,
) -> None:
    """Find positions that only a long search solves, and save them in FOLDER. Existing shards are not made again."""
    ruleset = find_ruleset(ruleset).name
    effort = _effort(shallow, deep)
    about: dict[str, Any] = {"ruleset": ruleset, "games": shard_games, "seed": seed, "endings": endings}
    about |= {
        "larger": larger,
        "nodes": [shallow, deep],
        "pdn": [path.name for path in pdn],
        "tables": tables is not None,
    }
    place = _place(tables, ruleset, endings + larger)
    there = read_run(folder, about)
    found = there.counts["found"]
    done = there.counts["games"]

    def jobs() -> Iterator[Job]:
        others = (game for path in pdn for game in read_games(path, ruleset))
        for number in range(-(-games // shard_games)):
            given = tuple(islice(others, shard_games))
            if pdn and not given:
                return
            if not shard_path(folder, number).exists():
                yield Job(number, ruleset, 0 if pdn else shard_games, seed, endings, larger, given, effort, place)

    with progress() as bar, closing(Workers(workers, ray).run(mine, jobs())) as results:
        task = bar.add_task("", what="positions", total=positions, completed=min(found, positions))
        while found < positions and (mined := next(results, None)):
            write_shard(shard_path(folder, mined.number), about, mined)
            found += mined.counts.found
            done += mined.counts.games
            bar.update(task, completed=min(found, positions), description=f"{done:,} games")
    click.echo(f"{found:,} positions in {done:,} games")


def _effort(shallow: int, deep: int) -> Effort:
    """The numbers of nodes. Raises BadParameter unless the search that proves is the longer one."""
    if deep <= shallow:
        raise click.BadParameter(f"{deep}: expected more than the {shallow} of --shallow", param_hint="--deep")
    return Effort(shallow, deep)


def _place(tables: Path | None, ruleset: str, endings: int) -> str | None:
    """The full path of the tables' folder. Raises UsageError if endings are to be looked up but no folder is given,
    LabError if the folder has no tables for the ruleset, and TablebaseError."""
    if tables is None and endings:
        raise click.UsageError("--endings and --larger: expected --tables to look them up in")
    if tables is None:
        return None
    terms = Terms.of(ruleset)
    if not Tables(tables, terms).pieces:
        raise LabError(f"{tables}: expected all endgame tables of two pieces or more in {terms.folder}")
    return str(tables.resolve())


@click.command(name="pack-suite")
@click.argument("folders", type=file_path, nargs=-1, required=True)
@click.option("--out", type=file_path, required=True, help="The file to write; its card is written beside it, as .md.")
@begins_anew()
def pack_suite_command(folders: tuple[Path, ...], out: Path) -> None:
    """Make one suite of the positions in FOLDERS: each once, with its themes."""
    runs = [read_run(folder) for folder in folders]
    [ruleset, *others] = {run.about["ruleset"] for run in runs}
    if others:
        raise LabError(f"positions of {ruleset} and of {others[0]}: pack each ruleset by itself")
    found = [each for run in runs for each in run.found]
    entries = tuple(entry(ruleset, each) for each in distinct(ruleset, found))
    suite = Suite(ruleset, tuple(runs), entries)
    files.write(out, suite.text().encode())
    files.write(out.with_suffix(".md"), suite.markdown(out.name).encode())
    click.echo(f"{len(entries):,} positions of {len(found):,} found")
