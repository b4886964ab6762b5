"""Why a tournament does not do what it was asked: typed, so that every door can say it in its own words."""

from dataclasses import dataclass
from enum import StrEnum


class TournamentCode(StrEnum):
    """The reasons, as stable words."""

    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_GAME = "unknown-game"
    BAD_NAME = "bad-name"
    """Empty, too long, or not to be shown."""
    SAME_NAME = "same-name"
    """Somebody of that name is entered."""
    BAD_RATING = "bad-rating"
    FULL = "full"
    """There are as many players as a report file can hold."""
    ENTRIES_CLOSED = "entries-closed"
    """This system takes nobody once its first round is paired, or it is over."""
    HAS_BEGUN = "has-begun"
    """That cannot be changed once the first round is paired."""
    WRONG_ROUND = "wrong-round"
    """That round is not the one that is next, or has been paired."""
    NO_BYES = "no-byes"
    """This system has no byes to ask for."""
    TOO_MANY_BYES = "too-many-byes"
    """No more half points for staying away."""
    NOT_ASKED = "not-asked"
    OUT = "out"
    NOT_OUT = "not-out"
    RESULTS_MISSING = "results-missing"
    TOO_FEW = "too-few"
    """There are no two players to pair."""
    NO_PAIRING = "no-pairing"
    """No pairing keeps the rules of the system: the arbiter has to decide."""
    BAD_PAIRS = "bad-pairs"
    """Pairs made by hand that cannot be: somebody twice, or not there."""
    ALL_PAIRED = "all-paired"
    CLOSED = "closed"
    NOT_STARTED = "not-started"
    TOO_EARLY = "too-early"
    """The time that players may be late has not passed."""
    HAS_RESULT = "has-result"
    OTHER_RESULT = "other-result"
    """Somebody else has entered another result meanwhile."""
    OTHER_PAIR = "other-pair"
    """The round was paired again meanwhile."""
    FIXED = "fixed"
    """A player who has left a knock-out has lost the match and cannot return."""
    PAIRED_UPON = "paired-upon"
    """Others have been paired upon this result of a knock-out."""
    NO_TIEBREAKS = "no-tiebreaks"
    """This system has no tie-breaks."""
    BAD_TIEBREAKS = "bad-tiebreaks"
    """One is not known, or comes twice."""
    NO_APART = "no-apart"
    """This system cannot keep players apart."""
    BAD_APART = "bad-apart"
    """Players cannot be kept apart from themselves, and there is a limit to the number of pairs."""
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOT_THE_LAST = "not-the-last"
    """Somebody else has done something since."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command was not carried out; nothing has changed."""

    code: TournamentCode
    message: str
    """English, for logs and developers."""
    round: int = 0
    """The round that has to be undone first; 0 if there is none."""
