"""The places of a tournament page by page: thousands may play in one."""

from collections.abc import Mapping, Sequence
from typing import Any

PLACES = 50
"""Places of a page."""
ALL = -1
"""Asks for all places at once."""


def paged(rows: Sequence[Mapping[str, Any]], asked: int, mine: int | None) -> dict[str, Any]:
    """What the template shows of the standings: the places of the page that was asked for, the first places of all
    pages, and the page that has one's own place, 0 if there is none. `mine`: the reader's number in the tournament.

    >>> shown = paged([{"id": number} for number in range(120)], 2, mine=119)
    >>> len(shown["standings"]), shown["place_pages"], shown["my_places"]
    (50, [(1, 50), (51, 100), (101, 120)], 3)
    """
    firsts = range(0, len(rows), PLACES)
    own = next((number for number, row in enumerate(rows) if row["id"] == mine), None)
    page = asked if asked == ALL else min(max(1, asked), max(1, len(firsts)))
    return {
        "standings": rows if page == ALL else rows[(page - 1) * PLACES : page * PLACES],
        "places": page,
        "place_pages": [(first + 1, min(first + PLACES, len(rows))) for first in firsts],
        "my_places": 0 if own is None else own // PLACES + 1,
        "me": mine,
    }
