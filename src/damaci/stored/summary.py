"""The summary of a game, for lists, and how events change it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from damaci.play.clock import DAY
from damaci.play.events import AnyEvent, Ended, Moved, OnHoliday, Opened, Resumed, Seat, TakenBack
from damaci.play.speed import speed
from damaci.rating.speed import Speed

UNEDITED = "{}"
"""The tags in the row of a game whose tags nobody has edited."""
Result = Literal["*", "1-0", "0-1", "1/2-1/2"]
Pace = Speed | Literal[""]
"""The speed of a game; empty for one without any clock."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list. `created` and `updated` are seconds since the epoch; `result` is "*" while it is being
    played."""

    id: str
    version: int
    created: float
    updated: float
    ruleset: str
    white: Seat
    black: Seat
    plies: int
    result: Result
    reason: str
    rated: bool = False
    """Whether it is played for ratings."""
    days: int = 0
    """How many days a move may take in a game by the day; 0 for all others."""
    due: float | None = None
    """In a game by the day: when the time of the side to move is over (epoch seconds)."""
    speed: Pace | None = None
    """None if not known, for a game that an earlier version kept in a browser."""
    tags: dict[str, str] = {}
    """The edited ones: see damaci.services.tags."""


def row_of(events: Sequence[AnyEvent]) -> dict[str, Any]:
    """The columns of a game's row that these events change, with their new values."""
    row: dict[str, Any] = {"updated": events[-1].at}
    for event in events:
        match event:
            case Opened():
                row |= {"ruleset": event.settings.ruleset, "plies": 0, "result": "*", "reason": ""}
                row["rated"] = event.settings.rated
                row |= _days(event)
                row["speed"] = speed(event.settings.clock, event.settings.days) or ""
                row |= _seat("white", event.white) | _seat("black", event.black)
            case Moved() | TakenBack():
                row["plies"] = event.ply
            case Ended():
                row |= {"result": event.result, "reason": event.reason}
    return row


def turn_of(events: Sequence[AnyEvent]) -> dict[str, float]:
    """How these events change the moment at which the time for a move ends in a game by the day: `turned` is the moment
    from which the days of the side to move count, and `held` the seconds since then that are charged to nobody."""
    turn = {"held": 0.0}
    for event in events:
        match event:
            case Moved() | TakenBack():
                turn = {"turned": event.at, "held": 0.0}
            case Resumed(until=until) if until:
                turn["held"] += until - event.since
            case OnHoliday(since=since) if since:
                turn["held"] += event.until - since
    return turn


def _days(opened: Opened) -> dict[str, Any]:
    days = opened.settings.days
    return {"days": days, "due": opened.at + days * DAY if days else None}


def summary(row: Mapping[Any, Any]) -> Summary:
    """The summary in a game's row."""
    columns: dict[str, Any] = {str(name): value for name, value in row.items()}
    columns["tags"] = edited(columns.get("tags", UNEDITED))
    for color in ("white", "black"):
        columns[color] = {what: columns.pop(f"{color}_{what}") for what in ("kind", "name", "level")}
    return msgspec.convert(columns, Summary)


def edited(text: str) -> dict[str, str]:
    """The edited tags in a game's row."""
    return msgspec.json.decode(text, type=dict[str, str])


def edited_row(tags: Mapping[str, str], white: str, black: str) -> dict[str, str]:
    """The columns of a game's row that its edited tags change, with their new values."""
    return {"tags": msgspec.json.encode(tags).decode(), "white_name": white, "black_name": black}


def _seat(color: str, seat: Seat) -> dict[str, str]:
    return {f"{color}_kind": seat.kind, f"{color}_name": seat.name, f"{color}_level": seat.level}
