"""`damaci apply`: plays moves, and says where they lead and whether the game is over."""

from collections.abc import Sequence

import click

from damaci.board.position import Position
from damaci.cli.options import json_option, ruleset_option
from damaci.cli.positions import FROM_STDIN, Answer, answer_lines, print_json, read_position
from damaci.errors import DamaciError
from damaci.game.game import Game


@click.command()
@click.argument("fen")
@click.argument("moves", nargs=-1, metavar="MOVE...")
@ruleset_option
@json_option
def apply(fen: str, moves: tuple[str, ...], ruleset: str, as_json: bool) -> None:
    """Play moves and say where they lead.

    FEN may be `start`; `-` plays the moves from each FEN, or RULESET<TAB>FEN, on standard input, and answers each by a
    line of JSON.
    """
    if fen == FROM_STDIN:
        answer_lines(ruleset, lambda position: outcome(played(position, moves)))
        return
    game = played(read_position(fen, ruleset), moves)
    if as_json:
        print_json(outcome(game))
    else:
        show(game)


def played(position: Position, moves: Sequence[str]) -> Game:
    """The game after the moves. Raises DamaciError naming the move that cannot be played."""
    game = Game(position.ruleset.name, position.fen)
    for number, text in enumerate(moves, 1):
        try:
            game.push(text)
        except DamaciError as error:
            raise DamaciError(f"move {number}: {error}") from error
    return game


def outcome(game: Game) -> Answer:
    """The position now, and the result with its reason (`*` and null while the game goes on)."""
    found: Answer = {"fen": game.position.fen, "ruleset": game.position.ruleset.name, "result": "*", "reason": None}
    if over := game.outcome():
        found |= {"result": over.result, "reason": over.reason.value}
    return found


def show(game: Game) -> None:
    """For people: how it stands, and the board."""
    from damaci.cli.show import board, count, say

    over = game.outcome()
    if over:
        heading = f"{over.result}: {over.reason.replace('-', ' ')}"
    else:
        heading = f"{game.turn.capitalize()} to move: {count(len(game.legal_moves), 'move')}"
    say(f"{heading}\n{game.position.fen}", board(game.position))
