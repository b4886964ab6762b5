"""The curve of somebody's strength over time, as a drawing against the levels' ladder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from damaci.engine.ladder import LADDER
from damaci.services.own_game import StrengthPoint

WIDTH = 600.0
HEIGHT = 260.0
MARGIN = 120
"""Elo above and below what is drawn."""
MOST = 400
"""The most points that are drawn. Of more games, points are left out at regular intervals, and the last one is kept."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A level's line: how far from the top it lies."""

    title: str
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """What the drawing shows. The oldest game is at the left."""

    path: str
    """The path in an SVG of WIDTH by HEIGHT."""
    rungs: tuple[Rung, ...]
    width: float = WIDTH
    height: float = HEIGHT


def curve(points: Sequence[StrengthPoint], titles: Mapping[str, str]) -> Curve | None:
    """The curve of at least two points; None for fewer. `titles` are those of levels."""
    if len(points) < 2:
        return None
    step = -(-len(points) // MOST)
    drawn = [*points[:-1:step], points[-1]]
    ratings = [each.rating for each in drawn]
    least = min(ratings) - MARGIN
    most = max(ratings) + MARGIN
    began = drawn[0].at
    ended = drawn[-1].at
    places = [_x(each.at, began, ended, number / (len(drawn) - 1)) for number, each in enumerate(drawn)]
    corners = [f"{x:.1f} {_y(rating, least, most):.1f}" for x, rating in zip(places, ratings, strict=True)]
    rungs = [
        Rung(titles.get(name, name), round(_y(rating, least, most), 1))
        for name, rating in LADDER.items()
        if least <= rating <= most
    ]
    return Curve("M" + "L".join(corners), tuple(rungs))


def nearest(rating: float) -> str:
    """The level that is nearest to a rating.

    >>> nearest(1000), nearest(5000)
    ('easy', 'master')
    """
    return min(LADDER, key=lambda name: abs(LADDER[name] - rating))


def _x(at: float, began: float, ended: float, share: float) -> float:
    """Places points by time, or at equal distances if all games were played at once."""
    return WIDTH * ((at - began) / (ended - began) if ended > began else share)


def _y(rating: float, least: float, most: float) -> float:
    return HEIGHT * (most - rating) / (most - least)
