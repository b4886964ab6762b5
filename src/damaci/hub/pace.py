"""The limits of a search as the command `level` gives them."""

from collections.abc import Mapping
from math import isfinite

from damaci.engine.clock import Clock, time_for_move
from damaci.engine.limits import DEEPEST, LONGEST_SECONDS, MOST_NODES, Limits
from damaci.errors import DamaciError
from damaci.hub.line import HubLine

Pace = Limits | Clock
"""Limits of one search, or the clock of a game."""

MOST_MOVES = 1_000
SHORTEST_SECONDS = 0.001


def read_pace(arguments: Mapping[str, str]) -> Pace:
    """The pace that the arguments of `level` give. Raises DamaciError."""
    if "infinite" in arguments:
        return Limits()
    if "time" in arguments:
        increment = _seconds(arguments, "inc", least=0.0) or 0.0
        if arguments.get("moves") == "0":
            moves = None
        else:
            moves = _count(arguments, "moves", MOST_MOVES)
        # The protocol adds the increment before the move.
        return Clock((_seconds(arguments, "time") or 0.0) + increment, increment, moves)
    pace = Limits(
        _count(arguments, "depth", DEEPEST), _count(arguments, "nodes", MOST_NODES), _seconds(arguments, "move-time")
    )
    if pace == Limits():
        raise DamaciError("level: expected depth, nodes, move-time, time or infinite")
    return pace


def write_pace(pace: Pace) -> HubLine:
    """The `level` line for a pace.

    >>> print(write_pace(Limits(depth=8)))
    level depth=8
    """
    if pace == Limits():
        return HubLine("level", {"infinite": ""})
    if isinstance(pace, Clock):
        fields = {"moves": pace.moves, "time": round(pace.seconds - pace.increment, 3), "inc": pace.increment or None}
    else:
        fields = {"depth": pace.depth, "nodes": pace.nodes, "move-time": pace.seconds}
    return HubLine("level", {name: str(value) for name, value in fields.items() if value is not None})


def limits_of(pace: Pace) -> Limits:
    """The limits of one search at this pace."""
    if isinstance(pace, Clock):
        return Limits(seconds=time_for_move(pace))
    return pace


def _seconds(arguments: Mapping[str, str], name: str, least: float = SHORTEST_SECONDS) -> float | None:
    if name not in arguments:
        return None
    try:
        seconds = float(arguments[name])
    except ValueError:
        seconds = float("nan")
    if not isfinite(seconds):
        raise DamaciError(f"level: {name} is {arguments[name][:40]!r}: expected a number of seconds")
    return min(max(seconds, least), LONGEST_SECONDS)


def _count(arguments: Mapping[str, str], name: str, most: int) -> int | None:
    if name not in arguments:
        return None
    try:
        count = int(arguments[name])
    except ValueError:
        count = 0
    if count < 1:
        raise DamaciError(f"level: {name} is {arguments[name][:40]!r}: expected a whole number from 1 on")
    return min(count, most)
