"""`damaci book`: what is known about each move of an opening, ballots for tournaments, names."""

import click

from damaci.board.position import Position
from damaci.book import Ballot, ballots
from damaci.book.explore import Explored, explore
from damaci.book.names import tree
from damaci.cli.options import json_option, ruleset_option
from damaci.cli.positions import FROM_STDIN, START, Answer, answer_lines, print_json, read_position

BALLOTS = "ballots"
NAMES = "names"


@click.command()
@click.argument("fen", default=START)
@ruleset_option
@json_option
def book(fen: str, ruleset: str, as_json: bool) -> None:
    """What the opening book says of each move, and how the engine's games with it ended.

    FEN is the start position unless given; `-` reads a FEN a line from standard input. The word `ballots` lists first
    moves that lead to balanced positions, for tournaments; `names` lists the names of openings. Values are in centimen
    (hundredths of a man), from the side to move.
    """
    if fen == BALLOTS:
        list_ballots(ruleset, as_json)
    elif fen == NAMES:
        list_names(ruleset, as_json)
    elif fen == FROM_STDIN:
        answer_lines(ruleset, book_json)
    elif as_json:
        print_json(book_json(read_position(fen, ruleset)))
    else:
        show(read_position(fen, ruleset))


def book_json(position: Position) -> Answer:
    """What is known about the moves of a position, as JSON."""
    return {"fen": position.fen, "moves": [move_json(position, each) for each in explore(position)]}


def move_json(position: Position, each: Explored) -> Answer:
    """One move as JSON."""
    results = each.results
    counts = {"games": results.games, "white": results.white, "draw": results.draw, "black": results.black}
    return {"text": position.text(each.move), "value": each.value} | counts


def list_ballots(ruleset: str, as_json: bool) -> None:
    """All ballots, one a line."""
    for number, ballot in enumerate(ballots(ruleset), 1):
        if as_json:
            print_json(ballot_json(ballot))
        else:
            click.echo(ballot_line(number, ballot))


def ballot_json(ballot: Ballot) -> Answer:
    """A ballot as JSON."""
    return {"moves": list(ballot.moves), "value": ballot.value, "draw_share": rounded(ballot.draw_share)}


def rounded(share: float | None) -> float | None:
    """To thousandths."""
    if share is None:
        return None
    return round(share, 3)


def ballot_line(number: int, ballot: Ballot) -> str:
    """A ballot for people, and for printing."""
    line = f"{number:4}. {' '.join(ballot.moves):<32}{ballot.value / 100:+.2f}"
    if ballot.draw_share is None:
        return line
    return f"{line}  {ballot.draw_share:4.0%} drawn"


def list_names(ruleset: str, as_json: bool) -> None:
    """The tree of names, one a line."""
    for node in tree(Position.start(ruleset)):
        if as_json:
            print_json({"moves": list(node.moves), "name": list(node.name)})
        else:
            click.echo(f"{' '.join(node.moves):<26}{', '.join(node.name)}")


def show(position: Position) -> None:
    """For people."""
    from damaci.cli.show import board, say

    say(f"{position.turn.capitalize()} to move", board(position))
    found = explore(position)
    if not found:
        click.echo("\nthe book does not have this position")
        return
    click.echo(f"\n{'move':<10}{'value':>7}{'games':>9}{'White won':>11}{'drawn':>7}{'Black won':>11}")
    for each in found:
        click.echo(f"{position.text(each.move):<10}{worth(each.value):>7}{columns(each)}")


def worth(value: int | None) -> str:
    """A value in men."""
    if value is None:
        return ""
    return f"{value / 100:+.2f}"


def columns(each: Explored) -> str:
    """The games of a move."""
    results = each.results
    if not results.games:
        return ""
    shares = (count / results.games for count in (results.white, results.draw, results.black))
    white, draw, black = (f"{share:.0%}" for share in shares)
    return f"{results.games:>9,}{white:>11}{draw:>7}{black:>11}"
