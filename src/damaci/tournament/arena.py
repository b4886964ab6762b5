"""An arena: whoever is free is paired at once with somebody near in points, for as long as it lasts.

Two points for a win, one for a draw, none for a quick draw. After two wins in a row everything counts double until a
game is not won. With an odd number somebody waits, but nobody twice in a row if that can be avoided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from damaci.tournament.colors import other
from damaci.tournament.crosstable import DRAWN, WON, Color
from damaci.tournament.tournament import Game, Tournament
from damaci.tournament.weighted import Graph, max_weight_matching

WIN = 2
DRAW = 1
STREAK = 2
"""So many wins in a row make the next game count double."""
WEIGHED = 12
"""So many at the end of the list are paired all together, as is best for them."""
PLACE = 10**3
IN_ALL = 10**6
IN_A_ROW = 10**12
Games = list[tuple[int, Color]]
"""A player's opponents and colours, the first game first."""


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
    """Pairs those who are free, near in points, and who stays free.

    Nobody meets the opponent of the last game of either again, unless only these two are left in the tournament. As
    many players as possible are paired. If some have to wait, those who waited at the last pairing are paired first,
    then those who have waited more often.
    """
    waiting = [id for id in tournament.entrants if not tournament.playing[id] and not tournament.is_out(id)]
    if len(waiting) < 2:
        return [], waiting
    score = points(tournament)
    seeds = {id: number for number, id in enumerate(tournament.seeds)}
    waiting.sort(key=lambda id: (-score[id], seeds[id]))
    last = _last_games(tournament)
    apart = _Apart(last, only_two=_only_two(tournament))
    pairs, left = _from_the_top(waiting, apart)
    pairs += _best(left, apart, tournament)
    paired = {id for pair in pairs for id in pair}
    colored = [_colored(one, two, last, tournament.settings.initial) for one, two in pairs]
    return colored, [id for id in waiting if id not in paired]


def _only_two(tournament: Tournament) -> bool:
    return sum(not tournament.is_out(id) for id in tournament.entrants) <= 2


class _Apart:
    """Who must not meet."""

    def __init__(self, last: Mapping[int, Games], only_two: bool) -> None:
        self._foes = {id: games[-1][0] for id, games in last.items() if games and not only_two}

    def __call__(self, one: int, two: int) -> bool:
        """Whether it was the last game of either."""
        return self._foes.get(one) == two or self._foes.get(two) == one


def _from_the_top(waiting: Sequence[int], apart: _Apart) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs the first player with the nearest one, again and again, down to the last ones. Returns the last ones and
    those for whom nobody was found."""
    rest = list(waiting)
    pairs: list[tuple[int, int]] = []
    lone: list[int] = []
    while len(rest) > WEIGHED:
        one = rest.pop(0)
        place = next((place for place, two in enumerate(rest) if not apart(one, two)), None)
        if place is None:
            lone.append(one)
        else:
            pairs.append((one, rest.pop(place)))
    return pairs, lone + rest


def _best(left: Sequence[int], apart: _Apart, tournament: Tournament) -> list[tuple[int, int]]:
    """As many pairs as possible of the remaining players. The player who has waited least is left out, then the last
    one."""
    graph = Graph()
    urgency = {id: _urgency(tournament, id) - PLACE * place for place, id in enumerate(left)}
    for place, one in enumerate(left):
        for distance, two in enumerate(left[place + 1 :], 1):
            if not apart(one, two):
                graph.add_edge(one, two, urgency[one] + urgency[two] - distance)
    places = {id: place for place, id in enumerate(left)}
    found = max_weight_matching(graph, maxcardinality=True) if len(graph) else set()
    return sorted((_in_order(pair, places) for pair in found), key=lambda pair: places[pair[0]])


def _in_order(pair: tuple[int, int], places: Mapping[int, int]) -> tuple[int, int]:
    one, two = sorted(pair, key=places.__getitem__)
    return one, two


def _urgency(tournament: Tournament, id: int) -> int:
    """Waits in a row count before all waits, these before places, and places before distances."""
    return IN_A_ROW * tournament.waits_in_a_row[id] + IN_ALL * tournament.waits[id]


def _last_games(tournament: Tournament) -> dict[int, Games]:
    """By player, opponents and colours, the first game first."""
    found: dict[int, Games] = {id: [] for id in tournament.entrants}
    for round in tournament.rounds:
        for game in round.games:
            found[game.white].append((game.black, "white"))
            found[game.black].append((game.white, "black"))
    return found


def _colored(one: int, two: int, last: dict[int, Games], initial: Color) -> tuple[int, int]:
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
