"""How a player's games ended: in all, by side, by opening and by opponent."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from damaci.play.events import Color
from damaci.services.tally import Tally, tally_of
from damaci.store.played import PlayedGame

MOST = 1000
"""Games that are looked at, the last ones."""
SHOWN = 6
"""Openings, and opponents, that are shown."""

K = TypeVar("K", bound=Hashable)


class FirstMove(msgspec.Struct, frozen=True):
    """A first move of White, and how the games with it ended for a player of one side."""

    color: Color
    move: str
    tally: Tally


class Opponent(msgspec.Struct, frozen=True):
    """Another player with an account, and how the games against that player ended."""

    name: str
    account: str
    tally: Tally


class PlayerResults(msgspec.Struct, frozen=True):
    """The last finished games of a player, counted in several ways; the most frequent openings and opponents first."""

    all: Tally
    white: Tally
    black: Tally
    openings: Sequence[FirstMove]
    opponents: Sequence[Opponent]


def results(games: Sequence[PlayedGame]) -> PlayerResults:
    """Counts a player's games."""
    sides = _grouped(games, lambda game: game.color)
    return PlayerResults(
        all=_tally(games),
        white=_tally(sides.get("white", ())),
        black=_tally(sides.get("black", ())),
        openings=_openings(games),
        opponents=_opponents(games),
    )


def against(games: Sequence[PlayedGame], opponent: str) -> Tally:
    """How the games against one player ended, by the id of that player."""
    return _tally(game for game in games if game.opponent == opponent)


def _tally(games: Iterable[PlayedGame]) -> Tally:
    return tally_of(game.score for game in games)


def _openings(games: Sequence[PlayedGame]) -> Sequence[FirstMove]:
    known = [game for game in games if game.opening]
    groups = _grouped(known, lambda game: (game.color, f"{game.opening[0]}-{game.opening[-1]}"))
    found = [FirstMove(color, move, _tally(some)) for (color, move), some in groups.items()]
    return sorted(found, key=lambda each: -each.tally.games)[:SHOWN]


def _opponents(games: Sequence[PlayedGame]) -> Sequence[Opponent]:
    known = [game for game in games if game.account]
    groups = _grouped(known, lambda game: (game.name or "", game.account or ""))
    found = [Opponent(name, account, _tally(some)) for (name, account), some in groups.items()]
    return sorted(found, key=lambda each: -each.tally.games)[:SHOWN]


def _grouped(games: Sequence[PlayedGame], by: Callable[[PlayedGame], K]) -> Mapping[K, Sequence[PlayedGame]]:
    groups: defaultdict[K, list[PlayedGame]] = defaultdict(list)
    for game in games:
        groups[by(game)].append(game)
    return groups
