from collections import Counter

import pytest

from damaci.errors import BadArgument
from damaci.tournament.berger import berger, rounds_of

SIX = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]
"""FIDE Handbook C.05, annex 1."""


def test_the_handbooks_table() -> None:
    assert [berger(range(1, 7), round)[0] for round in range(1, 6)] == SIX


@pytest.mark.parametrize("players", range(2, 18))
def test_everybody_meets_everybody_with_both_colours_in_turn(players: int) -> None:
    ids = [10 * number for number in range(1, players + 1)]
    met: Counter[tuple[int, int]] = Counter()
    whites: Counter[int] = Counter()
    rounds = rounds_of(players)
    for round in range(1, rounds + 1):
        pairs, free = berger(ids, round)
        assert sorted([id for pair in pairs for id in pair] + free) == ids
        met.update((min(pair), max(pair)) for pair in pairs)
        whites.update(white for white, _ in pairs)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    assert max(whites[id] for id in ids) - min(whites[id] for id in ids) <= 1


@pytest.mark.parametrize("players", [4, 7])
def test_a_second_cycle_has_the_colours_reversed(players: int) -> None:
    ids = range(1, players + 1)
    cycle = rounds_of(players)
    assert rounds_of(players, cycles=2) == 2 * cycle
    for round in range(1, cycle + 1):
        pairs, free = berger(ids, round)
        assert berger(ids, cycle + round) == ([(black, white) for white, black in pairs], free)


def test_one_player_has_nobody_to_meet() -> None:
    with pytest.raises(BadArgument, match="players is 1"):
        berger([1], 1)
    with pytest.raises(BadArgument, match="round is 0"):
        berger([1, 2], 0)
