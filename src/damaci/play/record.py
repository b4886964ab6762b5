"""Converts between the events of a table and the record of its game."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from damaci.errors import GameOver
from damaci.game.game import Game
from damaci.game.outcome import WINNERS, Outcome, Reason
from damaci.game.record import from_pdn, recorded
from damaci.notation.pdn import PdnGame, write_game
from damaci.play.board_line import board_line
from damaci.play.clock import DAY
from damaci.play.events import AnyEvent, Ended, Moved, Opened, Seat, Settings
from damaci.play.table import ImpossibleEvent, Table
from damaci.rules.endings import Endings

UNKNOWN = {"Event": "?"}
"""The tags of a record without tags."""

NONE: Mapping[str, str] = MappingProxyType({})
"""No edited tags."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DATE = re.compile(r"(\d{4})(?:[.](\d\d|[?]{1,2})(?:[.](\d\d|[?]{1,2}))?)?")
_RESULTS: dict[Any, Any] = {winner: result for result, winner in WINNERS.items()}


def pdn(events: Sequence[AnyEvent], edited: Mapping[str, str] = NONE) -> str:
    """The PDN of a game, with edited tags in place of its own."""
    return write_game(record(events, edited))


def record(events: Sequence[AnyEvent], edited: Mapping[str, str] = NONE) -> PdnGame:
    """A game with its tags; edited ones take the place of its own, and an empty one removes it. The moves are checked
    when the record is written. Raises ImpossibleEvent."""
    table = Table.fold(events[:1])
    try:
        line = board_line(events[1:])
    except ValueError as error:
        raise ImpossibleEvent(str(error)) from error
    ends = [Outcome(Reason(each.reason), WINNERS[each.result]) for each in line.later if isinstance(each, Ended)]
    tags = tags_of(events)
    if edited:
        tags = {name: value for name, value in (tags | dict(edited)).items() if value} or UNKNOWN
    return recorded(table.game, tuple(line.moves), next(iter(ends), None), tags)


def tags_of(events: Sequence[AnyEvent]) -> dict[str, str]:
    """The tags that a game has by itself. Raises ImpossibleEvent."""
    table = Table.fold(events[:1])
    return table.tags or _own_tags(table, events[0].at)


def _own_tags(table: Table, at: float) -> dict[str, str]:
    days = table.settings.days
    by_the_day = {"TimeControl": f"1/{days * DAY:.0f}"} if days else {}
    return by_the_day | {
        "Event": "Damacı",
        "Date": datetime.fromtimestamp(at).strftime("%Y.%m.%d"),
        "White": _name(table.seats["white"]),
        "Black": _name(table.seats["black"]),
    }


def _name(seat: Seat) -> str:
    if seat.kind == "engine":
        return f"{seat.name or 'Damacı'} ({seat.level})"
    return seat.name or "?"


def date_of(record: PdnGame) -> float | None:
    """The day of the tag Date in seconds since the epoch, at noon of UTC; the first of what it leaves open. None if
    there is no such day."""
    found = _DATE.fullmatch(record.tags.get("Date", ""))
    if not found:
        return None
    try:
        day = datetime(int(found[1]), _number(found[2]), _number(found[3]), 12, tzinfo=UTC)
    except ValueError:
        return None
    return (day - EPOCH).total_seconds()


def _number(digits: str | None) -> int:
    if digits and digits.isdigit():
        return int(digits)
    return 1


def events_of(record: PdnGame, at: float) -> list[AnyEvent]:
    """A recorded game as the events of a table, all of them at the moment `at` (seconds since the epoch); annotations
    are left behind. Raises DamaciError when the result is another than the moves bring."""
    game = _played(record)
    settings = Settings(ruleset=record.ruleset.name, fen=game.start.fen, endings=game.endings, options=game.options)
    white = _seat(record, "White")
    black = _seat(record, "Black")
    opened = Opened(at=at, settings=settings, white=white, black=black, tags=record.tags or UNKNOWN)
    return [opened, *_moves(game, at), *_end(game, at)]


def _played(record: PdnGame) -> Game:
    try:
        return from_pdn(record)
    except GameOver:
        # Other programs and people play on where a draw rule would have ended the game.
        return from_pdn(record, Endings())


def _seat(record: PdnGame, color: str) -> Seat:
    return Seat("person", name=record.tags.get(color, "").strip("? "))


def _moves(game: Game, at: float) -> list[Moved]:
    return [
        Moved(at=at, ply=ply, path=list(map(str, move.path)), captured=list(map(str, move.jumps)))
        for ply, move in enumerate(game.moves, 1)
    ]


def _end(game: Game, at: float) -> list[Ended]:
    outcome = game.outcome()
    if outcome:
        return [Ended(at=at, result=_RESULTS[outcome.winner], reason=outcome.reason.value)]
    return []
