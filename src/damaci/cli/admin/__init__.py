"""`damaci admin`: what operators do, on the database of a server that may be running."""

from damaci.cli.admin import (
    audit,
    bans,
    broadcasts,
    everybody,
    fair_play,
    mail,
    players,
    processes,
    ratings,
    reports,
    tidy,
    tournaments,
)
from damaci.cli.admin.group import admin

__all__ = [
    "admin",
    "audit",
    "bans",
    "broadcasts",
    "everybody",
    "fair_play",
    "mail",
    "players",
    "processes",
    "ratings",
    "reports",
    "tidy",
    "tournaments",
]
