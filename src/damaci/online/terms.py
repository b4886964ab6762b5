"""The terms of a game that a player asks for."""

import secrets
from typing import Literal

import msgspec

from damaci.engine.levels import level
from damaci.play.events import ClockTimes, Color, Seat, Settings, other
from damaci.play.table import Table
from damaci.rules.options import Options
from damaci.services.new_games import Draws, Time

Wished = Literal["white", "black", "random"]


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game is played, and the side of the player who asks for it. `clock` None: without clocks; `endings` None:
    those of the ruleset."""

    ruleset: str = "turkish"
    clock: Time | None = None
    endings: Draws | None = None
    options: Options = Options()
    color: Wished = "random"

    def settings(self) -> Settings:
        """The settings of the table. Raises DamaciError for invalid terms."""
        clock = ClockTimes(self.clock.base, self.clock.increment) if self.clock else None
        endings = self.endings.endings() if self.endings else None
        settings = Settings(ruleset=self.ruleset, clock=clock, endings=endings, options=self.options)
        Table.open(settings, Seat("person"), Seat("person"), at=0)
        return settings

    def draw_color(self) -> Color:
        """The side asked for, or a random one."""
        if self.color == "random":
            return secrets.choice(("white", "black"))
        return self.color


def seats(mine: Color, me: Seat, opponent: Seat) -> dict[Color, Seat]:
    """Both seats by their sides."""
    return {mine: me, other(mine): opponent}


def engine(name: str) -> Seat:
    """The computer's seat. Raises UnknownLevel."""
    return Seat("engine", level=level(name).name, resigns=True)
