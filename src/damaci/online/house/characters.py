"""The house's players: one for each level of the engine, weakest first."""

from collections.abc import Mapping
from typing import NamedTuple

from damaci.engine.levels import LEVELS
from damaci.online.settings import OnlineSettings
from damaci.site.language import Catalog
from damaci.store.players import PROGRAM


class Character(NamedTuple):
    """A name, a level, and how it likes to play."""

    level: str
    name: str
    style: str = ""

    @property
    def id(self) -> str:
        """The player's id, the same on every server."""
        return f"house-{self.level}"

    @property
    def plays(self) -> str:
        """The level with the style, as the engine knows it."""
        return "-".join(filter(None, (self.level, self.style)))


CHARACTERS = (
    Character("beginner", "Serçe"),
    Character("easy", "Kumru"),
    Character("casual", "Martı", "trader"),
    Character("medium", "Leylek", "careful"),
    Character("club", "Karga", "bold"),
    Character("hard", "Baykuş", "careful"),
    Character("expert", "Şahin", "bold"),
    Character("master", "Kartal"),
)
"""Birds: the sparrow, the dove, the gull, the stork, the crow, the owl, the hawk and the eagle."""


def offered(most: float) -> tuple[Character, ...]:
    """The characters who think for at most so many seconds about a move."""
    return tuple(each for each in CHARACTERS if (LEVELS[each.level].limits.seconds or 0) <= most)


def characters_of(settings: OnlineSettings) -> tuple[Character, ...]:
    """The characters that a server offers."""
    return offered(settings.engine_seconds) if settings.has_house else ()


def lines(words: Catalog) -> Mapping[str, str]:
    """The description of each of them, by level."""
    _ = words.translations.gettext
    return {
        "beginner": _("The sparrow hops from square to square and forgets what it has just seen."),
        "easy": _("The dove is kind: it leaves you a piece now and then."),
        "casual": _("The gull takes whatever lies open, and flies into every trap."),
        "medium": _("The stork is patient and waits on one leg for your mistake."),
        "club": _("The crow is clever and steals what you have left unguarded."),
        "hard": _("The owl sees in the dark what you meant to hide."),
        "expert": _("The hawk circles for a while, and then it strikes."),
        "master": _("The eagle sees the whole board from above."),
    }


def title(words: Catalog, computer: str | None) -> str:
    """What plays: the title of a level, or that it is somebody's program; empty for a person."""
    _ = words.translations.gettext
    if computer is None:
        return ""
    if computer in LEVELS:
        return _(LEVELS[computer].title)
    if computer == PROGRAM:
        return _("A program")
    return computer
