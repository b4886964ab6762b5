"""The games in which puzzles are looked for: self-play at several strengths, with slips, from the start or from endings
drawn at random; or games read from PDN."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from damaci import _kernel
from damaci.board.position import Position
from damaci.notation import pdn
from damaci.rules.movement import Movement, last_rank
from lab.puzzles.quick import Quick

FIRST_PLIES = (4, 11)
"""The first plies from the start are random: at least and at most this many."""
MOST_PLIES = 140
STRENGTHS = (30, 60, 200, 700)
"""Nodes for each move. Each side of each game draws one."""
SLIPS = (0.03, 0.1, 0.2)
"""Probabilities of a random move. Each game draws one."""
DECIDED = 700
"""Centimen: a game with a larger score is not played on."""
PIECES = (2, 8)
"""The smallest and largest number of White's pieces in an ending; Black has as many, or one more or less."""
KINGS = (0.05, 0.15, 0.3)
"""Shares of kings. Each ending draws one."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game, as far as puzzles are looked for in it."""

    positions: tuple[_kernel.Position, ...]
    """Consecutive positions of the game."""
    name: str

    def __reduce__(self) -> tuple[object, ...]:
        # The kernel's positions cannot be pickled.
        return _played, (self.name, [_words(position) for position in self.positions])


def _words(position: _kernel.Position) -> tuple[object, ...]:
    sets = (position.white_men, position.white_kings, position.black_men, position.black_kings)
    return (position.ruleset, *sets, position.white_to_move)


def _played(name: str, positions: Iterable[tuple[Any, ...]]) -> Played:
    return Played(tuple(_kernel.Position(*words) for words in positions), name)


class SelfPlay:
    """Plays games of one ruleset."""

    def __init__(self, ruleset: str, quick: Quick) -> None:
        self._start = Position.start(ruleset)
        self._quick = quick

    def game(self, random: Random, ending: bool, name: str) -> Played:
        """One game, from the start or from an ending."""
        if ending:
            position = random_ending(self._start, random)
            first = 0
        else:
            position = self._start.kernel
            first = random.randint(*FIRST_PLIES)
        strengths = (random.choice(STRENGTHS), random.choice(STRENGTHS))
        slips = random.choice(SLIPS)
        positions = [position]
        while len(positions) < MOST_PLIES and (moves := position.moves()):
            if len(positions) <= first or random.random() < slips:
                move = random.choice(moves)
            else:
                score, move = self._quick.best(position, strengths[len(positions) % 2])[0]
                if abs(score) > DECIDED:
                    break
            position = position.play(move)
            positions.append(position)
        return Played(tuple(positions[first:]), name)


def random_ending(start: Position, random: Random) -> _kernel.Position:
    """A few pieces of each side on squares drawn at random. The side to move has a move, and no capture."""
    while True:
        kings = random.choice(KINGS)
        white = random.randint(*PIECES)
        black = max(1, white + random.choice((-1, 0, 0, 0, 1)))
        position = drawn(start, random, (white, black), kings)
        if position:
            return position


def drawn(start: Position, random: Random, pieces: tuple[int, int], kings: float) -> _kernel.Position | None:
    """A position with `pieces` white and black pieces on squares drawn at random; each is a king with the probability
    `kings`. None if the side to move has no move, or a capture."""
    movement = start.ruleset.movement
    ruleset = start.ruleset.name
    sets = [0, 0, 0, 0]  # white men, white kings, black men, black kings
    for number, square in enumerate(random.sample(_squares(movement), sum(pieces))):
        is_white = number < pieces[0]
        is_king = random.random() < kings or last_rank(square, white=is_white)
        sets[2 * (not is_white) + is_king] |= 1 << square
    white_men, white_kings, black_men, black_kings = sets
    turn = random.random() < 0.5
    position = _kernel.Position(ruleset, white_men, white_kings, black_men, black_kings, turn)
    if position.moves() and not position.capture_count():
        return position
    return None


def _squares(movement: Movement) -> list[int]:
    dark_only = movement.dark_squares_only
    return [square for square in range(64) if not dark_only or (square // 8 + square % 8) % 2 == 0]


def read_games(path: Path, ruleset: str) -> Iterator[Played]:
    """The games of a PDN file that are of the ruleset. Raises OSError, and PdnError for a game that cannot be read."""
    for number, game in enumerate(pdn.read(path, ruleset), 1):
        if game.ruleset.name != ruleset:
            continue
        position = game.start
        positions = [game.start.kernel]
        for move in game.moves:
            position = position.play(move)
            positions.append(position.kernel)
        yield Played(tuple(positions), f"{path.name}, game {number}")
