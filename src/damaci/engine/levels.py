"""How strong the computer plays: how deep it searches, and how often it plays a worse move than it found."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from damaci.arguments import bad, expect_kind, expect_number, expect_positive, expect_whole, shown
from damaci.engine.analysis import Line
from damaci.engine.limits import Limits
from damaci.errors import UnknownLevel
from damaci.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Level:
    """A strength. Within its limits it ranks its best moves and picks one of them, a better one more probably."""

    name: str
    """The stable word by which programs know it."""
    title: str
    about: str
    """One sentence for players."""
    limits: Limits
    lines: int
    """How many moves it considers playing."""
    temperature: float
    """In centimen: a move worse by this much is picked 2.7 times less often."""
    tolerance: int
    """In centimen: a move worse than the best by more than this is not picked."""
    slips: float = 0.0
    """The probability, from 0 to 1, that it plays any of its moves without comparing them."""
    varied_plies: int | None = None
    """From this ply of the game on it plays the best move only; None for never."""
    book_plies: int = 0
    """Up to this ply of the game it picks from the opening book's moves, where the book has the position."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a number out of range."""
        expect_kind("limits", self.limits, Limits)
        expect_whole("lines", self.lines, 1)
        expect_positive("temperature", self.temperature)
        expect_whole("tolerance", self.tolerance, 0)
        expect_number("slips", self.slips, 0, 1)
        if self.varied_plies is not None:
            expect_whole("varied_plies", self.varied_plies, 0)
        expect_whole("book_plies", self.book_plies, 0)

    @property
    def is_repeatable(self) -> bool:
        """Whether it plays the same on a fast and on a slow machine."""
        return self.limits.depth is not None

    def considered(self, ply: int) -> int:
        """How many lines it asks the search for at this ply."""
        if self._is_varied(ply):
            return self.lines
        return 1

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
_FIRST_MOVE = 2
_FIRST_MOVES = 6
_WHOLE_BOOK = 1000

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
        book_plies=_FIRST_MOVE,
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
        book_plies=_FIRST_MOVE,
    ),
    Level(
        name="casual",
        title="Casual",
        about="Looks three moves ahead; drops nothing in plain sight, but falls for combinations.",
        limits=Limits(depth=3, seconds=0.5),
        lines=24,
        temperature=50,
        tolerance=100,
        book_plies=_FIRST_MOVES,
    ),
    Level(
        name="medium",
        title="Medium",
        about="Looks four moves ahead; sees short combinations and makes small mistakes.",
        limits=Limits(depth=4, seconds=0.5),
        lines=12,
        temperature=30,
        tolerance=80,
        book_plies=_FIRST_MOVES,
    ),
    Level(
        name="club",
        title="Club player",
        about="Looks six moves ahead; finds most combinations and waits for yours to fail.",
        limits=Limits(depth=6, seconds=1),
        lines=8,
        temperature=20,
        tolerance=60,
        book_plies=_WHOLE_BOOK,
    ),
    Level(
        name="hard",
        title="Hard",
        about="Looks eight moves ahead and hardly misses a combination; answers within a second.",
        limits=Limits(depth=8, seconds=1),
        lines=4,
        temperature=8,
        tolerance=30,
        book_plies=_WHOLE_BOOK,
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
        book_plies=_WHOLE_BOOK,
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
        book_plies=_WHOLE_BOOK,
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
    if not isinstance(name, str):
        raise bad("a level", name, "a Level, or the name of one such as easy")
    if free := FREE.fullmatch(name):
        return _free(name, int(free["seconds"]), int(free["depth"]) if free["depth"] else None)
    if name not in LEVELS:
        known = {"name": shown(name), "known": ", ".join(LEVELS)}
        raise UnknownLevel(
            Sentence("no level named {name}: expected one of {known}, or free-5s, free-5s-d8 and the like", known)
        )
    return LEVELS[name]


def _free(name: str, seconds: int, depth: int | None) -> Level:
    """A level with these limits, whose openings vary as a master's do."""
    limits = Limits(depth=depth, seconds=seconds)
    return replace(
        LEVELS["master"], name=name, title="Free", about="Thinks as long, and looks as far, as you say.", limits=limits
    )
