"""`damaci moves`: the legal moves of a position."""

import click

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.cli.options import fen_argument, json_option, ruleset_option
from damaci.cli.positions import FROM_STDIN, Answer, answer_lines, print_json, read_position


@click.command()
@fen_argument
@ruleset_option
@json_option
def moves(fen: str, ruleset: str, as_json: bool) -> None:
    """List the legal moves of a position.

    FEN is the start position unless given; `-` reads a FEN, or RULESET<TAB>FEN, from each line of standard input and
    answers each by a line of JSON.
    """
    if fen == FROM_STDIN:
        answer_lines(ruleset, listed)
        return
    position = read_position(fen, ruleset)
    if as_json:
        print_json(listed(position))
    else:
        show(position)


def listed(position: Position) -> Answer:
    """Movement alone: a draw or a side without pieces does not empty the list."""
    return {
        "fen": position.fen,
        "ruleset": position.ruleset.name,
        "moves": [described(position, move) for move in position.legal_moves],
    }


def described(position: Position, move: Move) -> Answer:
    """A move as scripts see it."""
    return {
        "text": position.text(move),
        "from": str(move.origin),
        "to": str(move.target),
        "captured": sorted(map(str, move.captured)),
        "path": list(map(str, move.path)),
    }


def show(position: Position) -> None:
    """For people: the board, and the moves beside it."""
    from damaci.cli.show import board, count, say, table

    heading = f"{position.turn.capitalize()} to move: {count(len(position.legal_moves), 'move')}"
    if taken := position.must_capture:
        heading += f", taking {count(taken, 'piece')}" + (
            " or more" if position.ruleset.movement.choice == "any" else ""
        )
    rows = [(position.text(move), " ".join(sorted(map(str, move.captured)))) for move in position.legal_moves]
    say(heading, board(position), table(("Move", "Takes"), rows))
