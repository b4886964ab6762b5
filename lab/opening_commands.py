"""The laboratory's commands for openings: books, ballots and counted games."""

from pathlib import Path
from time import monotonic

import click

from damaci.board.position import Position
from damaci.book import Book
from damaci.cli.options import ruleset_option
from damaci.rules.catalogue import ruleset as find_ruleset
from lab import files
from lab.ballots import choose, read_lines
from lab.book import Expansion, Plan, load, read_plan, save
from lab.counted import Counted, CountedRun
from lab.interruption import begins_anew
from lab.losing import measure
from lab.options import file_path, positive, workers_options
from lab.progress import progress
from lab.shipping import BookCard, book_file
from lab.work import Workers

SAVE_SECONDS = 20
"""The shortest time between two saves of a book."""


@click.command(name="book")
@click.argument("file", type=file_path)
@ruleset_option
@click.option("--positions", type=positive, default=200_000, show_default=True, help="How many the book is to have.")
@click.option("--nodes", type=positive, default=10_000, show_default=True, help="Nodes searched for each position.")
@click.option(
    "--step",
    type=positive,
    default=2,
    show_default=True,
    help="Centimen: a ply deeper counts like a move that is worse by so much. More makes the book wider.",
)
@workers_options
def book_command(
    file: Path, ruleset: str, positions: int, nodes: int, step: int, workers: int, ray: str | None
) -> None:
    """Make an opening book in FILE, or make the one that is there larger."""
    plan = Plan(find_ruleset(ruleset).name, nodes, step)
    graph = load(file, plan)
    saved = monotonic()
    with progress() as bar:
        task = bar.add_task("", what="positions", total=positions, completed=len(graph))
        for count in Expansion(plan, graph).grow(positions, Workers(workers, ray)):
            bar.update(task, completed=count, description=f"{len(graph.expanded):,} expanded")
            if monotonic() - saved > SAVE_SECONDS:
                save(file, plan, graph)
                saved = monotonic()
        save(file, plan, graph)
    click.echo(f"{len(graph):,} positions, {len(graph.expanded):,} of them expanded")


@click.command(name="pack-book")
@click.argument("file", type=file_path)
@click.option("--out", type=file_path, required=True, help="The book; its card is written beside it, as .md.")
@begins_anew()
def pack_book_command(file: Path, out: Path) -> None:
    """Write the book of FILE in the form of the package."""
    plan = read_plan(file)
    graph = load(file, plan)
    files.write(out, book_file(graph))
    files.write(out.with_suffix(".md"), BookCard(plan, graph).markdown().encode())
    click.echo(f"{len(graph):,} positions")


@click.command(name="losing")
@ruleset_option
@click.option("--positions", type=positive, default=300, show_default=True, help="Balanced positions to look at.")
@click.option("--nodes", type=positive, default=10_000, show_default=True, help="Nodes searched for each move.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True, help="Chooses the positions.")
@workers_options
@begins_anew()
def losing_command(ruleset: str, positions: int, nodes: int, seed: int, workers: int, ray: str | None) -> None:
    """Measure how many moves lose at once, which decides how wide a book has to be."""
    click.echo(str(measure(find_ruleset(ruleset).name, positions, nodes, seed, Workers(workers, ray))))


@click.command(name="ballots")
@click.argument("book", type=file_path)
@ruleset_option
@click.option("--out", type=file_path, required=True, help="The file to write, a ballot on each line.")
@click.option("--each", type=positive, default=40, show_default=True, help="Ballots of 3, of 4 and of 5 plies.")
@begins_anew()
def ballots_command(book: Path, ruleset: str, out: Path, each: int) -> None:
    """Choose balanced ballots from a BOOK in the form of the package."""
    lines = choose(Book(book.read_bytes()), Position.start(ruleset), each)
    files.write(out, "".join(" ".join(line) + "\n" for line in lines).encode())
    click.echo(f"{len(lines)} ballots")


@click.command(name="count")
@click.argument("folder", type=file_path)
@ruleset_option
@click.option("--ballots", type=file_path, required=True, help="The moves from which games begin, on each line.")
@click.option("--games", type=positive, default=100_000, show_default=True, help="Rounded up to whole shards.")
@click.option("--shard-games", type=positive, default=1_000, show_default=True, help="Games in a shard.")
@click.option("--nodes", type=positive, default=400, show_default=True, help="Nodes searched for each move.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@workers_options
def count_command(
    folder: Path,
    ruleset: str,
    ballots: Path,
    games: int,
    shard_games: int,
    nodes: int,
    seed: int,
    workers: int,
    ray: str | None,
) -> None:
    """Play games from ballots, and count in FOLDER how they end. Existing shards are not played again.

    Prints how many White won, drew and lost.
    """
    rules = find_ruleset(ruleset).name
    run = CountedRun(folder, rules, nodes, seed, shard_games, read_lines(ballots, rules))
    wanted = -(-games // shard_games)
    with progress() as bar:
        task = bar.add_task("", what="games", total=wanted * shard_games, completed=run.there(wanted) * shard_games)
        for _ in run.play(wanted, Workers(workers, ray)):
            bar.update(task, advance=shard_games)
    click.echo(run.tally(wanted))


@click.command(name="pack-games")
@click.argument("folder", type=file_path)
@click.option("--out", type=file_path, required=True, help="The counted games; their card is written beside it.")
@click.option("--least", type=positive, default=3, show_default=True, help="Games of a position that is kept.")
@begins_anew()
def pack_games_command(folder: Path, out: Path, least: int) -> None:
    """Write the counts of FOLDER in the form of the package."""
    counted = Counted.read(folder, least)
    files.write(out, counted.file())
    files.write(out.with_name(out.name + ".md"), counted.card().encode())
    click.echo(f"{counted.games:,} games, {len(counted.kept):,} positions")


OPENING_COMMANDS = (
    losing_command,
    book_command,
    pack_book_command,
    ballots_command,
    count_command,
    pack_games_command,
)
