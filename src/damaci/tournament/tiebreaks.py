"""Tie-breaks, each with its arithmetic: FIDE Handbook C.07 (effective from 1 March 2026).

Unplayed rounds of a Swiss tournament count as article 16 has it: for the opponents' sake a player's score is adjusted
(16.3), for the player's own a dummy stands in (16.4), and rounds that one stayed away from are cut first (16.5). In
other systems forfeits count as games (15.2), and a free round not at all. During a tournament all this is done as if
the last paired round were its last.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from damaci.tournament.crosstable import FORFEITS, REQUESTED, WON, Crosstable, Mark, RoundEntry

Kind = Literal["opponent", "dummy", "round"]


@dataclass(frozen=True, slots=True)
class Term:
    """One addend of a tie-break."""

    round: int
    kind: Kind
    """The score of an opponent; that of the dummy in an unplayed round; or what the round itself counts."""
    opponent: int
    """The scheduled opponent, 0 if there was none."""
    score: float
    factor: float
    """What the score is multiplied by: the round's result in Sonneborn-Berger, else 1."""
    voluntary: bool = False
    """The player was not available in that round."""
    cut: bool = False

    @property
    def value(self) -> float:
        """What it adds unless it is cut."""
        return self.score * self.factor


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of one player: its value, and the terms that make it."""

    code: str
    value: float
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, code: str, terms: Sequence[Term]) -> "TieBreak":
        """The sum of the terms that are not cut."""
        return cls(code, math.fsum(term.value for term in terms if not term.cut), tuple(terms))

    def __str__(self) -> str:
        """The arithmetic in one line, cut terms in brackets: "3 + 2.5 + [1] = 5.5"."""
        return f"{' + '.join(map(_shown, self.terms)) or '0'} = {self.value:g}"


def _shown(term: Term) -> str:
    text = f"{term.score:g}"
    if term.factor != 1:
        text += f"×{term.factor:g}"
    if term.cut:
        return f"[{text}]"
    return text


class Arithmetic:
    """The tie-breaks of all players of a cross-table."""

    def __init__(self, table: Crosstable, swiss: bool = True) -> None:
        """`swiss`: whether article 16 holds; otherwise pairings were determined beforehand."""
        self._table = table
        self._swiss = swiss
        self._adjusted = {player.id: self._adjust(player.id) for player in table.players}

    def adjusted(self, id: int) -> float:
        """A player's score as it counts for the tie-breaks of others (16.3)."""
        return self._adjusted[id]

    def buchholz(self, code: str, id: int, cuts: int = 0) -> TieBreak:
        """The sum of the opponents' scores without the least `cuts` of them (8.1, 14.1, 14.2)."""
        return TieBreak.of(code, _cut(self._terms(id, lambda _: 1.0), cuts))

    def sonneborn_berger(self, code: str, id: int) -> TieBreak:
        """The scores of the opponents that the player beat, and half the scores of those with whom the player drew
        (9.1)."""
        return TieBreak.of(code, self._terms(id, self._result))

    def wins(self, code: str, id: int) -> TieBreak:
        """The rounds that brought as many points as a win, with or without a game (7.1)."""
        return self._counted(code, id, lambda entry: self._table.points.of(entry.mark) >= self._table.points.win)

    def games_won(self, code: str, id: int) -> TieBreak:
        """The games won over the board (7.2)."""
        return self._counted(code, id, lambda entry: entry.played and entry.mark in WON)

    def _counted(self, code: str, id: int, counts: Callable[[RoundEntry], bool]) -> TieBreak:
        rounds = enumerate(self._table.entries(id), 1)
        return TieBreak.of(
            code, [Term(number, "round", entry.opponent, 1.0, 1.0) for number, entry in rounds if counts(entry)]
        )

    def _terms(self, id: int, factor: Callable[[RoundEntry], float]) -> list[Term]:
        terms = []
        for number, entry in enumerate(self._table.entries(id), 1):
            if self._counts(entry):
                terms.append(self._term(id, number, entry, factor(entry)))
        return terms

    def _counts(self, entry: RoundEntry) -> bool:
        if entry.mark is Mark.PENDING:
            return False
        return self._swiss or bool(entry.opponent)

    def _term(self, id: int, number: int, entry: RoundEntry, factor: float) -> Term:
        if entry.played or not self._swiss:
            return Term(number, "opponent", entry.opponent, self._adjusted[entry.opponent], factor)
        return Term(number, "dummy", entry.opponent, self._dummy(id, entry), factor, entry.voluntary)

    def _dummy(self, id: int, entry: RoundEntry) -> float:
        """16.4: the player's own score, within a bound."""
        bound = self._table.points.draw * self._table.rounds
        if entry.mark in FORFEITS and entry.opponent:
            bound = self._adjusted[entry.opponent]
        return min(self._table.score(id), bound)

    def _result(self, entry: RoundEntry) -> float:
        """The result that corresponds to the points of a round: 1, 0.5 or 0 (16.4)."""
        points = self._table.points.of(entry.mark)
        if points >= self._table.points.win:
            return 1.0
        if points >= self._table.points.draw:
            return 0.5
        return 0.0

    def _adjust(self, id: int) -> float:
        if not self._swiss:
            return self._table.score(id)
        entries = self._table.entries(id)
        score = self._table.score(id)
        for entry in reversed(entries):
            if entry.mark in REQUESTED:
                score += self._table.points.draw - self._table.points.of(entry.mark)
            elif not entry.voluntary:
                break
        return score


def _cut(terms: list[Term], cuts: int) -> list[Term]:
    """Marks the least term as cut, or the least of the rounds that the player stayed away from, so many times."""
    marked = list(terms)
    for _ in range(min(cuts, len(terms))):
        left = [index for index, term in enumerate(marked) if not term.cut]
        away = [index for index in left if marked[index].voluntary]
        least = min(away or left, key=lambda index: marked[index].value)
        marked[least] = replace(marked[least], cut=True)
    return marked


def encounters(table: Crosstable, id: int, others: Sequence[int], swiss: bool) -> list[Term]:
    """A player's games against the others, as direct encounter counts them (6.1): several games against one are worth
    their average."""
    games = [
        (number, entry)
        for number, entry in enumerate(table.entries(id), 1)
        if entry.opponent in others and (entry.played or (not swiss and entry.mark in FORFEITS))
    ]
    met = [entry.opponent for _, entry in games]
    return [
        Term(number, "round", entry.opponent, table.points.of(entry.mark), 1 / met.count(entry.opponent))
        for number, entry in games
    ]
