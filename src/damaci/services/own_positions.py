"""The positions of rated games that somebody is playing, about which nothing answers that player: fair play."""

from collections.abc import Iterable

import msgspec

from damaci.board.position import Position
from damaci.book.canonical import canonical_key
from damaci.errors import DamaciError
from damaci.sentence import Sentence

PLAYED = Sentence("You are playing this position in a rated game.")


class YourRatedGame(DamaciError):
    """An answer would be a help in a rated game of the one who asks."""

    code = "your-rated-game"

    def __init__(self) -> None:
        super().__init__(PLAYED)


class OwnPositions(msgspec.Struct, frozen=True):
    """Keys of positions, see damaci.book.canonical: `now` is on the board of a game that has just begun; `near` is on
    that of a later one, or a few plies after it."""

    now: frozenset[int] = frozenset()
    near: frozenset[int] = frozenset()

    def has(self, position: Position) -> bool:
        """Whether a position is one of these."""
        return canonical_key(position) in self.now | self.near

    def are_led_to(self, position: Position) -> bool:
        """Whether an answer about a position, which has what each move is worth, would be one about these."""
        return self.has(position) or not self.near.isdisjoint(map(canonical_key, _after(position)))


def _after(position: Position) -> Iterable[Position]:
    return (position.play(move) for move in position.legal_moves)
