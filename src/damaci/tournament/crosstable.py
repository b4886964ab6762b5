"""A cross-table: who met whom in which round, with which colour and result. What pairing, tie-breaks and files share.

The marks of a round are those of FIDE's tournament report file, so that nothing is lost on the way.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from damaci.errors import DamaciError
from damaci.sentence import Sentence

Color = Literal["white", "black"]
MOST_PLAYERS = 9999
MOST_ROUNDS = 200
ONE_LINE = r"^[^\r\n]*$"


class TournamentError(DamaciError):
    """A tournament's file or cross-table contradicts itself, or cannot be paired; the text says where."""


class Contradiction(TournamentError):
    """What is noted for one player does not fit; `player` is who."""

    def __init__(self, player: int, round: int, reason: Sentence) -> None:
        values = {"player": player, "round": round, "reason": reason}
        super().__init__(Sentence("round {round} of player {player}: {reason}", values))
        self.player = player


class Mark(StrEnum):
    """What a round brought one player."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    SHORT_WIN = "W"
    """The three short ones: the game lasted less than one move."""
    SHORT_DRAW = "D"
    SHORT_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF_BYE = "H"
    FULL_BYE = "F"
    PAIRING_BYE = "U"
    """No opponent was left."""
    ZERO_BYE = "Z"
    """Absent, and it was known."""
    PENDING = "?"
    """The game is not over. Files do not have this."""


PLAYED = frozenset({Mark.WIN, Mark.DRAW, Mark.LOSS, Mark.SHORT_WIN, Mark.SHORT_DRAW, Mark.SHORT_LOSS})
FORFEITS = frozenset({Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS})
REQUESTED = frozenset({Mark.HALF_BYE, Mark.ZERO_BYE})
"""Byes that a player asked for, or took by staying away."""
WON = frozenset({Mark.WIN, Mark.SHORT_WIN, Mark.FORFEIT_WIN, Mark.FULL_BYE})
DRAWN = frozenset({Mark.DRAW, Mark.SHORT_DRAW, Mark.HALF_BYE})
ABSENT = frozenset({Mark.FORFEIT_LOSS, Mark.ZERO_BYE})
OPPOSITE = {
    Mark.WIN: (Mark.LOSS,),
    Mark.DRAW: (Mark.DRAW,),
    Mark.LOSS: (Mark.WIN, Mark.LOSS),
    Mark.SHORT_WIN: (Mark.SHORT_LOSS,),
    Mark.SHORT_DRAW: (Mark.SHORT_DRAW,),
    Mark.SHORT_LOSS: (Mark.SHORT_WIN, Mark.SHORT_LOSS),
    Mark.FORFEIT_WIN: (Mark.FORFEIT_LOSS,),
    Mark.FORFEIT_LOSS: (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
    Mark.PENDING: (Mark.PENDING,),
}
"""What the opponent can have for each mark of a game; both may lose."""


class Points(msgspec.Struct, frozen=True, omit_defaults=True):
    """What results are worth."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    absence: float = 0.0
    pairing_bye: float = 1.0

    def of(self, mark: Mark) -> float:
        """The points for a mark; a game that is not over has none yet."""
        if mark in WON:
            return self.win
        if mark in DRAWN:
            return self.draw
        if mark is Mark.PAIRING_BYE:
            return self.pairing_bye
        if mark is Mark.PENDING:
            return 0.0
        if mark in ABSENT:
            return self.absence
        return self.loss


STANDARD = Points()


class RoundEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round of one player. Without an opponent, `opponent` is 0 and `color` None."""

    mark: Mark = Mark.ZERO_BYE
    opponent: int = 0
    color: Color | None = None

    @property
    def played(self) -> bool:
        """Whether a game was played on the board."""
        return self.mark in PLAYED

    @property
    def voluntary(self) -> bool:
        """Whether the player was not available: a bye that was asked for, or a forfeit loss (FIDE C.07, 16.1.2)."""
        return self.mark in REQUESTED or self.mark is Mark.FORFEIT_LOSS


ABSENCE = RoundEntry()


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who plays in a tournament. `id` is a number above 0."""

    id: int
    name: str = ""
    rating: int = 0
    """0 if there is none."""


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a report file says of a player besides what a tournament needs; texts as they were written."""

    sex: Annotated[str, msgspec.Meta(max_length=1, pattern=ONE_LINE)] = ""
    title: Annotated[str, msgspec.Meta(max_length=3, pattern=ONE_LINE)] = ""
    federation: Annotated[str, msgspec.Meta(max_length=3, pattern=ONE_LINE)] = ""
    number: Annotated[str, msgspec.Meta(max_length=11, pattern=ONE_LINE)] = ""
    """FIDE's."""
    birth: Annotated[str, msgspec.Meta(max_length=10, pattern=ONE_LINE)] = ""


NOBODY = Person()


class Crosstable:
    """Every player's rounds, in the order of the players' pairing numbers. Immutable.

    >>> won, lost = RoundEntry(Mark.WIN, 2, "white"), RoundEntry(Mark.LOSS, 1, "black")
    >>> table = Crosstable([Player(1), Player(2)], {1: [won], 2: [lost]})
    >>> table.rounds, table.score(1)
    (1, 1.0)
    """

    def __init__(
        self,
        players: Sequence[Player],
        entries: dict[int, list[RoundEntry]],
        points: Points = STANDARD,
        rounds: int = 0,
    ) -> None:
        """`players` come in the order of their pairing numbers, the first having number 1. Rounds that are missing at a
        player's end count as absence. Raises Contradiction for entries that do not fit each other."""
        self.players = tuple(players)
        self.points = points
        self.rounds = max([rounds, *(len(entries.get(player.id, ())) for player in players)])
        """How many rounds have been paired."""
        self._entries = {player.id: _filled(entries.get(player.id, []), self.rounds) for player in players}
        self._scores = {id: _running(rounds, points) for id, rounds in self._entries.items()}
        for id in self._entries:
            for number in range(1, self.rounds + 1):
                self._check(id, number)

    def entry(self, id: int, round: int) -> RoundEntry:
        """One round of one player; the first round is 1."""
        return self._entries[id][round - 1]

    def entries(self, id: int) -> tuple[RoundEntry, ...]:
        """All rounds of one player."""
        return self._entries[id]

    def score(self, id: int, after: int | None = None) -> float:
        """A player's points, all of them or those after so many rounds."""
        return self._scores[id][self.rounds if after is None else after]

    def opponents(self, id: int) -> set[int]:
        """Whom a player has met on the board."""
        return {entry.opponent for entry in self._entries[id] if entry.played}

    def colors(self, id: int) -> list[Color]:
        """The colours of the games that a player has played, the first one first."""
        return [entry.color for entry in self._entries[id] if entry.played and entry.color]

    def until(self, rounds: int) -> "Crosstable":
        """The cross-table after so many rounds."""
        return Crosstable(
            self.players, {id: list(entries[:rounds]) for id, entries in self._entries.items()}, self.points, rounds
        )

    def _check(self, id: int, round: int) -> None:
        entry = self.entry(id, round)
        if reason := self._misfit(id, round, entry):
            raise Contradiction(id, round, reason)

    def _misfit(self, id: int, round: int, entry: RoundEntry) -> Sentence | None:
        """Why an entry cannot be."""
        values = {"player": id, "opponent": entry.opponent, "result": entry.mark}
        if not entry.opponent:
            if entry.played:
                return Sentence("the result {result} needs an opponent", values)
            return None
        if entry.opponent == id or entry.opponent not in self._entries:
            return Sentence("there is no opponent {opponent}", values)
        other = self.entry(entry.opponent, round)
        if other.opponent != id:
            return Sentence("player {opponent} has no game against {player} in that round", values)
        if entry.color is None or other.color == entry.color:
            return Sentence("one of {player} and {opponent} has White and the other Black", values)
        if other.mark not in OPPOSITE.get(entry.mark, ()):
            values |= {"other": other.mark}
            return Sentence("the result {result} does not fit {other} of player {opponent}", values)
        return None


def _filled(entries: Iterable[RoundEntry], rounds: int) -> tuple[RoundEntry, ...]:
    known = tuple(entries)
    return known + (ABSENCE,) * (rounds - len(known))


def _running(entries: Sequence[RoundEntry], points: Points) -> list[float]:
    """The score after 0, 1, ... rounds."""
    scores = [0.0]
    for entry in entries:
        scores.append(scores[-1] + points.of(entry.mark))
    return scores
