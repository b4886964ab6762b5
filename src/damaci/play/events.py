"""What has happened at a table: the facts that the log keeps and from which a game is folded."""

from typing import Literal, Self

import msgspec

from damaci.board.color import Color as BoardColor
from damaci.rules.endings import Endings
from damaci.rules.options import Options

Color = Literal["white", "black"]
Result = Literal["1-0", "0-1", "1/2-1/2"]


def other(color: Color) -> Color:
    """The opponent's colour."""
    if color == "white":
        return "black"
    return "white"


def word(color: BoardColor) -> Color:
    """The board's colour as events and messages spell it."""
    if color is BoardColor.WHITE:
        return "white"
    return "black"


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on one side: a person, or the engine at a level."""

    kind: Literal["person", "engine"]
    name: str = ""
    level: str = ""
    resigns: bool = False
    """Whether the engine resigns a hopeless game. For engines only."""


class ClockTimes(msgspec.Struct, frozen=True):
    """Thinking time in seconds: the base for the game and the increment for each move."""

    base: float
    increment: float = 0.0


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is agreed before the first move. `fen` empty means the ruleset's start position; endings and options left
    out, its own."""

    ruleset: str = "turkish"
    fen: str = ""
    clock: ClockTimes | None = None
    days: int = 0
    """How many days every move may take, in a game by the day, which has no other clock. 0: not a game by the day."""
    seed: int = 0
    """For the engine's variety, so that a game can be replayed."""
    endings: Endings | None = None
    options: Options | None = None
    rated: bool = False
    """Whether the result changes the players' ratings. Moves of such a game cannot be taken back."""
    games: int = 1
    """How many games the players have agreed to play, this one included. After each but the last, the next one begins
    with the sides swapped."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="event"):
    """One fact. `at` is seconds since the epoch, given by the host: the table itself has no clock on the wall."""

    at: float = 0.0


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """The table was set up: always the first event, never again."""

    settings: Settings
    white: Seat
    black: Seat
    tags: dict[str, str] = {}
    """The tags of the record, for a game that was recorded elsewhere."""

    def without(self, color: Color) -> Self:
        """The same without the name of one side's player, who has been deleted."""
        if color == "white":
            return msgspec.structs.replace(self, white=Seat("person"))
        return msgspec.structs.replace(self, black=Seat("person"))


class Moved(Event, frozen=True, kw_only=True, omit_defaults=True, tag="moved"):
    """A legal move was played. `ply` counts from 1; `path` is every landing square from origin to target, `captured`
    the captured squares in the order they leave; `id` is the client's own mark."""

    ply: int
    path: list[str]
    captured: list[str] = []
    id: str = ""


class Touched(Event, frozen=True, kw_only=True, tag="touched"):
    """The side to move lifted the piece on `square`, and by touch-move has to play it."""

    square: str


class DrawOffered(Event, frozen=True, kw_only=True, tag="draw-offered"):
    """A draw was offered: the offer stands until the other side declines it or moves."""

    by: Color


class DrawDeclined(Event, frozen=True, kw_only=True, tag="draw-declined"):
    """The other side's offer was declined, in words or by moving."""

    by: Color


class TakebackOffered(Event, frozen=True, kw_only=True, tag="takeback-offered"):
    """One side asked to take its last move back: the request stands until it is answered or anybody moves."""

    by: Color


class TakebackDeclined(Event, frozen=True, kw_only=True, tag="takeback-declined"):
    """A request was declined, in words or by moving; `by` is the asking side itself when that is the one that played
    on."""

    by: Color


class TakenBack(Event, frozen=True, kw_only=True, tag="taken-back"):
    """The game went back to the position after `ply` plies; `by` is the side whose move was taken back. Standing offers
    are off."""

    ply: int
    by: Color


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The game is over, and standing offers are off. `reason` is a stable word of damaci.game.Reason."""

    result: Result
    reason: str


class Resumed(Event, frozen=True, kw_only=True, omit_defaults=True, tag="resumed"):
    """Moves could not be accepted from `since` to `until` (epoch seconds): that time is charged to nobody's clock.

    Without these two, as older versions wrote it: everything from the last change of the clocks to `at`."""

    since: float = 0.0
    until: float = 0.0


class OnHoliday(Event, frozen=True, kw_only=True, omit_defaults=True, tag="holiday"):
    """In a game by the day, the player of one side is on holiday from `began` to `until` (epoch seconds), or was.

    `since`: the clock of that side runs, and stands still from this moment to `until`; if `until` is the earlier one,
    the holiday has become shorter, and the clock runs from `until`. 0: that clock does not run."""

    by: Color
    began: float
    until: float
    since: float = 0.0


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """One side said one of damaci.play.phrases.PHRASES, during the game or after it."""

    by: Color
    phrase: str


class RematchOffered(Event, frozen=True, kw_only=True, tag="rematch-offered"):
    """The game being over, one side would like another one."""

    by: Color


class RematchDeclined(Event, frozen=True, kw_only=True, tag="rematch-declined"):
    """The other side declined, or the side that asked changed its mind."""

    by: Color


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """Both sides wanted another game, which goes on as the game with the id `game`, sides swapped."""

    by: Color
    game: str


class Forgotten(Event, frozen=True, kw_only=True, tag="forgotten"):
    """The player of one side has been deleted: nobody sits there any more, and the name is gone, from the log too."""

    by: Color


AfterTheEnd = Said | RematchOffered | RematchDeclined | Rematched | Forgotten
"""What can still happen when the game is over."""

AnyEvent = (
    Opened
    | Moved
    | Touched
    | DrawOffered
    | DrawDeclined
    | TakebackOffered
    | TakebackDeclined
    | TakenBack
    | Ended
    | Resumed
    | OnHoliday
    | AfterTheEnd
)
