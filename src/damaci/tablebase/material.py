"""Material: the numbers of pieces on the board, by kind, seen from one side."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import Self

from damaci.arguments import expect_kind, expect_whole, shown
from damaci.board.position import Position
from damaci.errors import TablebaseError

LARGEST = 6
"""The most pieces of a table."""
MOST_PIECES = 64
"""The number of squares."""

_TEXT = re.compile(r"(K*)(M*)v(K*)(M*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Material:
    """The men and kings of the side to move, and of the other. Written `KKvK`, `KMvMM`: kings first, M for a man."""

    own_men: int
    own_kings: int
    enemy_men: int
    enemy_kings: int

    def __post_init__(self) -> None:
        """Raises BadArgument for a value that is not a number of pieces."""
        for name in ("own_men", "own_kings", "enemy_men", "enemy_kings"):
            expect_whole(name, getattr(self, name), 0, MOST_PIECES)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The material of such a text, in capital or small letters. Raises TablebaseError."""
        match = _TEXT.fullmatch(expect_kind("a material", text, str))
        if not match:
            raise TablebaseError(
                f"{shown(text)} is no material: expected kings (K) and men (M) of both sides, such as KKvK or KMvM"
            )
        own_kings, own_men, enemy_kings, enemy_men = map(len, match.groups())
        material = cls(own_men, own_kings, enemy_men, enemy_kings)
        if not own_kings + own_men or not enemy_kings + enemy_men:
            raise TablebaseError(f"{text!r} is no material: each side needs a piece")
        if material.pieces > LARGEST:
            raise TablebaseError(f"{text!r} has {material.pieces} pieces: tables have {LARGEST} at most")
        return material

    @classmethod
    def of(cls, position: Position) -> Self:
        """The material of a position with any number of pieces. Raises BadArgument."""
        pieces = expect_kind("position", position, Position).pieces().values()
        counts = Counter((piece.color is position.turn, piece.king) for piece in pieces)
        return cls(counts[True, False], counts[True, True], counts[False, False], counts[False, True])

    @property
    def pieces(self) -> int:
        """The number of pieces on the whole board."""
        return sum(self.counts)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Own men, own kings, enemy men, enemy kings: the form that the kernel takes."""
        return self.own_men, self.own_kings, self.enemy_men, self.enemy_kings

    @property
    def flipped(self) -> "Material":
        """The same seen from the other side."""
        return Material(self.enemy_men, self.enemy_kings, self.own_men, self.own_kings)

    @property
    def successors(self) -> set["Material"]:
        """The materials after a move that captures or promotes, seen from the side that is then to move."""
        promoted = [(self.own_men, self.own_kings)]
        if self.own_men:
            promoted.append((self.own_men - 1, self.own_kings + 1))
        left = product(range(self.enemy_men + 1), range(self.enemy_kings + 1))
        after = {Material(*enemy, *own) for enemy in left if any(enemy) for own in promoted}
        return after - {self.flipped}

    def __str__(self) -> str:
        return "K" * self.own_kings + "M" * self.own_men + "v" + "K" * self.enemy_kings + "M" * self.enemy_men


def pairs(pieces: int) -> list[Material]:
    """Every material of `pieces` pieces, from one of its two sides, each after the materials that it can turn into.

    Raises BadArgument for a number of pieces out of range.
    """
    expect_whole("pieces", pieces, 2, LARGEST)
    materials = [Material(*each) for each in product(range(pieces + 1), repeat=4)]
    both_sided = [each for each in materials if each.own_men + each.own_kings and each.enemy_men + each.enemy_kings]
    return in_order({one_sided(each) for each in both_sided if each.pieces == pieces})


def pairs_for(material: Material) -> list[Material]:
    """This material, from one of its two sides, after all materials that it can turn into."""
    found = set[Material]()
    new = {one_sided(material)}
    while new:
        found |= new
        new = {one_sided(after) for pair in new for side in (pair, pair.flipped) for after in side.successors} - found
    return in_order(found)


def one_sided(material: Material) -> Material:
    """One of the two sides of a pair: the same one for both."""
    return min(material, material.flipped, key=lambda each: each.counts)


def in_order(materials: set[Material]) -> list[Material]:
    """Materials in an order in which none can turn into a later one: captures leave fewer pieces, promotions fewer
    men."""
    return sorted(materials, key=lambda each: (each.pieces, each.own_men + each.enemy_men, each.counts))
