"""One move of a level: what it searches, and which of the found moves it plays."""

from random import Random

from damaci.board.move import Move
from damaci.book import Library
from damaci.engine.analysis import Analysis
from damaci.engine.contempt import CONTEMPT
from damaci.engine.levels import Level
from damaci.engine.opening import book_move
from damaci.engine.root import Root


class Thought:
    """One move of a level. It is always the same for the same position and seed, unless time limits the search."""

    def __init__(self, root: Root, level: Level, seed: int, seconds: float | None, contempt: int = CONTEMPT) -> None:
        """`seconds`: the longest that it may take, whatever the level's limits are. `contempt`: what a draw costs, in
        centimen, when only the best move is played."""
        self.limits = level.limits.within(seconds)
        self.lines = level.considered(root.ply)
        self.is_repeatable = level.is_repeatable
        """Whether it searches with an empty hash table and without endgame tables."""
        self.contempt = 0
        """What a draw costs in its search, in centimen."""
        if self.lines == 1:
            self.contempt = contempt
        self._root = root
        self._level = level
        self._random = Random(f"{seed} {root.ply} {root.position.key}")

    def from_book(self, book: Library) -> Move | None:
        """The move that is played without a search; None if the level does not use the book, or if the book does not
        have the position."""
        return book_move(book, self._root.position, self._level, self._root.ply, self._random)

    def choose(self, found: Analysis) -> Move:
        """The move that is played."""
        lines = self._level.judge(self._root.position, found.lines, self._random)
        return self._level.pick(self._root.position, lines, self._root.ply, self._random).move
