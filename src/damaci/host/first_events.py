"""The first events of a new game, and of a rematch."""

import secrets

import msgspec

from damaci.engine.levels import level
from damaci.play.events import AnyEvent, Seat, Settings
from damaci.play.table import Table


def opening(settings: Settings, white: Seat, black: Seat, at: float) -> list[AnyEvent]:
    """The first events of a new game at the moment `at` (epoch seconds). A seed of 0 is replaced by one drawn by lot.

    Raises ValueError for settings that make no game and for an unknown level.
    """
    if not settings.seed:
        settings = msgspec.structs.replace(settings, seed=_new_seed())
    for seat in (white, black):
        if seat.kind == "engine":
            level(seat.level)
    return Table.open(settings, white, black, at=at)


def rematch(table: Table, at: float) -> list[AnyEvent]:
    """The first events of another game of the same players, sides swapped: the next one of those they have agreed
    on."""
    left = max(1, table.settings.games - 1)
    settings = msgspec.structs.replace(table.settings, seed=_new_seed(), games=left)
    return Table.open(settings, table.seats["black"], table.seats["white"], at=at)


def _new_seed() -> int:
    return 1 + secrets.randbelow(2**31 - 1)
