"""`damaci bench --threads`: how much sooner several threads reach the depth that one reaches."""

import platform
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import NamedTuple

import click

import damaci
from damaci import machine
from damaci.board.position import Position
from damaci.cli.positions import Answer, print_json
from damaci.engine.engine import Engine
from damaci.game.game import Game
from damaci.match import generate

HASH_MEGABYTES = 128
PLIES = 24
"""Played from each opening, so that the positions are those of middle games."""


class Reached(NamedTuple):
    """One search to a depth: how long it took by the clock, and what it looked at."""

    seconds: float
    nodes: int


def bench_threads(most: int, positions: int, nodes: int, as_json: bool) -> None:
    """Measures 1, 2, 4 ... threads, and prints what others need in order to compare; JSON or text."""
    report: Answer = {**about_the_machine(), "positions": positions, "nodes": nodes}
    if not as_json:
        click.echo("\n".join(f"{name}: {value}" for name, value in report.items()))
    report["threads"] = {}
    for threads, found in measured(most, positions, nodes):
        report["threads"][str(threads)] = found
        if not as_json:
            click.echo(line(threads, found))
    if as_json:
        print_json(report)


def measured(most: int, positions: int, nodes: int) -> Iterator[tuple[int, Answer]]:
    """What each number of threads reached, beside one thread."""
    tasks = [(each, Engine(HASH_MEGABYTES).analyse(each, nodes=nodes).depth) for each in middle_games(positions)]
    alone: list[Reached] = []
    for threads in powers(most):
        found = [searched(position, depth, threads) for position, depth in tasks]
        alone = alone or found
        yield threads, compared(alone, found)


def about_the_machine() -> Answer:
    """What the figures depend on."""
    return {
        "version": damaci.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "processor": machine.processor(),
        "cores": machine.cores(),
        "memory_megabytes": machine.megabytes(),
    }


def powers(most: int) -> Iterator[int]:
    """1, 2, 4 ... and the greatest number itself."""
    threads = 1
    while threads < most:
        yield threads
        threads *= 2
    yield most


def middle_games(count: int) -> Iterator[Position]:
    """Positions from games of a weak engine against itself, the same every time."""
    for number, opening in enumerate(generate(count=2 * count)[::2]):
        yield middle_game(opening.game(), Random(f"threads {number}"))


def middle_game(game: Game, random: Random) -> Position:
    """The position of a game a number of plies later."""
    engine = Engine(1)
    for _ in range(PLIES):
        if game.legal_moves:
            game.push(engine.play(game, "hard", random.randrange(1000)))
    return game.position


def searched(position: Position, depth: int, threads: int) -> Reached:
    """A search with an empty memory."""
    found = Engine(HASH_MEGABYTES, threads=threads).analyse(position, depth=depth)
    return Reached(found.seconds, found.nodes)


def compared(alone: Sequence[Reached], found: Sequence[Reached]) -> Answer:
    """How many times sooner the depths were reached, and what share of the nodes one thread needs for them."""
    sooner = [one.seconds / max(each.seconds, 1e-9) for one, each in zip(alone, found, strict=True)]
    nodes = sum(each.nodes for each in found)
    return {
        "median": round(median(sooner), 3),
        "lowest": round(min(sooner), 3),
        "highest": round(max(sooner), 3),
        "nodes_of_one": round(sum(each.nodes for each in alone) / max(nodes, 1), 3),
        "nodes_per_second": round(nodes / max(sum(each.seconds for each in found), 1e-9)),
    }


def line(threads: int, found: Answer) -> str:
    """One line for people."""
    return (
        f"{threads:3} threads: {found['median']:5.2f} times sooner ({found['lowest']:.2f} to {found['highest']:.2f}), "
        f"{found['nodes_per_second'] / 1e6:6.2f} M nodes a second, {found['nodes_of_one']:.2f} of the nodes needed"
    )
