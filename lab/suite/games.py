"""The games in which hard positions are looked for: each position with its score by a search of a few nodes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from damaci import _kernel
from damaci.board.position import Position
from lab.puzzles.games import DECIDED, FIRST_PLIES, MOST_PLIES, Played, drawn
from lab.puzzles.quick import Quick
from lab.suite.judging import bounded

KINGS = 0.5
"""The share of kings in endings of few pieces."""
SWING = 150
"""Centimen: positions after which the score changes by this much are looked at."""
AHEAD = 8
"""The plies within which the score changes."""
UNDECIDED = 300
"""Centimen: a position with a larger score is not looked at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a game."""

    position: _kernel.Position
    centimen: int
    """The score for the side to move."""
    best: _kernel.Move

    @property
    def white(self) -> int:
        """The score for White."""
        return bounded(self.centimen if self.position.white_to_move else -self.centimen)


@dataclass(frozen=True, slots=True)
class Watched:
    """A game, as far as hard positions are looked for in it."""

    name: str
    first: int
    """The ply of the first position."""
    seen: Sequence[Seen]

    def unsettled(self) -> Iterator[tuple[int, Seen]]:
        """The undecided positions soon after which the score of the search changes, with their plies. There the search
        may have been wrong."""
        scores = [seen.white for seen in self.seen]
        for number, seen in enumerate(self.seen):
            after = scores[number + 1 : number + 1 + AHEAD]
            if abs(seen.white) < UNDECIDED and any(abs(score - seen.white) >= SWING for score in after):
                yield self.first + number, seen


class SelfPlay:
    """Games of the engine against itself. They begin at the start, with random first plies; after that the search
    chooses each move."""

    def __init__(self, ruleset: str, quick: Quick, nodes: int) -> None:
        self._start = Position.start(ruleset)
        self._quick = quick
        self._nodes = nodes

    def game(self, random: Random, name: str) -> Watched:
        """One game."""
        self._quick.forget()
        position, ply = self._beginning(random)
        return Watched(name, ply, [*self._play(position)])

    def watch(self, game: Played) -> Watched:
        """The positions of a game that was played by others, with their scores."""
        self._quick.forget()
        return Watched(game.name, 0, [self._see(position) for position in game.positions if position.moves()])

    def _beginning(self, random: Random) -> tuple[_kernel.Position, int]:
        position = self._start.kernel
        plies = 0
        for _ in range(random.randint(*FIRST_PLIES)):
            moves = position.moves()
            if not moves:
                break
            position = position.play(random.choice(moves))
            plies += 1
        return position, plies

    def _play(self, position: _kernel.Position) -> Iterator[Seen]:
        past: set[int] = set()
        while len(past) < MOST_PLIES and position.key not in past and position.moves():
            past.add(position.key)
            seen = self._see(position)
            yield seen
            if abs(seen.centimen) > DECIDED:
                return
            position = position.play(seen.best)

    def _see(self, position: _kernel.Position) -> Seen:
        centimen, best = self._quick.best(position, self._nodes)[0]
        return Seen(position, centimen, best)


def small_ending(start: Position, random: Random, pieces: int) -> _kernel.Position:
    """A position with `pieces` pieces, at least one of each side, on squares drawn at random. There is no capture."""
    while True:
        white = random.randint(1, pieces - 1)
        position = drawn(start, random, (white, pieces - white), KINGS)
        if position:
            return position
