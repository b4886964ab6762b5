"""The messages between a table's host and its clients. Requests of clients are commands of damaci.play, and what
happens are its events; this module has the messages around them.

The classes of which a move makes instances have `gc=False`, as events and commands have: they cannot be part of a
reference cycle, so Python need not look through them for garbage.
"""

from typing import Literal

import msgspec

from damaci.game.announcements import Said
from damaci.play.commands import SeatCommand
from damaci.play.events import AnyEvent, Color, Seat, Settings

# ---- from the client -------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """First message of a connection. `after`: the last version the client has (None: it has nothing)."""

    after: int | None = None


ClientMessage = Hello | SeatCommand

# ---- from the host ---------------------------------------------------------------------------------------------------


class MovePath(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One way to play a move: landing squares from origin to target and the captured squares in the order they
    leave."""

    path: list[str]
    captured: list[str] = []


class Legal(msgspec.Struct, frozen=True, gc=False):
    """One legal move: its text, and every path that plays it (the first is the one to animate)."""

    text: str
    ways: list[MovePath]


class RecordedMove(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One move of the record: enough to draw it without knowing any rule."""

    ply: int
    color: Color
    text: str
    path: list[str]
    captured: list[str] = []
    promoted: list[str] = []
    """Squares whose piece is a king after the move and was not before."""


class RemainingTimes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seconds left to each side when the message was sent; the time of `running` goes down from then on, or when its
    player's holiday ends, `rests` seconds later."""

    white: float
    black: float
    running: Color | None
    rests: float = 0.0


class Announced(msgspec.Struct, frozen=True, omit_defaults=True):
    """The customary announcement of the player who moved last."""

    said: Said
    by: Color
    square: str
    count: int = 0


class Now(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The present state of the game."""

    ply: int
    """Plies played."""
    turn: Color
    fen: str
    legal: list[Legal] = []
    """The moves of the side to move; empty when the game is over or the viewer does not hold that side.

    All ways are listed unless there are more than a few hundred; then every move still has one."""
    must: list[str] = []
    """Squares of pieces that have to capture."""
    must_count: int = 0
    """How many pieces have to be captured."""
    touched: str = ""
    """Square of the piece that has been touched and has to be played."""
    announcements: list[Announced] = []
    draw_offer: Color | None = None
    takeback_offer: Color | None = None
    can_take_back: list[Color] = []
    """The sides that have a move of their own to take back."""
    clocks: RemainingTimes | None = None
    away: dict[Color, float] = {}
    """Until when players are on holiday (epoch seconds), in a game by the day."""
    result: str = "*"
    reason: str = ""
    rematch_offer: Color | None = None
    rematch: str = ""
    """The id of the game that both sides went on to."""


Capability = Literal[
    "take-back",
    "draw",
    "resign",
    "say",
    "rematch",
    "report",
    "play-again",
    "hint",
    "new-game",
    "lobby",
    "leave",
    "link",
    "analyse",
    "review",
    "download",
]
"""Something that a host lets a viewer do. The first five are requests to the table, which may still refuse one.

`rematch` asks the other side for another game, `play-again` opens one at once. `new-game` opens games on this page,
`lobby` finds them on another. `leave` ends the link to the other player's device. The last three are about the
record."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="snapshot"):
    """Everything a new viewer needs."""

    game: str
    version: int
    settings: Settings
    white: Seat
    black: Seat
    you: list[Color]
    """The seats this connection holds; empty for a spectator."""
    capabilities: list[Capability] = []
    """What this connection may do besides playing moves."""
    start_fen: str
    played: list[RecordedMove]
    now: Now


class Update(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="type", tag="update"):
    """What happened since: events in order (the last has number `version`), and how it stands now."""

    version: int
    events: list[AnyEvent]
    played: list[RecordedMove] = []
    """The end of the record: the client keeps its first `now.ply - len(played)` moves, and these follow."""
    now: Now


class Refused(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="refused"):
    """A command was not carried out. `code` is a stable word; the other fields explain a refused move on the board."""

    id: str = ""
    code: str
    message: str = ""
    """English, for logs and developers; players read the page's own sentence for `code`."""
    count: int = 0
    """Pieces the tried move takes."""
    must_count: int = 0
    """Pieces that have to be taken."""
    instead: list[Legal] = []
    """Moves that have to be played instead (a few of them)."""


class Done(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="type", tag="done"):
    """A command was carried out (also when it was a repetition of one already carried out)."""

    id: str
    version: int


ServerMessage = Snapshot | Update | Refused | Done
