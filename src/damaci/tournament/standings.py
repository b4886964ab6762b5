"""Standings: players by their points, then by the tie-breaks in their order."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from damaci.tournament.crosstable import Crosstable, Player, TournamentError
from damaci.tournament.tiebreaks import Arithmetic, Term, TieBreak, encounters

FEDERATION = ("BH-C1", "BH-C2", "SB", "WIN")
"""The order of the Turkish federation's championship rules of 2021."""
ROUND_ROBIN = ("DE", "SB", "WIN")
"""Where everybody meets everybody, Buchholz says nothing (FIDE C.07, 8)."""
WITH_TIEBREAKS = ("swiss", "round-robin")
"""Systems in which equal points are told apart by tie-breaks."""
DIRECT_ENCOUNTER = "DE"
NAMES = {
    "BH": "Buchholz",
    "BH-C1": "Buchholz cut 1",
    "BH-C2": "Buchholz cut 2",
    "SB": "Sonneborn-Berger",
    "WIN": "wins",
    "WON": "games won",
    DIRECT_ENCOUNTER: "direct encounter",
}


@dataclass(slots=True)
class Standing:
    """One player's place."""

    player: Player
    points: float
    rank: int = 0
    """From 1 on; those who are equal in everything share a place."""
    tiebreaks: dict[str, TieBreak] = field(default_factory=dict)
    """By their codes. Direct encounter is there only for those who were tied when it was looked at."""


def standings(table: Crosstable, tiebreaks: Sequence[str] = FEDERATION, swiss: bool = True) -> list[Standing]:
    """Everybody, the first one first; those who share a place in the order of their pairing numbers.

    Raises TournamentError for an unknown tie-break.

    >>> from damaci.tournament.crosstable import RoundEntry, Mark
    >>> lost, won = RoundEntry(Mark.LOSS, 2, "white"), RoundEntry(Mark.WIN, 1, "black")
    >>> table = Crosstable([Player(1), Player(2)], {1: [lost], 2: [won]})
    >>> [(standing.rank, standing.player.id, standing.points) for standing in standings(table)]
    [(1, 2, 1.0), (2, 1, 0.0)]
    """
    expect_tiebreaks(tiebreaks)
    return _Ranking(table, swiss, tiebreaks).ranked()


def usual(system: str) -> tuple[str, ...]:
    """The tie-breaks of a tournament for which none were chosen."""
    if system == "round-robin":
        return ROUND_ROBIN
    return FEDERATION


def expect_tiebreaks(codes: Sequence[str]) -> None:
    """Raises TournamentError when one is not known or comes twice."""
    for code in codes:
        if code not in NAMES:
            raise TournamentError(f"there is no tie-break {code!r}; there are {', '.join(NAMES)}")
    if len(set(codes)) < len(codes):
        raise TournamentError(f"a tie-break comes twice in {', '.join(codes)}")


class _Ranking:
    def __init__(self, table: Crosstable, swiss: bool, tiebreaks: Sequence[str]) -> None:
        arithmetic = Arithmetic(table, swiss)
        self._table = table
        self._swiss = swiss
        self._codes = tuple(tiebreaks)
        self._values: dict[str, Callable[[int], TieBreak]] = {
            "BH": lambda id: arithmetic.buchholz("BH", id),
            "BH-C1": lambda id: arithmetic.buchholz("BH-C1", id, cuts=1),
            "BH-C2": lambda id: arithmetic.buchholz("BH-C2", id, cuts=2),
            "SB": lambda id: arithmetic.sonneborn_berger("SB", id),
            "WIN": lambda id: arithmetic.wins("WIN", id),
            "WON": lambda id: arithmetic.games_won("WON", id),
        }
        self._standings = {player.id: self._standing(player) for player in table.players}

    def ranked(self) -> list[Standing]:
        """Everybody, with ranks."""
        ids = [player.id for player in self._table.players]
        found: list[Standing] = []
        for tied in _by(ids, lambda id: self._standings[id].points):
            for group in self._untie(tied, self._codes):
                rank = len(found) + 1
                for id in group:
                    self._standings[id].rank = rank
                found += [self._standings[id] for id in group]
        return found

    def _standing(self, player: Player) -> Standing:
        tiebreaks = {code: self._values[code](player.id) for code in self._codes if code != DIRECT_ENCOUNTER}
        return Standing(player, self._table.score(player.id), tiebreaks=tiebreaks)

    def _untie(self, tied: list[int], codes: Sequence[str]) -> Iterator[list[int]]:
        """The groups of those who stay equal, the best group first."""
        if len(tied) < 2 or not codes:
            yield tied
            return
        for group in self._split(tied, codes[0]):
            yield from self._untie(group, codes[1:])

    def _split(self, tied: list[int], code: str) -> Iterator[list[int]]:
        if code == DIRECT_ENCOUNTER:
            return self._met(tied)
        return _by(tied, lambda id: self._standings[id].tiebreaks[code].value)

    def _met(self, tied: list[int]) -> Iterator[list[int]]:
        """Article 6: by the games among the tied players, applied again to those who stay tied."""
        if len(tied) == 1:
            yield tied
            return
        scores = {id: self._encounter(id, tied) for id in tied}
        groups = list(_by(tied, lambda id: scores[id].value))
        if len(groups) > 1 and all(_met_all(scores[id].terms, len(tied) - 1) for id in tied):
            for group in groups:
                yield from self._met(group)
        elif len(groups[0]) == 1 and self._swiss and self._is_certain(groups[0][0], scores):
            yield groups[0]
            rest = [id for id in tied if id != groups[0][0]]
            yield from self._met(rest)
        else:
            yield tied

    def _encounter(self, id: int, tied: Sequence[int]) -> TieBreak:
        value = TieBreak.of(DIRECT_ENCOUNTER, encounters(self._table, id, tied, self._swiss))
        self._standings[id].tiebreaks.setdefault(DIRECT_ENCOUNTER, value)
        return value

    def _is_certain(self, first: int, scores: dict[int, TieBreak]) -> bool:
        """6.3: whether one is alone at the top however the missing games would have ended."""
        games = len(scores) - 1
        win = self._table.points.win
        return all(
            scores[first].value > scores[id].value + win * (games - _count(scores[id].terms))
            for id in scores
            if id != first
        )


def _by(ids: Sequence[int], value: Callable[[int], float]) -> Iterator[list[int]]:
    """The ids with the same value together, the largest value first, else in their order."""
    for _, group in groupby(sorted(ids, key=value, reverse=True), key=value):
        yield list(group)


def _count(terms: Sequence[Term]) -> int:
    """How many opponents were met."""
    return len({term.opponent for term in terms})


def _met_all(terms: Sequence[Term], others: int) -> bool:
    return _count(terms) == others
