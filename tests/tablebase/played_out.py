"""Plays random endings out by the tables: every win, loss and draw must come as predicted, after the predicted number
of plies.

python -m tests.tablebase.played_out FOLDER READING PIECES GAMES     (FOLDER: as for `damaci tablebase build --dir`)
"""

import sys
from pathlib import Path
from random import Random

from damaci.board.position import Position
from damaci.rules.endings import OneEach
from damaci.tablebase import Tables, Terms
from tests.tablebase.endings import is_drawn_by_rule, random_ending

DRAWN = 20
"""The number of plies for which a drawn game is played."""


def play_out(tables: Tables, pieces: int, games: int) -> None:
    """Plays games in which both sides make the best moves by the tables."""
    random = Random(7)
    for _ in range(games):
        play(tables, random_ending(random, "turkish", pieces))


def play(tables: Tables, position: Position) -> None:
    """Plays a game to its end, or for as many plies as the tables predict. Raises AssertionError if it ends
    otherwise."""
    expected = tables.probe(position)
    assert expected is not None
    ply = 0
    while not ended(tables, position) and ply < (expected.plies or DRAWN):
        position = position.play(next(iter(tables.moves(position))))
        ply += 1
    lost = not position.has_moves and not is_drawn_by_rule(position, tables.terms)
    assert lost == (expected.result != 0)
    assert not lost or (expected.plies == ply and (expected.result == 1) == (ply % 2 == 1))


def ended(tables: Tables, position: Position) -> bool:
    return not position.has_moves or is_drawn_by_rule(position, tables.terms)


def main(folder: str, reading: str, pieces: str, games: str) -> None:
    play_out(Tables(Path(folder), Terms("turkish", OneEach(reading))), int(pieces), int(games))
    print(f"{games} endings of {pieces} pieces, {reading}: all ended as predicted")


if __name__ == "__main__":
    main(*sys.argv[1:])
