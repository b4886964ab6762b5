"""Parts of a material, by the ranks on which men stand: what is solved at once where a whole material is too large."""

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
    """The positions of a material in which so many men of either side stand on each rank.

    A quiet move of a king and a man's step sideways stay in a part; a step forward leads to one further ahead.
    """

    material: Material
    own: MenByRank
    enemy: MenByRank

    @property
    def key(self) -> _kernel.Part:
        """As the kernel takes it."""
        return self.material.counts, self.own, self.enemy

    @property
    def flipped(self) -> "Part":
        """The same seen from the other side."""
        return Part(self.material.flipped, self.enemy[::-1], self.own[::-1])

    @property
    def advance(self) -> int:
        """Ranks that all men together have behind them: one more after each step forward, the same from either side."""
        own = sum(rank * men for rank, men in enumerate(self.own))
        return own + sum(rank * men for rank, men in enumerate(reversed(self.enemy)))

    @property
    def ahead(self) -> set["Part"]:
        """What a step forward that does not promote leads to, seen from the side that is then to move."""
        return {self._after_step(rank).flipped for rank in range(RANKS - 2) if self.own[rank]}

    def _after_step(self, rank: int) -> "Part":
        men = list(self.own)
        men[rank] -= 1
        men[rank + 1] += 1
        return replace(self, own=tuple(men))

    def __str__(self) -> str:
        return f"{self.material}-{_digits(self.own)}-{_digits(self.enemy)}"


def parts(material: Material, ruleset: str) -> list[Part]:
    """All parts of a material and of its other side, one of each two that are solved together, each after what it leads
    to."""
    room = tuple(_kernel.PartSolver.room(ruleset))
    found = {
        one_sided(Part(material, own, enemy[::-1]))
        for own in _placements(material.own_men, room)
        for enemy in _placements(material.enemy_men, room)
    }
    return sorted(found, key=lambda part: (-part.advance, str(part)))


def one_sided(part: Part) -> Part:
    """The same for the two parts of a pair."""
    return min(part, part.flipped, key=lambda each: each.key)


def _placements(men: int, room: MenByRank) -> Iterator[MenByRank]:
    """All ways in which men can stand on ranks with so much room."""
    ranks = [rank for rank in range(RANKS) if room[rank]]
    for chosen in combinations_with_replacement(ranks, men):
        placed = tuple(chosen.count(rank) for rank in range(RANKS))
        if all(count <= most for count, most in zip(placed, room, strict=True)):
            yield placed


def _digits(men: MenByRank) -> str:
    return "".join(map(str, men))
