"""The commands `lab check-puzzles`, which checks puzzles by a longer search, and `lab drop-puzzles`, which takes wrong
ones out."""

from collections import Counter
from contextlib import closing, nullcontext
from pathlib import Path
from random import Random

import click

from damaci.cli.options import ruleset_option
from damaci.puzzles.collection import SUFFIX
from damaci.puzzles.collection import puzzles as shipped
from damaci.rules.catalogue import ruleset as find_ruleset
from lab import files
from lab.interruption import begins_anew
from lab.options import file_path, positive, tables_option, workers_options
from lab.progress import progress
from lab.puzzles.checking import Finding, Job, check
from lab.puzzles.dropping import Dropping
from lab.puzzles.earlier import Earlier
from lab.puzzles.verdicts import Verdict, Verdicts
from lab.tables_folder import place_of
from lab.work import Workers


@click.command(name="check-puzzles")
@ruleset_option
@click.option("--puzzles", type=positive, default=200, show_default=True, help="How many are drawn at random.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option("--nodes", type=positive, default=10_000_000, show_default=True, help="Nodes of each search.")
@tables_option
@click.option(
    "--log",
    type=file_path,
    help="Keep what is found in this file. What it has of a search of as many nodes or more is not searched again.",
)
@click.option("--doubtful", is_flag=True, help="Of those drawn, only what the log calls wrong or near to it.")
@workers_options
def check_command(
    ruleset: str,
    puzzles: int,
    seed: int,
    nodes: int,
    tables: Path | None,
    log: Path | None,
    doubtful: bool,
    workers: int,
    ray: str | None,
) -> None:
    """Solve shipped puzzles again by a longer search: the solution wins, and no other move does."""
    verdicts = Verdicts.read(log)
    drawn = _drawn(ruleset, puzzles, seed)
    if doubtful:
        drawn = verdicts.doubtful(drawn)
    place = place_of(tables)
    collection = shipped(ruleset)
    left = [name for name in drawn if not verdicts.knows(name, nodes)]
    jobs = (Job(puzzle, nodes, place) for name in left if (puzzle := collection.get(name)))
    anew = nullcontext() if log else begins_anew()
    with anew, progress() as bar, closing(Workers(workers, ray).run(check, jobs)) as results:
        task = bar.add_task("", what="puzzles", total=len(drawn), completed=len(drawn) - len(left))
        for found in results:
            verdicts.add(found[0].puzzle, Verdict(nodes, tuple(found)))
            bar.advance(task)
    _tell(drawn, verdicts)


def _drawn(ruleset: str, count: int, seed: int) -> list[str]:
    """The ids of `count` puzzles, drawn at random."""
    collection = shipped(ruleset)
    numbers = Random(seed).sample(range(len(collection)), min(count, len(collection)))
    return [collection.name(number) for number in numbers]


def _tell(names: list[str], verdicts: Verdicts) -> None:
    """Prints each move that is not the only right one, and how many moves there are of each finding."""
    checked = [each for name in names for each in verdicts.found[name].checked]
    for each in checked:
        if each.finding is not Finding.ALONE:
            click.echo(str(each))
    counts = Counter(each.finding for each in checked)
    wrong = len(verdicts.wrong(names))
    click.echo(f"{len(names):,} puzzles, {wrong:,} of them wrong; {counts.total():,} moves of the solver:")
    for finding in Finding:
        click.echo(f"{counts[finding]:,} {finding}")


@click.command(name="drop-puzzles")
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@ruleset_option
@click.option(
    "--out",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder with the collection and its card, which are replaced.",
)
@begins_anew()
def drop_command(log: Path, ruleset: str, out: Path) -> None:
    """Take out of a collection the puzzles that are not right by the LOG of check-puzzles."""
    ruleset = find_ruleset(ruleset).name
    collection = out / f"{ruleset}{SUFFIX}"
    card = out / f"{ruleset}.md"
    puzzles = Earlier.read(collection, ruleset).puzzles
    dropping = Dropping(puzzles, frozenset(Verdicts.read(log).wrong(each.id for each in puzzles)))
    text = dropping.card(card.read_text(encoding="utf-8"))
    files.write(collection, dropping.packed())
    files.write(card, text.encode())
    click.echo(f"{len(dropping.kept):,} puzzles of {len(puzzles):,} stay")
