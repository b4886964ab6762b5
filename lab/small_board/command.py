"""The command `lab small-board`."""

import click

from lab.interruption import begins_anew
from lab.small_board.board import SmallBoard
from lab.small_board.placements import placements
from lab.small_board.solver import Result, compiled


@click.command(name="small-board")
@click.argument("board")
@click.option(
    "--men",
    metavar="SQUARES",
    help="White's men at the start, such as b2,c2; Black's are on the same files. Default: a full rank, the second one "
    "if two ranks remain free between the sides, otherwise the first.",
)
@begins_anew()
def small_board_command(board: str, men: str | None) -> None:
    """Solve turkish on a small BOARD, such as 4x4 (files x ranks, 24 squares at most), exactly from the start.

    Needs a C++ compiler, and some 70 bytes of memory for each position that can be reached.
    """
    there = SmallBoard.parse(board)
    names = men or there.usual_start()
    squares = there.start(names)
    most = placements(there, squares.bit_count())
    click.echo(f"{there}: at most {most:,} positions with mirror images", err=True)
    with compiled(there) as solver:
        solved = solver.solve(squares)
    click.echo(
        f"{there}, men on {names}: {solved.positions:,} positions, {solved.moves:,} moves, {solved.seconds:.1f} s"
    )
    for reading, result in solved.results.items():
        click.echo(f"{reading}: {_told(result)}")


def _told(result: Result) -> str:
    counts = f"{result.won:,} won, {result.drawn:,} drawn, {result.lost:,} lost, longest win {result.longest} plies"
    return f"{result.start}; {counts}\n  {result.line}"
