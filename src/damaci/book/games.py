"""Counts of the engine's games against itself, by the positions that occurred in them."""

from collections.abc import Iterable
from dataclasses import dataclass

from damaci.board.color import Color
from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.book.records import BookRecords, pack

HEADER = b"damaci games 1\n"
_COUNT_BYTES = 3
MOST = 2 ** (8 * _COUNT_BYTES) - 1
"""The most games that can be counted at one position."""


@dataclass(frozen=True, slots=True)
class Results:
    """The numbers of games by their result."""

    white: int = 0
    """Won by White."""
    draw: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.white + self.draw + self.black

    def __add__(self, other: "Results") -> "Results":
        return Results(self.white + other.white, self.draw + other.draw, self.black + other.black)


class EngineGames:
    """The positions of one ruleset that occurred in several games, with their results."""

    def __init__(self, file: bytes) -> None:
        """`file`: the result of `pack_games`. Raises DamaciError for another kind of file, or a damaged one."""
        self._records = BookRecords(file, HEADER, 3 * _COUNT_BYTES)

    def __len__(self) -> int:
        return len(self._records)

    def results(self, position: Position) -> Results:
        """The results of the games in which this position, or one with the same canonical key, occurred."""
        found = self._records.find(canonical_key(position))
        if found is None:
            return Results()
        parts = (found[at : at + _COUNT_BYTES] for at in range(0, 3 * _COUNT_BYTES, _COUNT_BYTES))
        won, drawn, lost = (int.from_bytes(part, "big") for part in parts)
        if position.turn is Color.WHITE:
            return Results(won, drawn, lost)
        return Results(lost, drawn, won)


def pack_games(counts: Iterable[tuple[int, tuple[int, int, int]]]) -> bytes:
    """The file of counted games: canonical keys, with the numbers of games that the side to move won, drew and lost."""
    return pack(HEADER, ((key, b"".join(n.to_bytes(_COUNT_BYTES, "big") for n in each)) for key, each in counts))
