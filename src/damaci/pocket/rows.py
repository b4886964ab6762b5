"""The rows of games: everything that is kept of a game besides its events, three times, for three orders."""

from collections.abc import Sequence
from typing import Any

import msgspec

from damaci.play.events import AnyEvent
from damaci.pocket import keys
from damaci.stored.summary import Summary, row_of, summary

Row = dict[str, Any]
"""The columns of damaci.stored.summary, and besides `hash`, the hash of the game's content, once it is known, and
`explored`: whether the explorer has counted the game."""


def first_row(game: str, events: Sequence[AnyEvent]) -> Row:
    """The row of a new game."""
    return {"id": game, "version": len(events), "created": events[0].at, **row_of(events)}


def row_after(row: Row, events: Sequence[AnyEvent]) -> Row:
    """The row after these events."""
    return row | row_of(events) | {"version": row["version"] + len(events)}


def encode(row: Row) -> str:
    """The row as stored text."""
    return msgspec.json.encode(row).decode()


def decode(text: str) -> Row:
    """The row in a stored text."""
    row: Row = msgspec.json.decode(text)
    return row


def summary_in(text: str) -> Summary:
    """The summary in a stored row."""
    return summary(decode(text))


def changes(former: Row | None, row: Row | None) -> dict[str, str | None]:
    """The records that change when a row takes the place of another; None if there is no such game."""
    return dict.fromkeys(_places(former)) | (dict.fromkeys(_places(row), encode(row)) if row else {}) | _mark(row)


def _places(row: Row | None) -> list[str]:
    if row is None:
        return []
    places = [keys.game(row["id"]), keys.listed(row["updated"], row["id"])]
    if row["result"] == "*":
        places.append(keys.running(row["updated"], row["id"]))
    return places


def _mark(row: Row | None) -> dict[str, str | None]:
    if row is None or row["result"] == "*":
        return {}
    return {
        keys.unhashed(row["id"]): None if "hash" in row else "",
        keys.uncounted(row["id"]): None if row.get("explored") else "",
    }
