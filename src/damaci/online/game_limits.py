"""How many unfinished games the players of a server may have."""

from damaci.online.house.characters import characters_of
from damaci.online.settings import OnlineSettings
from damaci.store.pairings import GameLimits

MOST_DAILY = 100
"""Unfinished games by the day that a player may have."""


def limits_of(settings: OnlineSettings) -> GameLimits:
    """The limits that the store keeps to."""
    computers = {each.id: settings.house_games for each in characters_of(settings)}
    return GameLimits(computers, rematches=settings.engine_games, daily=MOST_DAILY)
