"""`damaci analyse`: the best moves of a position, printed while the search deepens."""

from dataclasses import asdict
from pathlib import Path

import click

from damaci.board.position import Position
from damaci.cli.options import fen_argument, json_option, ruleset_option, threads_option
from damaci.cli.positions import FROM_STDIN, Answer, answer_lines, print_json, read_position
from damaci.cli.tables import tables_for, tables_option
from damaci.engine.analysis import Analysis, Line, Score
from damaci.engine.engine import Engine, OnDepth

DEFAULT_SECONDS = 3.0
LONGEST_SECONDS = 1e9
FINAL: Answer = {"final": True}


@click.command()
@fen_argument
@ruleset_option
@click.option("--depth", type=click.IntRange(1, 200), help="Plies to look ahead.")
@click.option("--nodes", type=click.IntRange(1, 2**62), help="Positions to look at.")
@click.option("--seconds", type=float, help=f"Time to think; {DEFAULT_SECONDS:g} if there is no other limit.")
@click.option("--lines", type=click.IntRange(1, 256), default=1, show_default=True, help="Moves to rank.")
@threads_option
@tables_option
@json_option
def analyse(
    fen: str,
    ruleset: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    lines: int,
    threads: int,
    tables: Path | None,
    as_json: bool,
) -> None:
    """Find the best moves of a position.

    FEN is the start position unless given. The search ends at the first limit reached. With --json it tells one JSON
    object a line as it deepens, the last with "final": true; where `-` reads a FEN a line from standard input, only the
    last for each.
    """
    if seconds is not None and not 0 < seconds <= LONGEST_SECONDS:
        raise click.BadParameter(
            f"{seconds} is not a time: expected a number of seconds greater than 0", param_hint="--seconds"
        )
    if not (depth or nodes or seconds):
        seconds = DEFAULT_SECONDS
    engine = Engine(threads=threads, tables=tables_for(tables, ruleset))

    def search(position: Position, on_depth: OnDepth | None = None) -> Analysis:
        return engine.analyse(position, depth=depth, nodes=nodes, seconds=seconds, lines=lines, on_depth=on_depth)

    def answer(position: Position) -> Answer:
        engine.forget()
        return analysis_json(search(position)) | FINAL

    if fen == FROM_STDIN:
        answer_lines(ruleset, answer)
        return
    position = read_position(fen, ruleset)
    if as_json:
        print_json(analysis_json(search(position, lambda found: print_json(analysis_json(found)))) | FINAL)
    else:
        show(position)
        search(position, show_depth)


def analysis_json(found: Analysis) -> Answer:
    """An analysis as JSON. Scores are from the side to move."""
    lines = [{"score": score_json(line.score), "pv": texts(found.position, line)} for line in found.lines]
    return {"depth": found.depth, "nodes": found.nodes, "seconds": round(found.seconds, 6), "lines": lines}


def score_json(score: Score) -> Answer:
    """A score as JSON: its one field of cp, win, loss and draw."""
    return {name: value for name, value in asdict(score).items() if value is not None}


def texts(position: Position, line: Line) -> list[str]:
    """The line's moves as text."""
    found = []
    for move in line.pv:
        found.append(position.text(move))
        position = position.play(move)
    return found


def show(position: Position) -> None:
    """For people: the board, and the heading of the lines that follow."""
    from damaci.cli.show import board, say

    say(f"{position.turn.capitalize()} to move", board(position))
    click.echo(f"\n{'depth':>5}  {'score':>10}  {'nodes':>13}  {'time':>8}  line")
    if not position.legal_moves:
        click.echo("no legal move: lost")


def show_depth(found: Analysis) -> None:
    """For people: the lines of one depth."""
    for line in found.lines:
        pv = " ".join(texts(found.position, line))
        click.echo(f"{found.depth:5}  {line.score!s:>10}  {found.nodes:13,}  {found.seconds:6.2f} s  {pv}")
