"""The engine of caissify-pairings, with one thing put right. Only damaci.tournament.swiss imports it, when it pairs."""

from typing import Any

from caissify_pairings.engines.dutch import DutchEngine, DutchPlayer

CRITERIA_OF_A_ROUND = 2
"""A round before the next one has so many pairs of criteria on repeated floats; no more than two rounds count."""


class BracketEngine(DutchEngine):
    """As many pairs as possible are made of a bracket, and only then the scores count (C.04.3: C5 before C6, in the
    next bracket by C7). Version 0.5.0 of the library has the two the other way round."""

    def _compute_bracket_edge_weight(  # type: ignore[override]
        self, p1: DutchPlayer, p2: DutchPlayer, bracket_score: float, n: int, **more: Any
    ) -> int:
        weight = super()._compute_bracket_edge_weight(p1, p2, bracket_score, n, **more)
        count = max(8, n.bit_length() + 3)
        scores: int = more["score_groups_shift"]
        rounds = min(self.round_number - 1, CRITERIA_OF_A_ROUND)
        below = 9 * count + 1 + rounds * 2 * (count + scores)
        return pairs_first(weight >> below, count, scores) << below | weight & ((1 << below) - 1)


def pairs_first(fields: int, count: int, scores: int) -> int:
    """Exchanges the two highest criteria of the next bracket, and of this one: `count` bits for the number of pairs,
    which were below the `scores` bits for their scores. What is above stays."""
    next_bracket = fields & ((1 << (count + scores)) - 1)
    this_bracket = (fields >> (count + scores)) & ((1 << (count + scores)) - 1)
    above = fields >> 2 * (count + scores)
    for bracket in (this_bracket, next_bracket):
        pairs = bracket & ((1 << count) - 1)
        above = (above << count | pairs) << scores | bracket >> count
    return above
