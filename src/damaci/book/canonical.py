"""One key for all positions with the same value: mirror images, and positions with swapped colours and the board turned
round."""

from damaci import _kernel
from damaci.arguments import expect_kind
from damaci.board.color import Color
from damaci.board.position import Position

_REVERSED = bytes(int(f"{octet:08b}"[::-1], 2) for octet in range(256))
"""Each byte with its bits in reverse order, which makes the mirror image of a rank."""
KEY_BITS = 48
"""A key keeps the upper 48 of the kernel's 64 bits."""

Boards = tuple[int, int, int, int]
"""The own men, the own kings, the other side's men and its kings, as sets of squares."""


def canonical_key(position: Position) -> int:
    """The key, of KEY_BITS bits, of a position and of all positions with the same value. Raises BadArgument.

    >>> start = Position.start()
    >>> canonical_key(start.play("a3-a4")) == canonical_key(start.play("h3-h4"))
    True
    """
    name = expect_kind("position", position, Position).ruleset.name
    own = as_white(position)
    key = _key(name, own)
    if has_mirror(position):
        key = min(key, _key(name, _mirrored(own)))
    return key >> 64 - KEY_BITS


def has_mirror(position: Position) -> bool:
    """Whether the mirror image of a position is equivalent to it. It is not if only the dark squares are used."""
    return not position.ruleset.movement.dark_squares_only


def as_white(position: Position) -> Boards:
    """The pieces as the side to move sees them, from its own end of the board."""
    mover = position.turn
    other = position.turn.other
    own = (position.men(mover), position.kings(mover), position.men(other), position.kings(other))
    if mover is Color.WHITE:
        return own
    return _each(own, "big")


def _mirrored(boards: Boards) -> Boards:
    return _each(boards, "little")


def _each(boards: Boards, order: str) -> Boards:
    """Each set with its files reversed, and also its ranks if the order is `big`."""
    men, kings, others, their_kings = (_turned(board, order) for board in boards)
    return men, kings, others, their_kings


def _turned(board: int, order: str) -> int:
    octets = board.to_bytes(8, "little").translate(_REVERSED)
    if order == "big":
        return int.from_bytes(octets, "big")
    return int.from_bytes(octets, "little")


def _key(ruleset: str, boards: Boards) -> int:
    return _kernel.Position(ruleset, *boards, True).key
