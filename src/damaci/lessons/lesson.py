"""A lesson: positions in which a move has to be found. The legal moves come from the rules, the solution from the
lesson."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from damaci.board.move import Move
from damaci.board.movetext import read_attempt
from damaci.board.position import Position
from damaci.board.refusal import Refusal, RefusalCode
from damaci.game.game import Game
from damaci.lessons.wording import manner

_CANNOT_GO_THERE = (RefusalCode.ILLEGAL_MOVE, RefusalCode.CANNOT_MOVE)


@dataclass(frozen=True, slots=True)
class Step:
    """One task of a lesson: a position and the moves to find."""

    task: str
    solutions: tuple[str, ...]
    """Moves that solve it, as PDN writes them. If the next step goes on from here, there is only one."""
    praise: str
    """Why the move is right, shown after it has been played."""
    fen: str = ""
    """The FEN of the position where the step begins; empty if it is the position after the previous step."""
    reply: str = ""
    """The opponent's answer."""
    astray: str = "That is allowed, but there is something better here. Look again."
    """Shown for any other legal move."""


@dataclass(frozen=True)
class StepAttempt:
    """The result of a try."""

    solved: bool
    move: Move | None = None
    """None when the rules refuse it."""
    refusal: Refusal | None = None
    manner: str = ""
    """How the piece moves, if the move was refused because the piece does not move like that."""


@dataclass(frozen=True)
class Lesson:
    """A lesson: steps under one title."""

    name: str
    """The stable word in its address."""
    title: str
    steps: tuple[Step, ...]
    ruleset: str = "turkish"

    @property
    def texts(self) -> Iterator[str]:
        """All its texts."""
        yield self.title
        for step in self.steps:
            yield from (step.task, step.praise, step.astray)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position at the beginning of each step. Raises FenError and IllegalMove for a lesson that contradicts the
        rules."""
        found: list[Position] = []
        end = None
        for step in self.steps:
            begin = end
            if step.fen:
                begin = Position.from_fen(step.fen, self.ruleset)
            assert begin is not None, "the first step begins somewhere"
            found.append(begin)
            end = _end(begin, step)
        return tuple(found)

    def answer(self, index: int) -> Move | None:
        """The opponent's answer to the solution of a step."""
        step = self.steps[index]
        begin = self.positions[index]
        if step.reply:
            return begin.play(begin.parse_move(step.solutions[0])).parse_move(step.reply)
        return None

    def attempt(self, index: int, text: str) -> StepAttempt:
        """Tries a move, in any accepted move text, in a step. Raises IndexError for an unknown step."""
        step = self.steps[index]
        position = self.positions[index]
        if refusal := Game(self.ruleset, position.fen).explain(text):
            manner = ""
            if refusal.code in _CANNOT_GO_THERE:
                manner = _manner(position, text)
            return StepAttempt(False, refusal=refusal, manner=manner)
        move = position.parse_move(text)
        return StepAttempt(move in map(position.parse_move, step.solutions), move)


def _manner(position: Position, text: str) -> str:
    piece = position.piece_at(read_attempt(text).squares[0])
    assert piece is not None, "an empty square is refused for another reason"
    return manner(position.ruleset.movement, king=piece.king)


def _end(begin: Position, step: Step) -> Position:
    after = begin.play(begin.parse_move(step.solutions[0]))
    if step.reply:
        return after.play(after.parse_move(step.reply))
    return after
