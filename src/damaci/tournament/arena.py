"""An arena: whoever is free is paired at once with somebody near in points, for as long as it lasts.

Two points for a win, one for a draw, none for a quick draw. After two wins in a row everything counts double until a
game is not won.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from damaci.tournament.colors import other
from damaci.tournament.crosstable import DRAWN, WON, Color
from damaci.tournament.tournament import Game, Tournament

WIN = 2
DRAW = 1
STREAK = 2
"""So many wins in a row make the next game count double."""
NEAR = 8
"""How far down the list an opponent is looked for who was not the last one."""


@dataclass(frozen=True, slots=True)
class Point:
    """What one game brought in an arena."""

    opponent: int
    points: int
    doubled: bool


def sheets(tournament: Tournament) -> dict[int, list[Point]]:
    """Everybody's games in their order."""
    found: dict[int, list[Point]] = {id: [] for id in tournament.entrants}
    wins = dict.fromkeys(tournament.entrants, 0)
    for game in _finished(tournament):
        for id, opponent in ((game.white, game.black), (game.black, game.white)):
            doubled = wins[id] >= STREAK
            wins[id] += 1
            if game.mark(id) not in WON:
                wins[id] = 0
            points = _worth(game, id)
            if doubled:
                points *= 2
            found[id].append(Point(opponent, points, doubled))
    return found


def _finished(tournament: Tournament) -> list[Game]:
    return [game for round in tournament.rounds for game in round.games if game.result is not None]


def _worth(game: Game, id: int) -> int:
    mark = game.mark(id)
    if mark in WON:
        return WIN
    if mark in DRAWN and not game.quick:
        return DRAW
    return 0


def points(tournament: Tournament) -> dict[int, int]:
    """Everybody's points."""
    return {id: sum(point.points for point in sheet) for id, sheet in sheets(tournament).items()}


def pair_waiting(tournament: Tournament) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs all who are free, near in points, and who stays free. Nobody meets the last opponent again if another is
    near."""
    score = points(tournament)
    seeds = {id: number for number, id in enumerate(tournament.seeds)}
    busy = {id for round in tournament.rounds for game in round.games if game.result is None for id in _players(game)}
    waiting = [id for id in tournament.entrants if id not in busy and not tournament.is_out(id)]
    waiting.sort(key=lambda id: (-score[id], seeds[id]))
    last = _last_games(tournament)
    pairs: list[tuple[int, int]] = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        pairs.append((one, waiting.pop(_nearest(one, waiting, last))))
    _exchange(pairs, last)
    return [_colored(one, two, last, tournament.settings.initial) for one, two in pairs], waiting


def _players(game: Game) -> tuple[int, int]:
    return game.white, game.black


def _last_games(tournament: Tournament) -> dict[int, list[tuple[int, Color]]]:
    """By player, opponents and colours, the first game first."""
    found: dict[int, list[tuple[int, Color]]] = {id: [] for id in tournament.entrants}
    for round in tournament.rounds:
        for game in round.games:
            found[game.white].append((game.black, "white"))
            found[game.black].append((game.white, "black"))
    return found


def _exchange(pairs: list[tuple[int, int]], last: dict[int, list[tuple[int, Color]]]) -> None:
    """The pair that is left at the end may have met last: exchanges opponents with the nearest pair that allows it."""
    if not pairs or not _met_last(*pairs[-1], last):
        return
    one, two = pairs[-1]
    for place in range(len(pairs) - 2, -1, -1):
        three, four = pairs[place]
        if not _met_last(three, one, last) and not _met_last(four, two, last):
            pairs[place] = (three, one)
            pairs[-1] = (four, two)
            return


def _met_last(one: int, two: int, last: dict[int, list[tuple[int, Color]]]) -> bool:
    """Whether it was the last game of either."""
    return any(games and games[-1][0] == foe for games, foe in ((last[one], two), (last[two], one)))


def _nearest(one: int, waiting: Sequence[int], last: dict[int, list[tuple[int, Color]]]) -> int:
    """The place in the list of the first who was not the last opponent; the first of all if nobody near is left."""
    for place, id in enumerate(waiting[:NEAR]):
        if not _met_last(one, id, last):
            return place
    return 0


def _colored(one: int, two: int, last: dict[int, list[tuple[int, Color]]], initial: Color) -> tuple[int, int]:
    """White for who has had it less often; else for who had Black last; else by the colour that was drawn."""
    lead = _whites(last[one]) - _whites(last[two])
    color = initial
    if lead > 0:
        color = "black"
    elif lead < 0:
        color = "white"
    elif last[one]:
        color = other(last[one][-1][1])
    if color == "white":
        return (one, two)
    return (two, one)


def _whites(games: Sequence[tuple[int, Color]]) -> int:
    """Games with White less games with Black."""
    colors = [color for _, color in games]
    return colors.count("white") - colors.count("black")
