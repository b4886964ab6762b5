"""Plays out what is won by one move only: the solver's moves have no alternative, the other side defends longest."""

from dataclasses import dataclass

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Analysis, Engine, Score

WINS = 350
"""Centimen. Of the games of the engine against itself in which a side was ahead by 350 to 400, it won 98 %."""
NO_WIN = 100
"""Centimen: the other moves are worth this at most. Of the games with a side ahead by so much, it won two in three."""
MOST_PLIES = 15
"""Longer solutions are cut."""
_TAIL = 12


@dataclass(frozen=True, slots=True)
class Effort:
    """What the search needs to find a move, and to go on holding it for the best and for good enough."""

    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The moves of both sides from the solver's first to the solver's last, what follows them, and what it took."""

    goal: str
    """`win` or `draw`."""
    moves: tuple[Move, ...]
    choices: tuple[int, ...]
    """The plies, from 0 on, at which the solver has more than one legal move."""
    tail: tuple[Move, ...]
    """How it goes on after `moves`, by the search, as far as it stays forced or takes something."""
    effort: Effort
    """For the move that takes the most to find."""

    @property
    def is_trivial(self) -> bool:
        """Whether the solver has to find fewer than two moves."""
        return len(self.choices) < 2


def is_win(score: Score) -> bool:
    """Whether the side with this score is taken to win."""
    return score.win is not None or (score.cp or 0) >= WINS


def goal_of(analysis: Analysis) -> str | None:
    """What the best move alone attains in an analysis of two lines: `win`, `draw`, or nothing."""
    if len(analysis.lines) < 2:
        return None
    best, second = (line.score for line in analysis.lines[:2])
    if is_win(best) and second.centimen <= NO_WIN and second.win is None:
        return "win"
    if best.draw and is_win(-second):
        return "draw"
    return None


class Solver:
    """Plays positions out with a fixed number of nodes for each search."""

    def __init__(self, engine: Engine, nodes: int) -> None:
        self._engine = engine
        self._nodes = nodes

    def solve(self, position: Position, along: tuple[Move, ...] | None = None) -> Solution | None:
        """The solution, if the position has one; it ends with the solver's last choice.

        With `along`, moves found before: the solution ends where it would differ from them.
        """
        played = _Line(along)
        while played.is_open and position.has_moves:
            move = self._next(position, played)
            if move is None or not played.add(move, len(position.legal_moves) > 1):
                break
            position = position.play(move)
        return played.solution()

    def _next(self, position: Position, played: "_Line") -> Move | None:
        """The next move; None where the solver has no single good one."""
        if len(position.legal_moves) == 1:
            return position.legal_moves[0]
        if not played.is_solvers_turn:
            return self._engine.analyse(position, nodes=self._nodes).best
        watch = _Watch()
        analysis = self._engine.analyse(position, nodes=self._nodes, lines=2, on_depth=watch)
        goal = goal_of(analysis)
        if goal is None or played.goal not in (None, goal):
            return None
        played.goal = goal
        played.effort = watch.effort(goal)
        return analysis.best

    def tail(self, position: Position) -> tuple[Move, ...]:
        """How the search goes on from the end of a solution, as long as something is taken or becomes a king."""
        found: list[Move] = []
        kept = 0
        while len(found) < _TAIL and position.has_moves:
            legal = position.legal_moves
            move = legal[0] if len(legal) == 1 else self._engine.analyse(position, nodes=self._nodes).lines[0].move
            found.append(move)
            position = position.play(move)
            if move.is_capture:
                kept = len(found)
            elif len(found) - kept > 2:
                break
        return tuple(found[:kept])


class _Line:
    """A solution while it is played out."""

    def __init__(self, along: tuple[Move, ...] | None) -> None:
        self._along = along
        self._moves: list[Move] = []
        self._efforts: dict[int, Effort] = {}
        self.goal: str | None = None
        self.effort: Effort | None = None
        """For the solver's next move."""

    @property
    def is_solvers_turn(self) -> bool:
        return len(self._moves) % 2 == 0

    @property
    def is_open(self) -> bool:
        """Whether it may become longer."""
        return len(self._moves) < (MOST_PLIES if self._along is None else len(self._along))

    def add(self, move: Move, chosen: bool) -> bool:
        """Adds a move, and returns True, unless it differs from the line to follow."""
        ply = len(self._moves)
        if self._along is not None and self._along[ply] != move:
            return False
        if chosen and self.is_solvers_turn:
            assert self.effort
            self._efforts[ply] = self.effort
        self._moves.append(move)
        return True

    def solution(self) -> Solution | None:
        """What has been played until the solver's last choice."""
        if not self._efforts or self.goal is None:
            return None
        choices = tuple(self._efforts)
        hardest = max(self._efforts.values(), key=lambda effort: (effort.depth, effort.nodes))
        return Solution(self.goal, tuple(self._moves[: choices[-1] + 1]), choices, (), hardest)


class _Watch:
    """Notes which move is best after each depth of a search."""

    def __init__(self) -> None:
        self._seen: list[tuple[Effort, Move, str | None]] = []

    def __call__(self, analysis: Analysis) -> None:
        effort = Effort(analysis.depth, analysis.nodes)
        self._seen.append((effort, analysis.lines[0].move, goal_of(analysis)))

    def effort(self, goal: str) -> Effort:
        """From where on the last best move was the best, and alone attained the goal."""
        needed, last, _ = self._seen[-1]
        for effort, move, found in reversed(self._seen):
            if move != last or found != goal:
                break
            needed = effort
        return needed
