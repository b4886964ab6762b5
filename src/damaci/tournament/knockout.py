"""A knock-out: matches of two games with colours swapped.

A match that is level after two games goes on with more pairs of games, as many as the settings have; the player who had
White in the second game has it in the third too, so that nobody is always first in a pair. Level after those too, the
better seed goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from damaci.tournament.crosstable import WON, Mark
from damaci.tournament.events import Paired, Scored, Step
from damaci.tournament.tournament import Game, Tournament


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """Two players of one stage; `first` is the better seed, and 0 stands for nobody."""

    stage: int
    first: int
    second: int
    games: tuple[Game, ...]
    winner: int | None
    """The winner, 0 if nobody is left; None while the match is open."""

    @property
    def next_game(self) -> tuple[int, int]:
        """White and Black of the game that is next."""
        if (len(self.games) + 1) % 4 in (0, 1):
            return self.first, self.second
        return self.second, self.first


def bracket(count: int) -> list[int]:
    """Seeds from 1 on in the order of the draw: the first meets the second, the third the fourth, and so on; the two
    best can meet in the last match only. 0 for a place that is free.

    >>> bracket(6)
    [1, 0, 4, 5, 2, 0, 3, 6]
    """
    places = [1]
    while len(places) < count:
        size = 2 * len(places)
        places = [seed for place in places for seed in (place, size + 1 - place)]
    return [seed if seed <= count else 0 for seed in places]


def stages(tournament: Tournament) -> list[list[KnockoutMatch]]:
    """The matches of each stage, as far as it is known who plays them."""
    seeds = tournament.seeds
    places = [seeds[seed - 1] if seed else 0 for seed in bracket(len(seeds))]
    found: list[list[KnockoutMatch]] = []
    while len(places) > 1:
        matches = list(_matches(tournament, len(found) + 1, places))
        found.append(matches)
        winners = [match.winner for match in matches if match.winner is not None]
        if len(winners) < len(matches):
            break
        places = winners
    return found


def open_matches(tournament: Tournament) -> list[KnockoutMatch]:
    """The matches of the last stage in which nobody has won yet."""
    return [match for match in stages(tournament)[-1] if match.winner is None]


def unsettled(tournament: Tournament, steps: Sequence[Step], after: int) -> int:
    """The first round later than `after` that would have been paired otherwise, had the results always been those of
    these steps; 0 if there is none."""
    for place, step in enumerate(steps):
        if isinstance(step, Paired) and step.round > after:
            known = [each for each in steps[place:] if isinstance(each, Scored) and each.round < step.round]
            before = tournament.replayed([*steps[:place], *known])
            next_games = [match.next_game for match in open_matches(before)]
            if next_games != [(pair.white, pair.black) for pair in step.pairs]:
                return step.round
    return 0


def champion(tournament: Tournament) -> int | None:
    """The winner of the knock-out; None while that is open."""
    known = stages(tournament)
    if known and len(known[-1]) == 1:
        return known[-1][0].winner
    return None


def places(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """By player: the place from 1 on, shared by those who were out in the same stage, and the matches won."""
    won = dict.fromkeys(tournament.entrants, 0)
    for matches in stages(tournament):
        for match in matches:
            if match.winner:
                won[match.winner] += 1
    return {id: (1 + sum(other > count for other in won.values()), count) for id, count in won.items()}


def _matches(tournament: Tournament, stage: int, places: Sequence[int]) -> Iterator[KnockoutMatch]:
    seeds = {id: number for number, id in enumerate(tournament.seeds)}
    for one, two in zip(places[::2], places[1::2], strict=True):
        first, second = sorted((one, two), key=lambda id: seeds.get(id, len(seeds)))
        games = tuple(_games(tournament, stage, {first, second}))
        yield KnockoutMatch(stage, first, second, games, _winner(tournament, first, second, games))


def _games(tournament: Tournament, stage: int, players: set[int]) -> Iterator[Game]:
    for round in tournament.rounds:
        if round.stage == stage:
            yield from (game for game in round.games if {game.white, game.black} == players)


def _winner(tournament: Tournament, first: int, second: int, games: Sequence[Game]) -> int | None:
    if not first or not second:
        return first or second
    if any(game.result is None for game in games):
        return None
    lead = sum(_points(game, first) - _points(game, second) for game in games)
    complete = len(games) > 0 and len(games) % 2 == 0
    if complete and lead:
        if lead > 0:
            return first
        return second
    if complete and len(games) >= 2 * (1 + tournament.settings.extra_pairs):
        return first
    out = [id for id in (first, second) if tournament.is_out(id)]
    if not out:
        return None
    # Of two who are out, the later one goes on, and is beaten in the next stage: what was decided when only one was out
    # stays so.
    return min((first, second), key=lambda id: (id in out, -tournament.out_since(id)))


def _points(game: Game, id: int) -> float:
    mark = game.mark(id)
    if mark is Mark.DRAW:
        return 0.5
    return float(mark in WON)
