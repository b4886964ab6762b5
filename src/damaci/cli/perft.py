"""`damaci perft`: counts the positions that legal moves lead to, the yardstick of move generators."""

import sys
from dataclasses import dataclass
from time import perf_counter

import click

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.cli.options import fen_option, json_option, ruleset_option, threads_option
from damaci.cli.positions import FROM_STDIN, Answer, answer_lines, print_json, read_position


@click.command()
@click.argument("depth", type=click.IntRange(0, 99))
@fen_option
@ruleset_option
@click.option("--divide", is_flag=True, help="Also count below each move.")
@click.option("--paths", is_flag=True, help="Count each path of a capture by itself.")
@click.option(
    "--hash",
    "megabytes",
    type=click.IntRange(0, 2**18),
    default=0,
    metavar="MB",
    help="Remember counts in a table of this size.",
)
@threads_option
@json_option
def perft(
    depth: int, fen: str, ruleset: str, divide: bool, paths: bool, megabytes: int, threads: int, as_json: bool
) -> None:
    """Count the sequences of DEPTH legal moves.

    Draw rules do not end any.
    """

    counter = Counter(threads, megabytes, paths)

    def answer(position: Position) -> Answer:
        return counted(position, depth, divide, counter)

    if fen == FROM_STDIN:
        answer_lines(ruleset, answer)
        return
    found = answer(read_position(fen, ruleset))
    if as_json:
        print_json(found)
    else:
        show(found)


@dataclass(frozen=True)
class Counter:
    """What is counted, and with how much of the machine."""

    threads: int
    megabytes: int
    paths: bool

    def count(self, position: Position, depth: int) -> int:
        """The sequences that start here."""
        return position.perft(depth, self.threads, self.megabytes, self.paths)

    def divide(self, position: Position, depth: int) -> dict[str, int]:
        """The count below each legal move, by its text."""
        return {
            position.text(move): self._ways(position, move) * self.count(position.play(move), depth - 1)
            for move in position.legal_moves
        }

    def _ways(self, position: Position, move: Move) -> int:
        if self.paths:
            return len(position.paths(move, limit=sys.maxsize))
        return 1


def counted(position: Position, depth: int, divide: bool, counter: Counter) -> Answer:
    """The count and the time it took."""
    started = perf_counter()
    below = counter.divide(position, depth) if divide and depth else None
    nodes = counter.count(position, depth) if below is None else sum(below.values())
    seconds = max(perf_counter() - started, 1e-9)
    answer: Answer = {"fen": position.fen, "ruleset": position.ruleset.name, "depth": depth, "nodes": nodes}
    answer |= {"seconds": round(seconds, 6), "nodes_per_second": round(nodes / seconds)}
    if below is None:
        return answer
    return answer | {"divide": below}


def show(found: Answer) -> None:
    """For people."""
    for text, nodes in found.get("divide", {}).items():
        click.echo(f"{text:>16}  {nodes:,}")
    speed = f"{found['nodes_per_second']:,} nodes a second"
    click.echo(f"{found['nodes']:,} nodes at depth {found['depth']} in {found['seconds']:.3f} s ({speed})")
