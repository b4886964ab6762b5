"""The terms of a game that a player asks for."""

import secrets
from typing import Annotated, Literal

import msgspec

from damaci.engine.levels import level
from damaci.errors import DamaciError
from damaci.play.clock import MOST_DAYS
from damaci.play.events import ClockTimes, Color, Seat, Settings, other
from damaci.play.table import Table
from damaci.rules.options import Options
from damaci.sentence import Sentence
from damaci.services.new_games import Draws, Time

Wished = Literal["white", "black", "random"]
LONGEST_FEN = 1000
"""Characters of a position: more than the longest one has."""


class OverAlready(DamaciError):
    """The game is already over in the chosen position."""

    code = "over-already"


class CannotBeRated(DamaciError):
    """The terms are not those of a rated game."""

    code = "cannot-be-rated"


class TwoClocks(DamaciError):
    """The terms have a clock besides days for every move."""

    code = "two-clocks"


class GameTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game is played, and the side of the player who asks for it. `clock` None: without clocks; `endings` None:
    those of the ruleset."""

    ruleset: str = "turkish"
    clock: Time | None = None
    days: Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)] = 0
    """How many days every move may take, instead of a clock; 0: it is not a game by the day."""
    endings: Draws | None = None
    options: Options = Options()
    color: Wished = "random"
    rated: bool = False
    """Whether the result changes ratings: only with a clock or by the day, with the usual rules, between players with
    accounts."""
    fen: Annotated[str, msgspec.Meta(max_length=LONGEST_FEN)] = ""
    """The position from which the game begins; empty for the ruleset's own."""
    games: Literal[1, 2] = 1
    """2: a second game follows by itself, sides swapped."""

    def settings(self) -> Settings:
        """The settings of the table. Raises DamaciError for invalid terms."""
        if self.rated and not self._are_usual:
            raise CannotBeRated("a rated game has a clock and the usual rules, and begins from the start")
        if self.clock and self.days:
            raise TwoClocks("a game by the day has no other clock")
        clock = endings = None
        if self.clock:
            clock = ClockTimes(self.clock.base, self.clock.increment)
        if self.endings:
            endings = self.endings.endings()
        settings = Settings(
            ruleset=self.ruleset,
            fen=self.fen,
            clock=clock,
            days=self.days,
            endings=endings,
            options=self.options,
            rated=self.rated,
            games=self.games,
        )
        if len(Table.open(settings, Seat("person"), Seat("person"), at=0)) > 1:
            raise OverAlready(Sentence("in this position the game is over"))
        return settings

    @property
    def _are_usual(self) -> bool:
        unusual = self.endings or self.fen or self.options.last_three_kings
        return (self.clock is not None or self.days > 0) and not unusual

    def draw_color(self) -> Color:
        """The side asked for, or a random one."""
        if self.color == "random":
            return secrets.choice(("white", "black"))
        return self.color


def plain(data: GameTerms) -> GameTerms:
    """The terms alone of a request that says more than them."""
    return msgspec.convert(
        {name: getattr(data, name) for name in GameTerms.__struct_fields__}, GameTerms, from_attributes=True
    )


def seats(mine: Color, me: Seat, opponent: Seat) -> dict[Color, Seat]:
    """Both seats by their sides."""
    return {mine: me, other(mine): opponent}


class SlowLevel(DamaciError):
    """The level thinks longer than the server allows."""

    code = "level-too-slow"


def engine(name: str, most: float) -> Seat:
    """The computer's seat. Raises UnknownLevel, and SlowLevel for a level that thinks for more than `most` seconds."""
    found = level(name)
    if found.limits.seconds is None or found.limits.seconds > most:
        raise SlowLevel(Sentence("the computer thinks for at most {seconds} seconds here", {"seconds": f"{most:g}"}))
    return Seat("engine", level=found.name, resigns=True)
