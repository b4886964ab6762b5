"""The levels of the computer: how deep it searches, and how often it does not play the best move it found."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from damaci.arguments import bad, expect_kind, expect_positive, expect_whole, shown
from damaci.board.position import Position
from damaci.engine.analysis import Line
from damaci.engine.limits import Limits
from damaci.engine.oversight import Oversight
from damaci.engine.style import STYLES, Style, bonuses
from damaci.errors import UnknownLevel
from damaci.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Level:
    """A playing strength. A level searches within its limits, ranks the best moves and picks one; better moves are more
    probable."""

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
    oversight: Oversight | None = None
    """How often it overlooks captures; None for a level that overlooks nothing within its search."""
    style: Style | None = None
    """Its preferences among moves that are about equally good."""
    varied_plies: int | None = None
    """From this ply of the game on it plays only the best move; None if it never does."""
    book_plies: int = 0
    """Up to this ply of the game it picks one of the opening book's moves, if the book has the position."""

    def __post_init__(self) -> None:
        """Raises BadArgument for a number out of range."""
        expect_kind("limits", self.limits, Limits)
        expect_whole("lines", self.lines, 1)
        expect_positive("temperature", self.temperature)
        expect_whole("tolerance", self.tolerance, 0)
        if self.varied_plies is not None:
            expect_whole("varied_plies", self.varied_plies, 0)
        expect_whole("book_plies", self.book_plies, 0)

    @property
    def titles(self) -> tuple[str, ...]:
        """What players see as its name: its title, and the title of its style if it has one."""
        if self.style is None:
            return (self.title,)
        return self.title, self.style.title

    @property
    def taste(self) -> float:
        """How much its style counts, from 0 to 1: less for strong levels, where a few centimen matter, and for levels
        that overlook so much that their style would decide games."""
        if self.oversight:
            return WEAK_TASTE
        return min(1.0, self.temperature / MOST_TASTE)

    @property
    def is_repeatable(self) -> bool:
        """Whether it plays the same on fast and slow machines."""
        return self.limits.depth is not None

    def considered(self, ply: int) -> int:
        """How many lines it requests from the search at this ply."""
        if self._is_varied(ply):
            return self.lines
        return 1

    def judge(self, position: Position, lines: Sequence[Line], random: Random) -> Sequence[Line]:
        """The lines that a search found, with the scores as this level sees them, best first."""
        if self.oversight is None:
            return lines
        return self.oversight.judge(position, lines, random)

    def pick(self, position: Position, lines: Sequence[Line], ply: int, random: Random) -> Line:
        """One of the lines of a position, which are sorted, best first."""
        if not self._is_varied(ply):
            return lines[0]
        best = lines[0].score.centimen
        near = [line for line in lines if best - line.score.centimen <= self.tolerance]
        liked = bonuses(self.style, position, near)
        values = [line.score.centimen + self.taste * more for line, more in zip(near, liked, strict=True)]
        weights = [math.exp((value - max(values)) / self.temperature) for value in values]
        return random.choices(near, weights)[0]

    def _is_varied(self, ply: int) -> bool:
        return self.varied_plies is None or ply < self.varied_plies


MOST_TASTE = 30.0
"""From this temperature on, in centimen, a style counts fully."""
WEAK_TASTE = 0.25
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
        tolerance=80,
        oversight=Oversight(near=0.4, far=0.6, gift=1.0),
        book_plies=_FIRST_MOVE,
    ),
    Level(
        name="easy",
        title="Easy",
        about="Looks two moves ahead; gives a piece away now and then.",
        limits=Limits(depth=2, seconds=0.5),
        lines=_EVERY_MOVE,
        temperature=40,
        tolerance=80,
        oversight=Oversight(near=0.1, far=0.25, gift=0.7),
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
"""The names of free levels, whose limits players choose: `free-5s` thinks for five seconds, `free-5s-d8` also searches
eight plies at most."""


def level(name: str | Level) -> Level:
    """The level of that name, with a style if the name has one, or the free level with the limits in the name. A Level
    is returned as it is.

    Raises UnknownLevel, which lists the known names.

    >>> level("free-5s-d8").limits
    Limits(depth=8, nodes=None, seconds=5)
    >>> level("easy-bold").titles
    ('Easy', 'Bold')
    """
    if isinstance(name, Level):
        return name
    if not isinstance(name, str):
        raise bad("a level", name, "a Level, or the name of one such as easy")
    if free := FREE.fullmatch(name):
        return _free(name, int(free["seconds"]), int(free["depth"]) if free["depth"] else None)
    plain, _, style = name.partition("-")
    if plain not in LEVELS or (style and style not in STYLES) or name.endswith("-"):
        raise _unknown(name)
    if style:
        return _styled(LEVELS[plain], STYLES[style])
    return LEVELS[plain]


def plain_name(name: str) -> str:
    """The name of a level without that of its style: strengths are compared by this name.

    >>> plain_name("easy-bold"), plain_name("easy"), plain_name("free-5s")
    ('easy', 'easy', 'free-5s')
    """
    plain, _, style = name.partition("-")
    if style in STYLES:
        return plain
    return name


def with_styles(name: str) -> tuple[str, ...]:
    """The names of a level with and without a style; any other name alone.

    >>> with_styles("easy")
    ('easy', 'easy-bold', 'easy-careful', 'easy-trader')
    """
    if name not in LEVELS:
        return (name,)
    return name, *(f"{name}-{style}" for style in STYLES)


def _styled(level: Level, style: Style) -> Level:
    """The level with a style, which it has during the whole game."""
    return replace(level, name=f"{level.name}-{style.name}", style=style, varied_plies=None)


def _unknown(name: str) -> UnknownLevel:
    known = {"name": shown(name), "known": ", ".join(LEVELS), "styles": ", ".join(STYLES)}
    return UnknownLevel(
        Sentence(
            "no level named {name}: expected one of {known}, one of them with a style ({styles}) such as easy-bold, or "
            "free-5s, free-5s-d8 and the like",
            known,
        )
    )


def _free(name: str, seconds: int, depth: int | None) -> Level:
    """A level with these limits that varies its openings as the level master does."""
    limits = Limits(depth=depth, seconds=seconds)
    return replace(
        LEVELS["master"], name=name, title="Free", about="Thinks as long, and looks as far, as you say.", limits=limits
    )
