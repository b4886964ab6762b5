"""What a seat, or the host itself, asks of a table. The table answers with events or a refusal.

The commands of a seat are also the messages that clients send, with `type` for their name: see damaci.wire.messages."""

from typing import Annotated

import msgspec

from damaci.play.events import Color, Result


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="type"):
    """Something that one side asks for."""

    id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The client's own mark; it comes back in the answer."""
    color: Color | None = None
    """The side that asks. A client that holds one seat may leave it out: the host fills it in."""

    @property
    def by(self) -> Color:
        """The side that asks. Raises ValueError while it is not known."""
        if self.color is None:
            raise ValueError(f"{self} names no side")
        return self.color


class Move(Command, frozen=True, kw_only=True, omit_defaults=True, tag="move"):
    """Plays `move`, in any accepted move text, as ply number `ply`. The same `id` at the same ply again is the same
    move, not a second one."""

    ply: int
    move: str


class Touch(Command, frozen=True, kw_only=True, tag="touch"):
    """Lifts the piece on `square` in order to play ply number `ply`. It matters under touch-move only, and there if the
    piece can move."""

    ply: int
    square: str


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Gives the game up, on either side's turn."""


class OfferDraw(Command, frozen=True, kw_only=True, tag="offer-draw"):
    """Offers a draw, or accepts the other side's standing offer. One offer for each own move, and none before both
    sides have moved."""


class DeclineDraw(Command, frozen=True, kw_only=True, tag="decline-draw"):
    """Declines the other side's standing offer."""


class OfferTakeback(Command, frozen=True, kw_only=True, omit_defaults=True, tag="offer-takeback"):
    """Asks to take one's own last move back (two plies when it has been answered), or accepts the other side's asking.

    Granted at once when the other seat is the engine; otherwise one may ask once for each own move. `ply`, if given, is
    the number of the move to take back, so that the same command sent twice never takes back two."""

    ply: int | None = None


class DeclineTakeback(Command, frozen=True, kw_only=True, tag="decline-takeback"):
    """Declines the other side's standing request."""


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Says one of damaci.play.phrases.PHRASES, a few times between two own moves."""

    phrase: str


class OfferRematch(Command, frozen=True, kw_only=True, tag="offer-rematch"):
    """The game being over, asks for another one. The other side's asking is accepted by BeginRematch, into which the
    host turns this."""


class DeclineRematch(Command, frozen=True, kw_only=True, tag="decline-rematch"):
    """Declines the other side's asking, or takes back one's own."""


class BeginRematch(Command, frozen=True, kw_only=True, tag="begin-rematch"):
    """Accepts the other side's asking; the host has opened `game` for it."""

    game: str


class Abandon(Command, frozen=True, kw_only=True, tag="abandon"):
    """The host's word that the side `by` has left for good: the other side wins, or is content with a draw."""

    result: Result


class Conclude(Command, frozen=True, kw_only=True, tag="conclude"):
    """The host's word how a game has ended that is played over the board: by a reason that people decide."""

    result: Result
    reason: str


class Tick(msgspec.Struct, frozen=True):
    """The host's question whether time is up: ends the game when the running clock has none left."""


class Resume(msgspec.Struct, frozen=True):
    """The host's word that moves could not be accepted from `since` to `until` (epoch seconds): a running clock stands
    still for as long. What has been given back already is not given back twice."""

    since: float
    until: float


class Holiday(msgspec.Struct, frozen=True):
    """The host's word that the player of the side `color` is on holiday from `began` to `until` (epoch seconds), or
    was. Told again with an earlier end, it has become shorter; nothing else changes it."""

    color: Color
    began: float
    until: float


SeatCommand = (
    Move
    | Touch
    | Resign
    | OfferDraw
    | DeclineDraw
    | OfferTakeback
    | DeclineTakeback
    | Say
    | OfferRematch
    | DeclineRematch
)
"""What a client may ask for one of its seats."""
Talk = Say | OfferRematch | DeclineRematch | BeginRematch
"""What is possible after the end of the game, too."""
AnyCommand = SeatCommand | BeginRematch | Abandon | Conclude | Tick | Resume | Holiday
