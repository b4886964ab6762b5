"""The commands `lab puzzles` and `lab collect`."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import click

from damaci.cli.options import ruleset_option
from damaci.puzzles.collection import SUFFIX
from damaci.puzzles.puzzle import Puzzle
from damaci.rules.catalogue import ruleset as find_ruleset
from lab import files
from lab.errors import LabError
from lab.interruption import begins_anew
from lab.options import NumberRange, file_path, positive, tables_option, workers_options
from lab.progress import progress
from lab.puzzles.card import CollectionCard
from lab.puzzles.collecting import Maker, Sieve
from lab.puzzles.earlier import Earlier
from lab.puzzles.games import read_games
from lab.puzzles.mining import FIND, LOOK, VERIFY, Job, mine
from lab.puzzles.shards import Run, expect_alike, read_run, shard_path, write_shard
from lab.tables_folder import place_of
from lab.work import Workers


@click.command(name="puzzles")
@click.argument("folder", type=file_path)
@ruleset_option
@click.option("--puzzles", type=positive, default=1_000, show_default=True, help="Stop when so many have been found.")
@click.option(
    "--games", type=positive, default=1_000_000, show_default=True, help="Stop after so many games, in whole shards."
)
@click.option(
    "--shard-games",
    type=positive,
    default=100,
    show_default=True,
    help="Games in a shard. Ctrl-C loses at most one shard a worker.",
)
@click.option(
    "--endings",
    type=NumberRange(0, 1),
    default=0.5,
    show_default=True,
    help="The share of games that begin in an ending drawn at random.",
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option(
    "--pdn",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="Search the games of this file, such as an archive's, instead of playing. Can be given several times.",
)
@click.option(
    "--again",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Solve the puzzles in this folder, found under other rules, under those of the ruleset.",
)
@tables_option
@workers_options
def puzzles_command(
    folder: Path,
    ruleset: str,
    puzzles: int,
    games: int,
    shard_games: int,
    endings: float,
    seed: int,
    pdn: tuple[Path, ...],
    again: Path | None,
    tables: Path | None,
    workers: int,
    ray: str | None,
) -> None:
    """Find puzzles in games, verify them and save them in FOLDER. Existing shards are not searched again."""
    ruleset = find_ruleset(ruleset).name
    about: dict[str, Any] = {"ruleset": ruleset, "games": shard_games, "seed": seed, "endings": endings}
    about |= {"nodes": [LOOK, FIND, VERIFY], "pdn": [path.name for path in pdn], "tables": tables is not None}
    if again:
        about["again"] = _expect_same_squares(read_run(again), ruleset)
    found = 0
    done = 0

    def jobs() -> Iterator[Job]:
        read = (game for path in pdn for game in read_games(path, ruleset))
        others = iter(read_run(again).found if again else ())
        for number in range(-(-games // shard_games)):
            given = tuple(islice(read, shard_games))
            solved = tuple(islice(others, shard_games))
            played = 0 if pdn or again else shard_games
            if not (played or given or solved):
                return
            if shard_path(folder, number) not in there:
                yield Job(number, ruleset, played, seed, endings, given, solved, place_of(tables))

    there = set(folder.glob("puzzles-*.json"))
    for path in there:
        found += expect_alike(path, about)
        done += shard_games
    with progress() as bar:
        task = bar.add_task("", what="puzzles", total=puzzles, completed=min(found, puzzles))
        with closing(Workers(workers, ray).run(mine, jobs())) as results:
            while found < puzzles and (mined := next(results, None)):
                write_shard(shard_path(folder, mined.number), about, mined)
                found += len(mined.found)
                done += mined.counts.games
                bar.update(task, completed=min(found, puzzles), description=f"{done:,} games")
    click.echo(f"{found:,} puzzles in {done:,} games")


def _expect_same_squares(run: Run, ruleset: str) -> str:
    """The ruleset of a run. Raises LabError if it is played on all squares, and `ruleset` only on the dark ones."""
    other = find_ruleset(run.about["ruleset"])
    if find_ruleset(ruleset).movement.dark_squares_only and not other.movement.dark_squares_only:
        raise LabError(f"--again: {other.name} is played on all squares, {ruleset} only on the dark ones")
    return other.name


@click.command(name="collect")
@click.argument("folders", type=file_path, nargs=-1, required=True)
@click.option("--out", type=file_path, required=True, help="The folder for the collection and its card.")
@click.option(
    "--keep",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A collection, such as the one that is shipped, whose puzzles stay as they are.",
)
@begins_anew()
def collect_command(folders: tuple[Path, ...], out: Path, keep: Path | None) -> None:
    """Make one collection of the puzzles in FOLDERS: each once, with its themes and a rating."""
    runs = [read_run(folder) for folder in folders]
    [ruleset, *others] = {run.about["ruleset"] for run in runs}
    if others:
        raise LabError(f"puzzles of {ruleset} and of {others[0]}: collect each ruleset by itself")
    sieve = Sieve()
    maker = Maker()
    earlier = Earlier.read(keep, ruleset) if keep else Earlier()
    sieve.keep(earlier.puzzles)
    kept = [*sieve.sift(ruleset, (each for run in runs for each in run.found))]
    made: list[Puzzle] = [*earlier.puzzles]
    with progress() as bar:
        task = bar.add_task("", what="rated", total=len(kept))
        for each, start in kept:
            made.append(maker.puzzle(each, start))
            bar.advance(task)
    made.sort(key=lambda each: (each.rating, each.id))
    collection = CollectionCard(ruleset, tuple(runs), earlier, sieve.refused, tuple(made))
    files.write(out / f"{ruleset}{SUFFIX}", collection.packed())
    files.write(out / f"{ruleset}.md", collection.markdown().encode())
    click.echo(f"{len(made):,} puzzles of {sum(len(run.found) for run in runs):,} found")
