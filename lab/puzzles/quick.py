"""Short searches of many positions, without the overhead of the engine's usual interface."""

from collections.abc import Sequence

from damaci import _kernel
from damaci.board.position import Position
from damaci.engine import weights
from damaci.engine.root import Root

HASH_MEGABYTES = 2
WON = 20_000
"""The score in centimen of a proven win in 0 plies."""

Scored = tuple[int, _kernel.Move]
"""A score in centimen for the side to move, and the move."""


class Quick:
    """The engine's search for one ruleset, with the kernel's own positions and moves."""

    def __init__(self, ruleset: str) -> None:
        self._searcher = _kernel.Searcher(HASH_MEGABYTES)
        self._searcher.learn(ruleset, weights.learned(ruleset))
        self._endings = Root(Position.start(ruleset)).endings

    def forget(self) -> None:
        """Forgets what earlier searches found."""
        self._searcher.clear()

    def best(self, position: _kernel.Position, nodes: int, lines: int = 1) -> Sequence[Scored]:
        """The best moves, best first. The position has a legal move."""
        report = self._searcher.search(position, nodes=nodes, lines=lines, endings=self._endings)
        return [(_centimen(line["score"]), line["pv"][0]) for line in report["lines"]]


def _centimen(score: _kernel.Score) -> int:
    if "cp" in score:
        return score["cp"]
    if "win" in score:
        return WON - score["win"]
    if "loss" in score:
        return score["loss"] - WON
    return 0
