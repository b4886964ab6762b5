"""A growing graph of positions: the moves between them, values from searches at its leaves, and the values and losses
that follow from both."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from damaci.batch import Positions, bits
from damaci.rules.catalogue import ruleset as find_ruleset

Numbers = NDArray[np.intp]
DECIDED = 15_000
"""Centimen: a position that is worth more than this for either side is won or lost, and is not searched further."""


def canonical(positions: Positions) -> tuple[Positions, NDArray[np.uint64]]:
    """The positions with White to move, each replaced by its mirror image if the image has the smaller key; and the
    keys [n], which are equal for positions that are worth the same."""
    own = positions.for_mover()
    keys = own.keys()
    if find_ruleset(own.ruleset).movement.dark_squares_only:
        return own, keys
    mirrored = Positions(_mirrored(own.boards), own.white_to_move, own.ruleset)
    images = mirrored.keys()
    return own.replaced(images < keys, mirrored), np.minimum(keys, images)


def _mirrored(boards: NDArray[np.uint64]) -> NDArray[np.uint64]:
    squares = bits.unpack(boards).reshape(-1, 4, 8, 8)[..., ::-1]
    return bits.pack(np.ascontiguousarray(squares).reshape(-1, 4, 64))


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of the expanded positions; the moves of one position are consecutive."""

    owners: Numbers
    """[e]: the positions that have moves, in the order of their expansion."""
    first: Numbers
    """[e]: the index of each owner's first move."""
    parents: Numbers
    """[m]: the position in which the move is played."""
    children: Numbers
    """[m]: the position that the move leads to."""


class Graph:
    """Positions of one ruleset from the start on, numbered as they were found; number 0 is the start.

    Positions that are worth the same are one node. A position is a leaf until it is expanded.
    """

    def __init__(self, ruleset: str) -> None:
        start, keys = canonical(Positions.start(1, ruleset))
        self._boards = [start.boards]
        self._ruleset = ruleset
        self.numbers = {int(keys[0]): 0}
        """The number of each position by its key."""
        self.leaf_values: list[int] = [0]
        """The value that a search of each position found, in centimen, for its side to move."""
        self._owners: list[int] = []
        self._children: list[Numbers] = []

    def __len__(self) -> int:
        return len(self.leaf_values)

    @property
    def expanded(self) -> list[int]:
        """The numbers of the expanded positions, in the order in which they were expanded."""
        return self._owners

    @property
    def keys(self) -> NDArray[np.uint64]:
        """[n]"""
        return np.fromiter(self.numbers, np.uint64, len(self))

    def positions(self, numbers: Numbers) -> Positions:
        """The positions of these numbers, all with White to move."""
        if len(self._boards) > 1:
            self._boards = [np.concatenate(self._boards)]
        return Positions(self._boards[0][numbers], np.ones(len(numbers), np.bool_), self._ruleset)

    def expand(self, numbers: Numbers) -> Positions:
        """Adds the moves of leaves. Returns the new positions; their values have to be given to `add_values` next."""
        parents = self.positions(numbers)
        offsets = parents.legal_moves().offsets
        after, keys = canonical(parents.successors())
        before = len(self.numbers)
        children = np.array([self.numbers.setdefault(int(key), len(self.numbers)) for key in keys], np.intp)
        self._owners += numbers.tolist()
        self._children += np.split(children, offsets[1:-1])
        _, where = np.unique(children, return_index=True)
        new = after[where[children[where] >= before]]
        self._boards.append(new.boards)
        return new

    def add_values(self, values: list[int]) -> None:
        """Adds the values that searches found for the positions that `expand` returned."""
        self.leaf_values += values

    def restore(self, order: Numbers, values: list[int]) -> None:
        """Expands a graph of the start alone as another graph was expanded: `order` is that graph's `expanded`,
        `values` is its `leaf_values`."""
        done = 0
        while done < len(order):
            unknown = np.flatnonzero(order[done:] >= len(self.numbers))
            ready = int(unknown[0]) if len(unknown) else len(order) - done
            self.expand(order[done : done + ready])
            done += ready
        self.leaf_values = values

    def moves(self) -> Moves:
        """All moves of the expanded positions that have any."""
        pairs = [pair for pair in zip(self._owners, self._children, strict=True) if len(pair[1])]
        owners = np.array([owner for owner, _ in pairs], np.intp)
        counts = np.array([len(children) for _, children in pairs], np.intp)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.intp)
        children = np.concatenate([children for _, children in pairs]) if pairs else np.zeros(0, np.intp)
        return Moves(owners, first, np.repeat(owners, counts), children)

    def values(self, moves: Moves) -> NDArray[np.int32]:
        """[n]: the value of each position for its side to move, by minimax over the graph. A repetition is a draw.

        All values begin as draws, and each pass looks one ply further. This gives exactly the minimax values, because a
        side gets more than a draw only where it can force the game into a leaf.
        """
        values = np.array(self.leaf_values, np.int32)
        if not len(moves.owners):
            return values
        values[moves.owners] = 0
        while True:
            best = np.maximum.reduceat(-values[moves.children], moves.first)
            if (best == values[moves.owners]).all():
                return values
            values[moves.owners] = best

    def losses(self, moves: Moves, values: NDArray[np.int32]) -> NDArray[np.int32]:
        """[m]: how much worse each move is than the best move of its position, in centimen."""
        return values[moves.parents] + values[moves.children]

    def distances(self, moves: Moves, lengths: NDArray[np.int32]) -> NDArray[np.int64]:
        """[n]: the length of the shortest path from the start, as the sum of `lengths` [m] over its moves."""
        far = np.iinfo(np.int64).max // 2
        distances = np.full(len(self), far)
        distances[0] = 0
        while True:
            shorter = distances.copy()
            np.minimum.at(shorter, moves.children, distances[moves.parents] + lengths)
            if (shorter == distances).all():
                return distances
            distances = shorter
