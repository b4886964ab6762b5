"""Plays out positions in which only one move wins: the solver's moves have no alternative, and the other side defends
as long as it can."""

from dataclasses import dataclass

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Analysis, Engine, Score

WINS = 350
"""Centimen. Of the games of the engine against itself in which a side was ahead by 350 to 400, it won 98 %."""
NO_WIN = 100
"""Centimen: the other moves are worth this at most. A side that was ahead by this much won two games in three."""
MOST_PLIES = 15
"""Longer solutions are cut."""
_TAIL = 12


@dataclass(frozen=True, slots=True)
class Effort:
    """The depth and nodes from which on the search holds a move to be the best and the only one that attains the
    goal."""

    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The moves of both sides from the solver's first to the solver's last, the moves that follow, and the effort."""

    goal: str
    """`win` or `draw`."""
    moves: tuple[Move, ...]
    choices: tuple[int, ...]
    """The plies, from 0 on, at which the solver has more than one legal move."""
    tail: tuple[Move, ...]
    """The moves after `moves`, by the search, as long as they are forced or capture something."""
    effort: Effort
    """The effort for the move that is hardest to find."""

    @property
    def is_trivial(self) -> bool:
        """Whether the solver has to find fewer than two moves."""
        return len(self.choices) < 2


def is_win(score: Score) -> bool:
    """Whether the side with this score is taken to win."""
    return score.win is not None or (score.cp or 0) >= WINS


def goal_of(analysis: Analysis) -> str | None:
    """The goal that only the best move attains in an analysis of two lines: `win`, `draw`, or None."""
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
        """The solution, if the position has one. It ends with the solver's last choice.

        `along` are moves that were found before: the solution ends where it would differ from them.
        """
        played = _Line(along)
        while played.is_open and position.has_moves:
            move = self._next(position, played)
            if move is None or not played.add(move, len(position.legal_moves) > 1):
                break
            position = position.play(move)
        return played.solution()

    def _next(self, position: Position, played: "_Line") -> Move | None:
        """The next move, or None if the solver has not exactly one good move."""
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
        """The moves of the search after the end of a solution, as long as a piece is captured or becomes a king."""
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
    """A solution that is being played out."""

    def __init__(self, along: tuple[Move, ...] | None) -> None:
        self._along = along
        self._moves: list[Move] = []
        self._efforts: dict[int, Effort] = {}
        self.goal: str | None = None
        self.effort: Effort | None = None
        """The effort for the solver's next move."""

    @property
    def is_solvers_turn(self) -> bool:
        return len(self._moves) % 2 == 0

    @property
    def is_open(self) -> bool:
        """Whether the line may become longer."""
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
        """The moves that have been played up to the solver's last choice, as a solution."""
        if not self._efforts or self.goal is None:
            return None
        choices = tuple(self._efforts)
        hardest = max(self._efforts.values(), key=lambda effort: (effort.depth, effort.nodes))
        return Solution(self.goal, tuple(self._moves[: choices[-1] + 1]), choices, (), hardest)


class _Watch:
    """Records the best move after each depth of a search."""

    def __init__(self) -> None:
        self._seen: list[tuple[Effort, Move, str | None]] = []

    def __call__(self, analysis: Analysis) -> None:
        effort = Effort(analysis.depth, analysis.nodes)
        self._seen.append((effort, analysis.lines[0].move, goal_of(analysis)))

    def effort(self, goal: str) -> Effort:
        """The depth and nodes from which on the last best move was always the best, and alone attained the goal."""
        needed, last, _ = self._seen[-1]
        for effort, move, found in reversed(self._seen):
            if move != last or found != goal:
                break
            needed = effort
        return needed
