"""Why a table does not do what it was asked: typed, so that every door can say it in its own words."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from damaci.board.refusal import Refusal as MoveRefusal
from damaci.board.refusal import RefusalCode


class TableCode(StrEnum):
    """The reasons that are not about a move itself, as stable words."""

    WRONG_PLY = "wrong-ply"
    """The game is not where the command takes it to be: it was sent too late, or twice without an id."""
    TOO_EARLY = "too-early"
    """No draw before both sides have moved."""
    NOTHING_OFFERED = "nothing-offered"
    """There is nothing to accept or decline."""
    ASKED_ALREADY = "asked-already"
    """The other side has said no since one's last move."""
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    RATED = "rated"
    """Moves of a rated game stay as they are."""
    NOT_OVER = "not-over"
    """A rematch is for afterwards."""
    UNKNOWN_PHRASE = "unknown-phrase"
    """Not one of the phrases that players can say."""
    TOO_TALKATIVE = "too-talkative"
    """Enough has been said for now."""
    TOO_LONG = "too-long"
    """So much has happened in the game that it can only be played to its end."""
    GONE = "gone"
    """The other player has been deleted: nobody is there for another game."""
    COMPUTER_PLAYS = "computer-plays"
    """The other player is a computer that has as many games as it may have."""
    TOO_MANY_ENGINE_GAMES = "too-many-engine-games"
    """The player has as many games against computers as somebody may have."""
    TOO_MANY_DAILY_GAMES = "too-many-daily-games"
    """The player has as many games by the day as somebody may have."""
    OPPONENT_PLAYS_ENOUGH = "opponent-plays-enough"
    """The other player has as many games by the day as somebody may have."""
    UNREACHABLE = "unreachable"
    """The table stands on another device, which does not answer."""
    NOT_YOUR_SEAT = "not-your-seat"
    """Whoever asks does not sit on that side, or does not say on which of two sides it asks."""
    YOUR_RATED_GAME = "your-rated-game"
    """Whoever moves is playing that position in a rated game, and a computer would answer here."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command was not carried out; nothing has changed."""

    code: TableCode | RefusalCode
    message: str
    """English, for logs and developers."""
    move: MoveRefusal | None = None
    """Why a move may not be played, and what has to be played instead."""

    @classmethod
    def of_move(cls, refusal: MoveRefusal) -> Self:
        """The game's own reason."""
        return cls(refusal.code, refusal.message, refusal)
