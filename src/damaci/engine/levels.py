"""How strong the computer plays: how far it looks, and how far it strays from what it saw."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from damaci.engine.analysis import Line
from damaci.engine.limits import Limits
from damaci.errors import UnknownLevel
from damaci.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Level:
    """A strength. Within its limits it ranks its best moves and picks one of them, the better the likelier."""

    name: str
    """The stable word by which programs know it."""
    title: str
    about: str
    """One sentence for players."""
    limits: Limits
    lines: int
    """How many moves it considers playing."""
    temperature: float
    """In centimen: a move so much worse than another is picked 2.7 times less often."""
    tolerance: int
    """In centimen: a move worse than the best by more is not picked."""
    slips: float = 0.0
    """How often it plays the first move that comes to mind, from 0 to 1."""
    varied_plies: int | None = None
    """From this ply of the game on it plays the best move only; None for never."""

    @property
    def is_repeatable(self) -> bool:
        """Whether what it plays does not depend on how fast the machine is."""
        return self.limits.depth is not None

    def considered(self, ply: int) -> int:
        """How many lines it wants to see at this ply."""
        return self.lines if self._is_varied(ply) else 1

    def pick(self, lines: Sequence[Line], ply: int, random: Random) -> Line:
        """One of the lines, which are sorted, best first."""
        if random.random() < self.slips:
            return random.choice(lines)
        if not self._is_varied(ply):
            return lines[0]
        losses = [lines[0].score.centimen - line.score.centimen for line in lines]
        weights = [math.exp(-loss / self.temperature) if loss <= self.tolerance else 0.0 for loss in losses]
        return random.choices(lines, weights)[0]

    def _is_varied(self, ply: int) -> bool:
        return self.varied_plies is None or ply < self.varied_plies


_EVERY_MOVE = 256

_ALL = (
    Level(
        name="beginner",
        title="Beginner",
        about="Sees little more than the next capture and often overlooks even that.",
        limits=Limits(depth=1, seconds=0.5),
        lines=_EVERY_MOVE,
        temperature=80,
        tolerance=300,
        slips=0.2,
    ),
    Level(
        name="easy",
        title="Easy",
        about="Looks two moves ahead; gives a piece away now and then.",
        limits=Limits(depth=2, seconds=0.5),
        lines=_EVERY_MOVE,
        temperature=50,
        tolerance=200,
        slips=0.05,
    ),
    Level(
        name="casual",
        title="Casual",
        about="Looks three moves ahead; drops nothing in plain sight, but falls for combinations.",
        limits=Limits(depth=3, seconds=0.5),
        lines=24,
        temperature=50,
        tolerance=100,
    ),
    Level(
        name="medium",
        title="Medium",
        about="Looks four moves ahead; sees short combinations and makes small mistakes.",
        limits=Limits(depth=4, seconds=0.5),
        lines=12,
        temperature=30,
        tolerance=80,
    ),
    Level(
        name="club",
        title="Club player",
        about="Looks six moves ahead; finds most combinations and waits for yours to fail.",
        limits=Limits(depth=6, seconds=1),
        lines=8,
        temperature=20,
        tolerance=60,
    ),
    Level(
        name="hard",
        title="Hard",
        about="Looks eight moves ahead and hardly misses a combination; answers within a second.",
        limits=Limits(depth=8, seconds=1),
        lines=4,
        temperature=8,
        tolerance=30,
    ),
    Level(
        name="expert",
        title="Expert",
        about="Thinks for a second and plays the best move it finds; the openings vary.",
        limits=Limits(seconds=1),
        lines=3,
        temperature=6,
        tolerance=15,
        varied_plies=10,
    ),
    Level(
        name="master",
        title="Master",
        about="Thinks for three seconds: the strongest there is; the openings vary.",
        limits=Limits(seconds=3),
        lines=3,
        temperature=5,
        tolerance=10,
        varied_plies=8,
    ),
)

LEVELS: Mapping[str, Level] = MappingProxyType({each.name: each for each in _ALL})
"""Every level by its name, weakest first."""


FREE = re.compile(r"free-(?P<seconds>[1-9]\d?)s(-d(?P<depth>[1-9]\d?))?")
"""Names of strengths that players set themselves: `free-5s` thinks for five seconds, `free-5s-d8` looks eight plies
ahead at most."""


def level(name: str | Level) -> Level:
    """The level of that name, or the free one that it spells; a Level is returned as it is.

    Raises UnknownLevel, naming those there are.

    >>> level("free-5s-d8").limits
    Limits(depth=8, nodes=None, seconds=5)
    """
    if isinstance(name, Level):
        return name
    if free := FREE.fullmatch(name):
        return _free(name, int(free["seconds"]), int(free["depth"]) if free["depth"] else None)
    if name not in LEVELS:
        known = {"name": repr(name), "known": ", ".join(LEVELS)}
        raise UnknownLevel(
            Sentence("no level named {name}: expected one of {known}, or free-5s, free-5s-d8 and the like", known)
        )
    return LEVELS[name]


def _free(name: str, seconds: int, depth: int | None) -> Level:
    """As far as somebody wants it to look, with openings as varied as a master's."""
    limits = Limits(depth=depth, seconds=seconds)
    return replace(
        LEVELS["master"], name=name, title="Free", about="Thinks as long, and looks as far, as you say.", limits=limits
    )
