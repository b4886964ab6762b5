"""What two apps say to each other over a link: JSON in frames. docs/12-two-devices.md describes the protocol."""

from typing import Annotated

import msgspec

from damaci.errors import DamaciError
from damaci.play.commands import SeatCommand
from damaci.play.events import AnyEvent, Color, Settings

PROTOCOL = 2
"""Both sides have to speak the same. The first frame of either side is, in every version, an object with its number as
`protocol`."""
MAX_NAME = 40
MAX_KNOWN = 8
"""Games that a guest asks after when it comes back: the last ones of a chain of rematches."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]
Secret = Annotated[str, msgspec.Meta(max_length=64)]
Token = Annotated[str, msgspec.Meta(min_length=16, max_length=64)]
GameId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9]{1,32}$")]


class BadTalk(DamaciError):
    """The other device sent something that it may not send: the link is closed."""


class WrongProtocol(DamaciError):
    """The other app speaks another version of the protocol; says which of the two to update."""

    def __init__(self, theirs: int) -> None:
        which = "this one" if theirs > PROTOCOL else "the other one"
        super().__init__(f"this Damacı speaks version {PROTOCOL} and the other {theirs}: update {which}")
        self.theirs = theirs


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Any message."""


class Hello(Message, frozen=True, kw_only=True, tag="hello", omit_defaults=False):
    """The first message of a guest. `token` is the guest's own secret for the games that it is going to play here: the
    same token again proves that it is the same guest. A newcomer shows the offer's `code`; a guest who comes back tells
    the version of each game that it has."""

    protocol: int = PROTOCOL
    name: Name
    token: Token
    code: Secret = ""
    have: Annotated[dict[GameId, int], msgspec.Meta(max_length=MAX_KNOWN)] = {}


class Welcome(Message, frozen=True, kw_only=True, tag="welcome", omit_defaults=False):
    """The host's answer: who it is and what it offers. A newcomer now waits until the person there says yes or no."""

    protocol: int = PROTOCOL
    name: Name
    settings: Settings
    color: Color
    """The guest's side, unless the host still changes it."""


class Begun(Message, frozen=True, kw_only=True, tag="begun"):
    """A game that the guest does not have: accepted, or a rematch."""

    game: GameId
    color: Color
    events: list[AnyEvent]


class News(Message, frozen=True, kw_only=True, tag="news"):
    """What has happened in a game; the last event has number `version`."""

    game: GameId
    version: int
    events: list[AnyEvent]


class Ask(Message, frozen=True, kw_only=True, tag="ask"):
    """The guest's command. Sent again with the same `mark`, it is answered again but not carried out again."""

    mark: Secret
    game: GameId
    command: SeatCommand


class Answer(Message, frozen=True, kw_only=True, tag="answer"):
    """The command was carried out, by `version`; or not, for the reason `code`."""

    mark: Secret
    version: int = 0
    code: str = ""
    message: str = ""


class Beat(Message, frozen=True, kw_only=True, tag="beat"):
    """I am still here, and my clock shows `at` (epoch seconds)."""

    at: float


class Bye(Message, frozen=True, kw_only=True, tag="bye", omit_defaults=False):
    """The last message of either side, and why: one of BYES."""

    protocol: int = PROTOCOL
    code: str


REFUSED = "refused"
"""The person there does not want to play."""
LEFT = "left"
"""The person has left the game for good."""
NO_OFFER = "no-offer"
"""Nothing is offered there, or no longer."""
WRONG_CODE = "wrong-code"
UNKNOWN = "unknown"
"""The token belongs to no game there."""
DIVERGED = "diverged"
"""The guest has events that the host does not have."""
PROTOCOL_DIFFERS = "protocol"
BAD_TALK = "bad-talk"
BUSY = "busy"
"""Too many others are waiting there."""
BYES = (REFUSED, LEFT, NO_OFFER, WRONG_CODE, UNKNOWN, DIVERGED, PROTOCOL_DIFFERS, BAD_TALK, BUSY)

AnyMessage = Hello | Welcome | Begun | News | Ask | Answer | Beat | Bye

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


class _Version(msgspec.Struct, frozen=True):
    protocol: int


_versions: msgspec.json.Decoder[_Version] = msgspec.json.Decoder(_Version)


def encode(message: AnyMessage) -> bytes:
    """The message as UTF-8 JSON."""
    return _encoder.encode(message)


def decode(payload: bytes) -> AnyMessage:
    """Raises BadTalk."""
    try:
        return _decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadTalk(f"not a message: {error}") from None


def decode_first(payload: bytes) -> AnyMessage:
    """The first message of the other side, whatever version it speaks. Raises WrongProtocol, BadTalk."""
    try:
        theirs = _versions.decode(payload).protocol
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadTalk(f"not a greeting: {error}") from None
    if theirs != PROTOCOL:
        raise WrongProtocol(theirs)
    return decode(payload)


def clean_name(name: str) -> str:
    """A name that can be shown: one line, printable, not too long; "?" if nothing is left of it."""
    visible = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(visible.split())[:MAX_NAME].strip() or "?"
