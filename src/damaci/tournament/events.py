"""What has happened in a tournament: the facts that the log keeps and from which a tournament is folded.

Every command leads to one event at most, so that each step can be undone by itself.
"""

from typing import Literal

import msgspec

from damaci.tournament.crosstable import NOBODY, STANDARD, Color, Mark, Person, Points
from damaci.tournament.standings import FEDERATION

System = Literal["swiss", "round-robin", "knockout", "arena"]
Result = Literal["1-0", "0-1", "1/2-1/2", "0-0", "+/-", "-/+", "-/-"]
"""White's side first; `+` and `-` are wins and losses by forfeit; `0-0`: both have lost a game that was played."""
Bye = Literal["H", "Z"]
"""A bye that was asked for: half a point or nothing."""
FullBye = Literal["F"]
MARKS: dict[Result, tuple[Mark, Mark]] = {
    "1-0": (Mark.WIN, Mark.LOSS),
    "0-1": (Mark.LOSS, Mark.WIN),
    "1/2-1/2": (Mark.DRAW, Mark.DRAW),
    "0-0": (Mark.LOSS, Mark.LOSS),
    "+/-": (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
    "-/+": (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN),
    "-/-": (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
}
"""What each result is for White and for Black."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is agreed before the first round."""

    name: str
    system: System = "swiss"
    rounds: int = 9
    """The rounds of a Swiss tournament; the other systems compute theirs."""
    cycles: int = 1
    """How often a round robin lets two players meet."""
    extra_pairs: int = 1
    """How many more pairs of games a knock-out match that stays level has, before the better seed goes on."""
    tiebreaks: tuple[str, ...] = FEDERATION
    points: Points = STANDARD
    initial: Color = "white"
    """The colour that was drawn for the first player."""
    order: Literal["rating", "entry"] = "rating"
    """What gives the players their numbers."""
    minutes_late: float = 15.0
    """A player who is not there so long after a round's start has lost by forfeit."""
    forfeits_out: int = 2
    """A player who has lost so many games by forfeit is excluded."""
    half_byes: int = 2
    """How many half-point byes a player may ask for."""
    quick_draw_plies: int = 20
    """In an arena, a draw before so many plies is worth nothing."""
    ruleset: str = "turkish"
    minutes: float = 45.0
    """Minutes on each player's clock."""
    increment: float = 0.0
    """Seconds that each move adds."""
    ballots: bool = False
    """Whether first moves are drawn by lot for each round."""
    headers: dict[str, str] = {}
    """What a report file has said of the tournament, for the next one: texts by the numbers of their lines."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who is entered."""

    name: str
    rating: int = 0
    missed: Bye = "Z"
    """What a late entry gets for each round that has been paired: half a point or nothing."""
    person: Person = NOBODY
    """What a report file has said of the player, for the next one."""


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game to be played, by the players' ids. A game of somebody who is out already has its result."""

    white: int
    black: int
    result: Result | None = None


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """One fact. `at` is seconds since the epoch, given by the host."""

    at: float = 0.0
    by: str = ""
    """The arbiter who did it, if that was said."""
    helper: bool = False
    """Whether `by` is a helper of the arbiter, who was admitted under that name."""


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """The tournament was announced: always the first event, never again."""

    settings: Settings


class Entered(Event, frozen=True, kw_only=True, tag="entered"):
    """Players were entered. Their ids are the next numbers, in this order; the first one is 1."""

    players: list[Entrant]


class Amended(Event, frozen=True, kw_only=True, tag="amended"):
    """A player's name or rating was corrected."""

    player: int
    name: str
    rating: int


class ByeAsked(Event, frozen=True, kw_only=True, tag="bye-asked"):
    """A player will not play in a round that is not paired yet, for half a point (H) or nothing (Z)."""

    player: int
    round: int
    mark: Bye


class ByeDropped(Event, frozen=True, kw_only=True, tag="bye-dropped"):
    """A player will play in that round after all."""

    player: int
    round: int


class Withdrawn(Event, frozen=True, kw_only=True, tag="withdrawn"):
    """A player has left the tournament."""

    player: int


class Returned(Event, frozen=True, kw_only=True, tag="returned"):
    """A player who was out is in again. For a player who was excluded, all earlier forfeits are forgiven; for one who
    had left, only the games that were lost already when they were paired."""

    player: int


class Paired(Event, frozen=True, kw_only=True, omit_defaults=True, tag="paired"):
    """A round was paired, the first board first.

    `bye` is who was left over, 0 for nobody; `byes` are those who had asked for one, and in tournaments from files also
    full-point byes (F). `stage` counts the stages of a knock-out, each of which takes two rounds or more."""

    round: int
    pairs: list[Pairing]
    bye: int = 0
    byes: dict[int, Bye | FullBye] = {}
    stage: int = 0
    ballot: str = ""
    """First moves that were drawn for all games of the round, as PDN writes them."""


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """A round's clocks were started."""

    round: int


class Scored(Event, frozen=True, kw_only=True, omit_defaults=True, tag="scored"):
    """A game's result became known or was corrected; None: it is open again. `board` counts from 1. `quick`: a draw
    before the number of plies from which an arena gives points."""

    round: int
    board: int
    result: Result | None
    quick: bool = False


class TiebreaksOrdered(Event, frozen=True, kw_only=True, tag="tiebreaks-ordered"):
    """Equal points are told apart by these tie-breaks now, in this order."""

    tiebreaks: tuple[str, ...]


class KeptApart(Event, frozen=True, kw_only=True, tag="kept-apart"):
    """These players do not meet from now on, and all others may; the smaller number of a pair first, in their order."""

    pairs: tuple[tuple[int, int], ...]


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """Nothing more is paired."""


class Undone(Event, frozen=True, kw_only=True, omit_defaults=True, tag="undone"):
    """The step that was event number `undone` has not happened. It was the last one that held, or only results of other
    boards came after it. `with_games`: it was the pairing of the last round, and neither the start of its clocks nor
    its results have happened."""

    undone: int
    with_games: bool = False


Step = (
    Entered
    | Amended
    | ByeAsked
    | ByeDropped
    | Withdrawn
    | Returned
    | Paired
    | Started
    | Scored
    | TiebreaksOrdered
    | KeptApart
    | Closed
)
"""What can be undone."""
AnyEvent = Opened | Step | Undone
