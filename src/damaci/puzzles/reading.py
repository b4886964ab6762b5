"""The events of a solution, move by move: sacrifices, captures and threats. Themes are derived from them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.rules.movement import last_rank


@dataclass(frozen=True)
class PlayedMove:
    """A move with the positions before and after it."""

    before: Position
    move: Move
    after: Position

    @property
    def by(self) -> Color:
        """The side that moved."""
        return self.before.turn

    @property
    def was_man(self) -> bool:
        """Whether a man moved."""
        return bool(self.before.men(self.by) >> self.move.origin & 1)

    @property
    def promotes(self) -> bool:
        """Whether a man became a king."""
        return self.was_man and bool(self.after.kings(self.by) >> self.move.target & 1)

    @property
    def gives(self) -> bool:
        """Whether it captures nothing, and the other side can then capture."""
        return not self.move.is_capture and self.after.must_capture > 0

    @property
    def asks(self) -> bool:
        """Whether it captures nothing, lets the other side capture nothing, and threatens a capture where there was
        none.

        A promotion does not count as a threat, because the new king is worth more than the pieces it threatens."""
        if self.move.is_capture or self.promotes or self.after.must_capture:
            return False
        return not self.before.must_capture and self.after.passed().kernel.capture_count() > 0

    @property
    def takes_king(self) -> bool:
        """Whether it captures a king."""
        kings = self.before.kings(self.by.other)
        return any(kings >> square & 1 for square in self.move.captured)

    @property
    def passes_last_rank(self) -> bool:
        """Whether a man lands on the last rank and goes on capturing from there."""
        white = self.by is Color.WHITE
        return self.was_man and any(last_rank(square, white=white) for square in self.move.path[1:-1])


@dataclass(frozen=True)
class SolutionReading:
    """A solution and the moves after it, played from the solver's position."""

    start: Position
    steps: tuple[PlayedMove, ...]
    plies: int
    """The plies of the solution; further steps are the moves after it."""

    @classmethod
    def of(cls, start: Position, moves: Sequence[str], tail: Sequence[str] = ()) -> "SolutionReading":
        """Plays the solution and the moves after it. Raises MoveTextError and IllegalMove."""
        return cls(start, tuple(_play(start, [*moves, *tail])), len(moves))

    @property
    def solver(self) -> Color:
        """The side that has to solve it."""
        return self.start.turn

    @cached_property
    def own(self) -> tuple[PlayedMove, ...]:
        """The solver's moves."""
        return tuple(step for step in self.steps if step.by is self.solver)

    @property
    def gives(self) -> bool:
        """Whether a move of the solution sacrifices pieces, which are captured."""
        return self.given > 0 and any(step.gives for step in self._solution if step.by is self.solver)

    @property
    def given(self) -> int:
        """How many pieces the solver loses in the solution, and by the reply to its last move."""
        replies = (step for step in self.steps[: self.plies + 1] if step.by is not self.solver)
        return sum(len(step.move.captured) for step in replies)

    @property
    def promotes_after_loss(self) -> bool:
        """Whether one of the solver's men becomes a king after the solver has lost a piece."""
        first = next((ply for ply, step in enumerate(self.steps) if self._takes_from_solver(step)), len(self.steps))
        return any(step.promotes for step in self.steps[first:] if step.by is self.solver)

    @property
    def taken(self) -> int:
        """How many pieces the solver captures."""
        return sum(len(step.move.captured) for step in self.own)

    @property
    def _solution(self) -> tuple[PlayedMove, ...]:
        return self.steps[: self.plies]

    def _takes_from_solver(self, step: PlayedMove) -> bool:
        return step.by is not self.solver and step.move.is_capture

    @property
    def end(self) -> Position:
        """The position after the last move."""
        if self.steps:
            return self.steps[-1].after
        return self.start


def _play(position: Position, texts: Sequence[str]) -> Iterator[PlayedMove]:
    for text in texts:
        move = position.parse_move(text)
        after = position.play(move)
        yield PlayedMove(position, move, after)
        position = after
