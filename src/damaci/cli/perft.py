"""`damaci perft`: counts the positions that legal moves lead to, the yardstick of move generators."""

from time import perf_counter

import click

from damaci.board.position import Position
from damaci.cli.options import fen_option, json_option, ruleset_option, threads_option
from damaci.cli.positions import FROM_STDIN, Answer, answer_lines, print_json, read_position


@click.command()
@click.argument("depth", type=click.IntRange(0, 99))
@fen_option
@ruleset_option
@click.option("--divide", is_flag=True, help="Also count below each move.")
@threads_option
@json_option
def perft(depth: int, fen: str, ruleset: str, divide: bool, threads: int, as_json: bool) -> None:
    """Count the sequences of DEPTH legal moves.

    Draw rules do not end any.
    """

    def answer(position: Position) -> Answer:
        return counted(position, depth, threads, divide)

    if fen == FROM_STDIN:
        answer_lines(ruleset, answer)
        return
    found = answer(read_position(fen, ruleset))
    if as_json:
        print_json(found)
    else:
        show(found)


def counted(position: Position, depth: int, threads: int, divide: bool) -> Answer:
    """The count and the time it took."""
    started = perf_counter()
    below = divided(position, depth, threads) if divide and depth else None
    nodes = position.perft(depth, threads) if below is None else sum(below.values())
    seconds = max(perf_counter() - started, 1e-9)
    answer: Answer = {"fen": position.fen, "ruleset": position.ruleset.name, "depth": depth, "nodes": nodes}
    answer |= {"seconds": round(seconds, 6), "nodes_per_second": round(nodes / seconds)}
    return answer if below is None else answer | {"divide": below}


def divided(position: Position, depth: int, threads: int) -> dict[str, int]:
    """The count below each legal move, by its text."""
    return {position.text(move): position.play(move).perft(depth - 1, threads) for move in position.legal_moves}


def show(found: Answer) -> None:
    """For people."""
    for text, nodes in found.get("divide", {}).items():
        click.echo(f"{text:>16}  {nodes:,}")
    speed = f"{found['nodes_per_second']:,} nodes a second"
    click.echo(f"{found['nodes']:,} nodes at depth {found['depth']} in {found['seconds']:.3f} s ({speed})")
