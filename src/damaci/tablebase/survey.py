"""A survey of all positions in the tables of one material: the longest win, and mutual zugzwangs."""

from dataclasses import dataclass

from damaci import _kernel
from damaci.arguments import expect_kind
from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.tablebase.material import Material
from damaci.tablebase.tables import Tables


@dataclass(frozen=True, slots=True)
class Kind:
    """Positions of one kind."""

    count: int
    """The number of positions; mirror images are both counted."""
    example: Position | None
    """One of them, with White to move."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The survey of all positions of a material in which the side whose pieces are named first is to move.

    A mutual zugzwang is a position without captures in which either side, if it had to move, would do worse than if the
    other side had to.
    """

    longest: Position | None
    """A win that takes as many plies as any, with White to move; None if there is no win."""
    both_lose: Kind
    """Mutual zugzwangs in which the side that has to move loses, whichever it is."""
    draws_to_move: Kind
    """Mutual zugzwangs in which the side to move draws, and would win if the other side had to move."""


def survey(tables: Tables, material: Material) -> Survey:
    """Goes through both tables of a material. It needs a byte of memory for each position, and seconds for five pieces.

    Raises TablebaseError when a table of either side is missing. Not available in a browser.
    """
    sides = expect_kind("material", material, Material)
    for side in (sides, sides.flipped):
        if side not in expect_kind("tables", tables, Tables).materials:
            raise TablebaseError(f"there is no table of {side}: damaci tablebase build makes it")
    found = tables.kernel.survey(sides.counts, tables.materials[sides]["longest_win"])
    return Survey(_position(found["longest"]), _kind(*found["both_lose"]), _kind(*found["draws_to_move"]))


def _position(kernel: _kernel.Position | None) -> Position | None:
    if kernel is None:
        return None
    return Position(kernel)


def _kind(count: int, example: _kernel.Position | None) -> Kind:
    return Kind(count, _position(example))
