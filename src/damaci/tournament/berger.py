"""Berger tables: a round robin's pairings and colours (FIDE Handbook C.05, annex 1)."""

from collections.abc import Sequence

from damaci.arguments import expect_whole
from damaci.tournament.crosstable import MOST_PLAYERS

Pairs = list[tuple[int, int]]


def rounds_of(players: int, cycles: int = 1) -> int:
    """How many rounds it takes until everybody has met everybody `cycles` times."""
    return cycles * (players - 1 + players % 2)


def berger(players: Sequence[int], round: int) -> tuple[Pairs, list[int]]:
    """The pairs of a round, White first, and who is free in it. From the second cycle on colours are those of the
    other cycle reversed. Raises BadArgument.

    >>> berger([1, 2, 3, 4], 1)
    ([(1, 4), (2, 3)], [])
    >>> berger([1, 2, 3], 2)
    ([(1, 2)], [3])
    """
    count = len(players) + len(players) % 2
    expect_whole("players", len(players), 2, MOST_PLAYERS)
    cycle, number = divmod(expect_whole("round", round, 1) - 1, count - 1)
    pairs = [_swapped(pair, cycle) for pair in _seats(count, number)]
    met = [(players[white], players[black]) for white, black in pairs if max(white, black) < len(players)]
    free = [players[min(pair)] for pair in pairs if max(pair) == len(players)]
    return met, free


def _seats(count: int, number: int) -> Pairs:
    """The pairs of an even number of seats from 0 on; the last seat stays, the others move half of the table on."""
    last = count - 1
    start = number * (count // 2) % last
    first = (start, last) if number % 2 == 0 else (last, start)
    return [first] + [((start + step) % last, (start - step) % last) for step in range(1, count // 2)]


def _swapped(pair: tuple[int, int], cycle: int) -> tuple[int, int]:
    if cycle % 2:
        return pair[1], pair[0]
    return pair
