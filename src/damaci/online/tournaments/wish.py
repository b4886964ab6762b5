"""What a player announces: a tournament's settings, when it begins, and how the server runs it."""

import time
from typing import Annotated

import msgspec

from damaci.errors import DamaciError
from damaci.online.terms import GameTerms
from damaci.services.new_games import Time
from damaci.services.tournaments import NewTournament
from damaci.store.announced import TournamentPlan
from damaci.titles import is_readable, readable
from damaci.tournament.crosstable import Points
from damaci.tournament.events import System

FARTHEST = 90 * 24 * 3600.0
"""Seconds ahead for which a tournament may be announced."""
SKEW = 60.0
"""Seconds that the clock of who announces may be behind."""


class BadPlan(DamaciError):
    """No tournament can be run like that."""

    code = "bad-plan"


class BadTournamentName(DamaciError):
    """The name of a tournament has no readable letters."""

    code = "tournament-bad-name"


class TournamentWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament as it is announced. `starts`: epoch seconds; `lasts`: minutes of an arena; `pause`: seconds between
    two rounds; `minutes_late`: a player without a first move by then has lost the game by forfeit; `rounds` of a Swiss
    tournament, `cycles` of a round robin, `extra_pairs` of a knock-out; no tie-breaks: those that are usual."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    system: System = "swiss"
    starts: float
    rounds: Annotated[int, msgspec.Meta(ge=1, le=30)] = 7
    cycles: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    extra_pairs: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    lasts: Annotated[float, msgspec.Meta(ge=1, le=24 * 60)] = 60.0
    pause: Annotated[float, msgspec.Meta(ge=0, le=24 * 3600)] = 30.0
    ruleset: str = "turkish"
    minutes: Annotated[float, msgspec.Meta(ge=0.1, le=180)] = 5.0
    increment: Annotated[float, msgspec.Meta(ge=0, le=120)] = 3.0
    rated: bool = True
    tiebreaks: Annotated[tuple[str, ...], msgspec.Meta(max_length=7)] = ()
    points: Points = Points()
    minutes_late: Annotated[float, msgspec.Meta(ge=0.1, le=120)] = 2.0
    forfeits_out: Annotated[int, msgspec.Meta(ge=1, le=30)] = 2
    half_byes: Annotated[int, msgspec.Meta(ge=0, le=9)] = 2

    def tournament(self) -> NewTournament:
        """What the tournament itself has to know."""
        names = set(NewTournament.__struct_fields__) & set(self.__struct_fields__)
        return NewTournament(**{name: getattr(self, name) for name in names})

    def plan(self, owner: str, now: float | None = None) -> TournamentPlan:
        """How the server runs it. Raises DamaciError for terms that make no game, for times that are not to come and
        for a name in which there is nothing to read."""
        if not is_readable(readable(self.name)):
            raise BadTournamentName("expected a name with letters")
        now = time.time() if now is None else now
        if not now - SKEW <= self.starts <= now + FARTHEST:
            raise BadPlan("a tournament starts within the next 90 days")
        terms(self.ruleset, self.minutes, self.increment, rated=self.rated).settings()
        return TournamentPlan(owner, self.starts, 60 * self.lasts, self.pause, self.rated)


def terms(ruleset: str, minutes: float, increment: float, *, rated: bool) -> GameTerms:
    """The terms of the games of a tournament."""
    return GameTerms(ruleset=ruleset, clock=Time(60 * minutes, increment), rated=rated)
