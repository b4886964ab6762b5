"""`damaci bench`: how fast this machine generates moves and searches, on one core, and whether it finds what every
machine finds."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple

import click

from damaci.cli.options import json_option
from damaci.cli.positions import START, Answer, print_json, read_position
from damaci.engine.engine import Engine

HASH_MEGABYTES = 64
POSITIONS = 20
NODES = 8_000_000


class Task(NamedTuple):
    """A position, and how deep to go."""

    ruleset: str
    fen: str
    depth: int


MIDDLE_GAME = "W:Wc4,f4,g4,h4,b3,d3,f3,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,c6,f6,g6,h6,b5,e5"
KINGS = "B:WKg8,a4,d4,f4,b3,d3,e3,g3,d2,f2,h2:Ba7,c7,e7,h7,a6,d6,f6,e5,h4,Kc1"

PERFT = (
    Task("turkish", START, 9),
    Task("turkish", MIDDLE_GAME, 7),
    Task("turkish", KINGS, 6),
    Task("world", START, 7),
    Task("bulgarian", START, 10),
)
SEARCH = (
    Task("turkish", START, 13),
    Task("turkish", MIDDLE_GAME, 11),
    Task("turkish", "B:Wa4,d4,b3,c3,e3,f3,g3,h3,a2,b2,d2,e2,g2,h2:Ba7,b7,c7,e7,f7,g7,h7,a6,d6,f6,b5,g5,h5,g4", 12),
    Task("turkish", "W:Wb5,a4,g4,h4,d3,f3,h3,g2:Bd7,f7,c6,g6,h6,e5,f5", 14),
    Task("turkish", KINGS, 10),
    Task("turkish", "W:WKa8,a6,c5,a4,c3,g2:Bc7,g4,Kb1", 13),
    Task("world", START, 10),
    Task("bulgarian", START, 18),
)


@click.command()
@click.option("--threads", type=click.IntRange(2, 256), help="Measure instead how much sooner so many threads search.")
@click.option("--positions", type=click.IntRange(1, 1000), show_default=str(POSITIONS), help="With --threads.")
@click.option("--nodes", type=click.IntRange(1), show_default=str(NODES), help="With --threads: of one.")
@json_option
def bench(threads: int | None, positions: int | None, nodes: int | None, as_json: bool) -> None:
    """Measure move generation (perft) and search on fixed positions, with one thread.

    The number of nodes is a signature: with the same version it is the same on every machine.

    With --threads, how much sooner 2, 4 ... threads reach the depth that one thread reaches in so many nodes: needs as
    many idle cores, and takes some minutes.
    """
    if threads is not None:
        from damaci.cli.bench_threads import bench_threads

        bench_threads(threads, positions or POSITIONS, nodes or NODES, as_json)
        return
    for name, value in (("--positions", positions), ("--nodes", nodes)):
        if value is not None:
            raise click.UsageError(f"{name} is for --threads")
    bench_alone(as_json)


def bench_alone(as_json: bool) -> None:
    """Everything with one thread."""
    movegen = measured("movegen", PERFT, count_sequences, as_json)
    search = measured("search", SEARCH, count_nodes, as_json)
    signature = movegen["nodes"] + search["nodes"]
    if as_json:
        print_json({"signature": signature, "movegen": movegen, "search": search})
    else:
        click.echo(f"signature {signature}")


def count_sequences(task: Task) -> int:
    """Perft."""
    return read_position(task.fen, task.ruleset).perft(task.depth)


def count_nodes(task: Task) -> int:
    """What a search with an empty memory looks at."""
    return Engine(HASH_MEGABYTES).analyse(read_position(task.fen, task.ruleset), depth=task.depth).nodes


def measured(name: str, tasks: tuple[Task, ...], count: Callable[[Task], int], quiet: bool) -> Answer:
    """Every task's nodes and seconds, and their sums; printed one by one unless quiet."""
    found = list(measure(tasks, count, quiet))
    nodes = sum(each["nodes"] for each in found)
    seconds = sum(each["seconds"] for each in found)
    speed = rate(nodes, seconds)
    if not quiet:
        click.echo(f"{name}: {nodes:,} nodes in {seconds:.2f} s, {speed:,} a second\n")
    return {"nodes": nodes, "seconds": round(seconds, 6), "nodes_per_second": speed, "positions": found}


def measure(tasks: tuple[Task, ...], count: Callable[[Task], int], quiet: bool) -> Iterator[Answer]:
    """One task after another, in processor time."""
    for task in tasks:
        begun = process_time()
        nodes = count(task)
        seconds = process_time() - begun
        if not quiet:
            click.echo(
                f"{task.ruleset:10} depth {task.depth:2} {nodes:15,} nodes {rate(nodes, seconds) / 1e6:9.2f} M/s"
            )
        fen = read_position(task.fen, task.ruleset).fen
        yield {"ruleset": task.ruleset, "fen": fen, "depth": task.depth, "nodes": nodes, "seconds": round(seconds, 6)}


def rate(nodes: int, seconds: float) -> int:
    """Nodes a second."""
    return round(nodes / max(seconds, 1e-9))
