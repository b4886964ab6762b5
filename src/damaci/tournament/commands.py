"""What an arbiter, or a server in the arbiter's place, asks of a tournament. It answers with an event or a refusal."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from damaci.tournament.events import Bye, Entrant, Result


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Something that is asked for."""


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """Enters players; in a Swiss tournament and an arena also late."""

    players: list[Entrant]


class Amend(Command, frozen=True, kw_only=True, tag="amend"):
    """Corrects a player's name; the rating too, before the first round is paired."""

    player: int
    name: str
    rating: int


class AskBye(Command, frozen=True, kw_only=True, tag="ask-bye"):
    """A player will not play in a coming round of a Swiss tournament: for half a point (H) or nothing (Z)."""

    player: int
    round: int
    mark: Bye = "H"


class DropBye(Command, frozen=True, kw_only=True, tag="drop-bye"):
    """A player who had asked for a bye will play after all."""

    player: int
    round: int


class Withdraw(Command, frozen=True, kw_only=True, tag="withdraw"):
    """A player leaves. A game that is on keeps its place on the board until it has a result."""

    player: int


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """A player who was out is in again."""

    player: int


class Pair(Command, frozen=True, kw_only=True, omit_defaults=True, tag="pair"):
    """Pairs the round of this number, the next one; in a knock-out the next games of its matches, in an arena all who
    are waiting. `ballot`: the first moves that were drawn."""

    round: int
    ballot: str = ""


class PairByHand(Command, frozen=True, kw_only=True, omit_defaults=True, tag="pair-by-hand"):
    """Pairs the next round of a Swiss tournament as the arbiter says, White first, also where the rules have no pairing
    left. Players who are not named and have not asked for a bye are absent; `bye` has the pairing-allocated one."""

    round: int
    pairs: list[tuple[int, int]]
    bye: int = 0
    ballot: str = ""


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Starts the clocks of the last round."""

    round: int


class Score(Command, frozen=True, kw_only=True, omit_defaults=True, tag="score"):
    """Enters or corrects a result; None opens the game again. `plies`, if known, identifies quick draws of an arena.
    `was`: the result that is corrected; if given and somebody has entered another one, nothing is changed. `seen`: how
    many events were known to who asks; if given and the board has another result or other players since, nothing is
    changed, also if that was undone, so that a command which is sent twice is carried out once."""

    round: int
    board: int
    result: Result | None
    plies: int | None = None
    was: Result | UnsetType | None = UNSET
    seen: int | UnsetType = UNSET


class Forfeit(Command, frozen=True, kw_only=True, tag="forfeit"):
    """Somebody has not come: a loss by forfeit, once the time that is allowed has passed since the round's start."""

    round: int
    board: int
    absent: Literal["white", "black", "both"]


class OrderTiebreaks(Command, frozen=True, kw_only=True, tag="order-tiebreaks"):
    """Sets the tie-breaks, by their codes in their order; none: those that are usual in the system. The standings
    follow."""

    tiebreaks: list[str]


class KeepApart(Command, frozen=True, kw_only=True, tag="keep-apart"):
    """Sets the pairs of players who may not meet in a Swiss tournament, for example relatives or members of one club;
    no pairs: everybody may meet everybody. Pairs that are made by hand may break it."""

    pairs: list[tuple[int, int]]


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """Ends the tournament: nothing more is paired."""


class Undo(Command, frozen=True, kw_only=True, omit_defaults=True, tag="undo"):
    """Takes the last step back, or a result after which only results of other boards were entered. `event` is its
    number, so that two arbiters do not undo two steps. `with_games`: takes the pairing of the last round back together
    with the start of its clocks and its results; games of it that are being played count nothing."""

    event: int
    with_games: bool = False


AnyCommand = (
    Enter
    | Amend
    | AskBye
    | DropBye
    | Withdraw
    | Return
    | Pair
    | PairByHand
    | Start
    | Score
    | Forfeit
    | OrderTiebreaks
    | KeepApart
    | Close
    | Undo
)
