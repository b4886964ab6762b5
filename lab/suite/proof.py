"""A long search of two lines, which ends as soon as it proves a move or can no longer prove one."""

from contextlib import suppress
from dataclasses import dataclass

from damaci.board.move import Move
from damaci.board.position import Position
from damaci.engine import Analysis, Engine
from lab.suite.effort import Effort
from lab.suite.judging import is_clear

TIMES = 8
"""A move is proved if it has been right from some number of nodes to TIMES that number: three doublings."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The last analysis of a search that proves a move."""

    analysis: Analysis
    since: int
    """The nodes at the first depth from which on the move was right at every depth."""


class Enough(Exception):
    """The search need not go on."""


class Watch:
    """Follows a search depth by depth. Ends it when the same move has been right for three doublings of the nodes.

    It gives up from `Effort.screen` nodes on if no move is right or the best one is the move that the shallow search
    chose.
    """

    def __init__(self, effort: Effort, chosen: Move) -> None:
        self._effort = effort
        self._chosen = chosen
        self._last: Analysis | None = None
        self._since: int | None = None

    def __call__(self, analysis: Analysis) -> None:
        """Looks at the analysis of a depth. Raises Enough to end the search."""
        if not is_clear(analysis):
            self._since = None
        elif self._since is None or self._last is None or self._last.best != analysis.best:
            self._since = analysis.nodes
        self._last = analysis
        if self.proof() or self._is_hopeless(analysis):
            raise Enough

    def proof(self) -> Proof | None:
        """The proof, if a move is proved so far."""
        if self._last is None or self._since is None or self._last.best == self._chosen:
            return None
        if self._last.nodes < max(self._effort.least, TIMES * self._since):
            return None
        return Proof(self._last, self._since)

    def _is_hopeless(self, analysis: Analysis) -> bool:
        if analysis.nodes < self._effort.screen:
            return False
        return self._since is None or analysis.best == self._chosen


def prove(engine: Engine, position: Position, chosen: Move, effort: Effort) -> Proof | None:
    """The proof by a search with an empty table, if it proves a move other than the chosen one."""
    watch = Watch(effort, chosen)
    engine.forget()
    with suppress(Enough):
        engine.analyse(position, nodes=effort.deep, lines=2, on_depth=watch)
    return watch.proof()
