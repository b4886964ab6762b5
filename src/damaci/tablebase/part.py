"""Parts of a material, by the ranks on which men stand. If a whole material is too large, one part is solved at a
time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from damaci import _kernel
from damaci.tablebase.material import Material

RANKS = 8
MenByRank = tuple[int, ...]
"""How many men stand on each of the 8 ranks, as the side to move counts them."""


@dataclass(frozen=True, slots=True)
class Part:
    """The positions of a material with a given number of each side's men on each rank.

    A quiet move of a king and a man's step sideways stay in a part; a step forward leads to another part, ahead.
    """

    material: Material
    own: MenByRank
    enemy: MenByRank

    @property
    def key(self) -> _kernel.Part:
        """The part in the form that the kernel takes."""
        return self.material.counts, self.own, self.enemy

    @property
    def flipped(self) -> "Part":
        """The same seen from the other side."""
        return Part(self.material.flipped, self.enemy[::-1], self.own[::-1])

    @property
    def advance(self) -> int:
        """The sum of the ranks that the men have behind them. A step forward adds one; it is the same from either
        side."""
        own = sum(rank * men for rank, men in enumerate(self.own))
        return own + sum(rank * men for rank, men in enumerate(reversed(self.enemy)))

    @property
    def ahead(self) -> set["Part"]:
        """The parts to which a step forward without promotion leads, seen from the side that is then to move."""
        return {self._after_step(rank).flipped for rank in range(RANKS - 2) if self.own[rank]}

    def _after_step(self, rank: int) -> "Part":
        men = list(self.own)
        men[rank] -= 1
        men[rank + 1] += 1
        return replace(self, own=tuple(men))

    def __str__(self) -> str:
        return f"{self.material}-{_digits(self.own)}-{_digits(self.enemy)}"


def parts(material: Material, ruleset: str) -> list[Part]:
    """All parts of a material and of its other side. Of two parts that are solved together only one is given. Each part
    comes after the parts to which it leads."""
    room = tuple(_kernel.PartSolver.room(ruleset))
    found = {
        one_sided(Part(material, own, enemy[::-1]))
        for own in _placements(material.own_men, room)
        for enemy in _placements(material.enemy_men, room)
    }
    return sorted(found, key=lambda part: (-part.advance, str(part)))


def one_sided(part: Part) -> Part:
    """One of the two parts that are solved together: the same one for both."""
    return min(part, part.flipped, key=lambda each: each.key)


def _placements(men: int, room: MenByRank) -> Iterator[MenByRank]:
    """All ways of placing men on ranks that have room for these numbers."""
    ranks = [rank for rank in range(RANKS) if room[rank]]
    for chosen in combinations_with_replacement(ranks, men):
        placed = tuple(chosen.count(rank) for rank in range(RANKS))
        if all(count <= most for count, most in zip(placed, room, strict=True)):
            yield placed


def _digits(men: MenByRank) -> str:
    return "".join(map(str, men))
