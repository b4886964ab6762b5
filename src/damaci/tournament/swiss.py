"""The FIDE (Dutch) Swiss system: Handbook C.04.3, effective from 1 February 2026.

The pairs come from caissify-pairings, which only this module and damaci.tournament.dutch_engine use. The colours are
ours.
"""

import logging
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from damaci.tournament.colors import ABSOLUTE, PairedPlayer, other, white_of
from damaci.tournament.crosstable import PLAYED, REQUESTED, Color, Crosstable, Mark, RoundEntry, TournamentError
from damaci.tournament.graphs import fast_matchings

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Paired:
    """The pairs of a round, White first, the top board first; and who got the pairing-allocated bye, if anybody."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


def pair_dutch(
    table: Crosstable,
    rounds: int | None = None,
    *,
    absent: Collection[int] = (),
    forbidden: Iterable[Pair] = (),
    initial: Color = "white",
) -> Paired:
    """Pairs the round after those of the cross-table.

    `rounds` is how many the tournament has; None if this is not the last one. `absent` are left out; `forbidden` pairs
    are not made; `initial` is the colour that was drawn for the first player. Raises TournamentError if nobody is there
    or no pairing keeps the absolute criteria.
    """
    here = [player.id for player in table.players if player.id not in absent]
    if not here:
        raise TournamentError(f"round {table.rounds + 1}: nobody is there to be paired")
    sides = _sides(table, here)
    pairs, bye = _matched(table, sides, rounds == table.rounds + 1, [(min(pair), max(pair)) for pair in forbidden])
    ordered = sorted(pairs, key=lambda pair: _board(sides[pair[0]], sides[pair[1]]))
    return Paired(tuple(_colored(sides[one], sides[two], initial) for one, two in ordered), bye)


def _sides(table: Crosstable, here: Collection[int]) -> dict[int, PairedPlayer]:
    """The sides that are to be paired. Pairing numbers count only players who have taken part or do now (C.04.2, 2)."""
    known = [player.id for player in table.players if player.id in here or _has_taken_part(table.entries(player.id))]
    numbers = {id: number for number, id in enumerate(known, 1)}
    return {id: PairedPlayer(id, numbers[id], table.score(id), table.colors(id)) for id in here}


def _has_taken_part(entries: Iterable[RoundEntry]) -> bool:
    return any(entry.mark not in REQUESTED and entry.mark is not Mark.FULL_BYE for entry in entries)


def _colored(one: PairedPlayer, two: PairedPlayer, initial: Color) -> Pair:
    white = white_of(one, two, initial)
    if white is one:
        return (one.id, two.id)
    return (two.id, one.id)


def _board(one: PairedPlayer, two: PairedPlayer) -> tuple[float, float, int]:
    """The order of the boards: the higher player's score, both scores, the higher player's number (C.04.2)."""
    higher, lower = sorted((one, two), key=lambda side: (-side.score, side.number))
    return -higher.score, -lower.score, higher.number


# ---- the library -----------------------------------------------------------------------------------------------------


def _matched(
    table: Crosstable, sides: dict[int, PairedPlayer], last: bool, forbidden: Collection[Pair]
) -> tuple[list[Pair], int | None]:
    """Pairs and the bye, found by the library."""
    # It takes half a second to import and is needed by few.
    from damaci.tournament.dutch_engine import BracketEngine

    logging.getLogger("caissify_pairings").setLevel(logging.ERROR)  # its warnings are our error
    # For a first round the library has a short way that looks at nothing but the numbers.
    number = table.rounds + 1
    if forbidden:
        number = max(number, 2)
    total = number + 1
    if last:
        total = number
    engine = BracketEngine(
        players=[_described(table, side) for side in sides.values()],
        previous_pairings=_met(table, sides).union(forbidden, _padding(table, sides, forbidden)),
        round_number=number,
        total_rounds=total,
    )
    with fast_matchings():
        found = engine.generate_pairings()
    pairs = [(each["white_id"], each["black_id"]) for each in found if each["black_id"] is not None]
    byes = [each["white_id"] for each in found if each["black_id"] is None]
    _expect_lawful(table, sides, last, forbidden, pairs, byes)
    return pairs, next(iter(byes), None)


def _met(table: Crosstable, sides: Iterable[int]) -> set[Pair]:
    return {(min(id, foe), max(id, foe)) for id in sides for foe in table.opponents(id)}


def _padding(table: Crosstable, sides: Iterable[int], forbidden: Collection[Pair]) -> set[Pair]:
    """Meetings with nobody, whose ids are negative. For C9 the library counts opponents instead of games, but two may
    have met twice, after the correction of a forfeit, and forbidden pairs have never met: with these meetings,
    everybody has as many opponents as games and one number more, which is the same for all."""
    barred = _met(table, sides).union(forbidden)
    listed = Counter(id for pair in barred for id in pair)
    games = {id: sum(entry.played for entry in table.entries(id)) for id in sides}
    same = max(0, *(listed[id] - games[id] for id in games))
    return {(id, -number) for id in games for number in range(1, games[id] + same - listed[id] + 1)}


def _described(table: Crosstable, side: PairedPlayer) -> dict[str, Any]:
    entries = table.entries(side.id)
    win = table.points.win
    return {
        "id": side.id,
        "name": "",
        "rating": 0,
        "starting_number": side.number,
        "pairing_number": side.number,
        "score": side.score / win,
        "color_hist": list(side.colors),
        "float_history": [_float(table, side.id, number) for number in range(1, len(entries) + 1)],
        "bye_count": sum(is_free_win(table, entry) for entry in entries),
    }


def is_free_win(table: Crosstable, entry: RoundEntry) -> bool:
    """A pairing-allocated bye, or as many points as for a win without a game: no such bye any more (C.04.1, 4)."""
    if entry.mark is Mark.PAIRING_BYE:
        return True
    return not entry.played and entry.mark is not Mark.PENDING and table.points.of(entry.mark) >= table.points.win


def _float(table: Crosstable, id: int, round: int) -> str:
    """1.4: down for who met somebody with fewer points, or got points without a game; up for the other one."""
    entry = table.entry(id, round)
    if entry.mark not in PLAYED:
        if table.points.of(entry.mark) > table.points.loss:
            return "down"
        return "none"
    mine = table.score(id, round - 1)
    theirs = table.score(entry.opponent, round - 1)
    if mine == theirs:
        return "none"
    if mine > theirs:
        return "down"
    return "up"


def _expect_lawful(
    table: Crosstable,
    sides: dict[int, PairedPlayer],
    last: bool,
    forbidden: Collection[Pair],
    pairs: Collection[Pair],
    byes: Collection[int],
) -> None:
    """Raises TournamentError unless the absolute criteria hold: when no pairing is left, the library returns any."""
    met = _met(table, sides).union(forbidden)
    lawful = (
        len(byes) == len(sides) % 2
        and not any((min(pair), max(pair)) in met for pair in pairs)
        and not any(is_free_win(table, entry) for id in byes for entry in table.entries(id))
        and not any(_clash(table, sides[one], sides[two], last) for one, two in pairs)
    )
    if not lawful:
        raise TournamentError(
            f"round {table.rounds + 1}: no pairing is left in which nobody meets an opponent again, is free a second "
            "time or gets a colour too often"
        )


def _clash(table: Crosstable, one: PairedPlayer, two: PairedPlayer, last: bool) -> bool:
    """C3: both must have the same colour. In the last round this does not bind those with more than half the points."""
    half = table.points.win * table.rounds / 2
    if last and max(one.score, two.score) > half:
        return False
    return one.strength == two.strength == ABSOLUTE and one.preference == two.preference


def initial_color(table: Crosstable) -> Color | None:
    """The colour that was drawn for the first player, inferred from the first colours given; None before that."""
    for round in range(1, table.rounds + 1):
        known = [player.id for player in table.players if _has_taken_part(table.entries(player.id)[:round])]
        for number, id in enumerate(known, 1):
            if color := table.entry(id, round).color:
                if number % 2:
                    return color
                return other(color)
    return None
