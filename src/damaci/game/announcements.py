"""The courtesy announcements after a move (the federation's optional rules)."""

from dataclasses import dataclass
from enum import StrEnum

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.board.square import Square
from damaci.rules.movement import last_rank


class Said(StrEnum):
    """The announcements, as stable words."""

    ASK = "ask"
    """The move threatens to capture a number of pieces: "I ask for three"."""
    DAMA_NEXT = "dama-next"
    """A man stands one step before the last rank."""
    DAMA = "dama"
    """A man has become a king."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing said by the player who has just moved.

    >>> from damaci.game.game import Game
    >>> from damaci.rules.options import Options
    >>> game = Game(fen="W:Wd3,a2:Bd5,h7", options=Options(announcements=True))
    >>> _ = game.push("d3-d4")
    >>> [(each.said, each.count) for each in game.announcements]
    [(<Said.ASK: 'ask'>, 1)]
    """

    said: Said
    by: Color
    square: Square
    """The square of the moved piece."""
    count: int = 0
    """How many pieces are asked for."""


def announce(before: Position, move: Move, after: Position) -> tuple[Announcement, ...]:
    """The announcements after a move: about the moved piece first, then how many pieces its side threatens."""
    by = before.turn
    square = move.target
    was_man = bool(before.men(by) >> move.origin & 1)
    is_man = bool(after.men(by) >> square & 1)
    threatened = after.passed().kernel.capture_count()
    found = []
    if was_man and last_rank(square, white=by is Color.WHITE):
        found.append(Announcement(Said.DAMA, by, square))
    if is_man and square.rank == (6 if by is Color.WHITE else 1):
        found.append(Announcement(Said.DAMA_NEXT, by, square))
    if threatened:
        found.append(Announcement(Said.ASK, by, square, threatened))
    return tuple(found)
