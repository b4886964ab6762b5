"""Decides from the clients' record and the database whether anything was lost, stored twice, reordered or half done."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

import asyncpg

from damaci.play import Table
from damaci.play.events import AnyEvent, Ended, Moved, Opened, Rematched, Resumed
from damaci.store import Store
from tests.faults.history import History

Logs = Mapping[str, Sequence[AnyEvent]]
"""The events of each game."""


async def problems(url: str, history: History) -> list[str]:
    """All problems; empty if everything is correct."""
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("SELECT id, version, plies FROM games")
        seats: dict[str, dict[str, str]] = {}
        for row in await connection.fetch("SELECT game, color, player FROM seats"):
            seats.setdefault(row["game"], {})[row["color"]] = row["player"]
        seeks = {row["id"] for row in await connection.fetch("SELECT id FROM seeks")}
    finally:
        await connection.close()
    async with Store(url) as store:
        logs = {row["id"]: await store.log.read(row["id"]) for row in rows}
    found = [*history.problems]
    for row in rows:
        found += [f"game {row['id']}: {each}" for each in unsound(logs[row["id"]], row["version"], row["plies"])]
    return [*found, *lost(history, logs), *halves(history, logs, seats, seeks), *forks(history, logs)]


def unsound(events: Sequence[AnyEvent], version: int, plies: int) -> Iterator[str]:
    """The problems of one game by itself."""
    if not events or not isinstance(events[0], Opened):
        yield "it does not begin"
        return
    if version != len(events):
        yield f"{len(events)} events, but version {version}"
    table = Table.fold(events)  # validates every event again
    if table.ply != plies:
        yield f"{table.ply} plies, but {plies} in the list"
    moves = [event.ply for event in events if isinstance(event, Moved)]
    if moves != list(range(1, len(moves) + 1)):
        yield f"plies {moves}"
    if any(later.at < earlier.at for earlier, later in pairwise(events)):
        yield "time goes backwards"
    if sum(isinstance(event, Rematched) for event in events) > 1:
        yield "two rematches"
    for event in events:
        if isinstance(event, Ended) and event.reason == "time":
            yield f"lost on time, though both sides moved at once whenever they could: {_times(events)}"


def lost(history: History, logs: Logs) -> Iterator[str]:
    """Acknowledged moves that are not in the log exactly once."""
    stored = Counter(
        (game, event.ply, event.id) for game, events in logs.items() for event in events if isinstance(event, Moved)
    )
    for move in history.acknowledged:
        if stored[move] != 1:
            yield f"game {move[0]}: the acknowledged ply {move[1]} is stored {stored[move]} times"


def halves(history: History, logs: Logs, seats: Mapping[str, dict[str, str]], seeks: Set[str]) -> Iterator[str]:
    """Pairings that exist only in part, or differ from what the players were told."""
    for game in seats.keys() - logs.keys():
        yield f"game {game}: seats without a game"
    for game in logs:
        if len(seats.get(game, {})) != 2:
            yield f"game {game}: {len(seats.get(game, {}))} seats"
    for game in seeks & logs.keys():
        yield f"game {game}: it has begun, and its seek is still open"
    for game, (white, black) in history.games.items():
        if seats.get(game) != {"white": white, "black": black}:
            yield f"game {game}: seated {seats.get(game)}, told {white} and {black}"


def forks(history: History, logs: Logs) -> Iterator[str]:
    """Rematches that do not exist, or about which the players were told different things."""
    follows = {game: event.game for game, events in logs.items() for event in events if isinstance(event, Rematched)}
    for game, following in follows.items():
        if following not in logs:
            yield f"game {game}: it goes on as {following}, which does not exist"
    for game, told in history.followed:
        if follows.get(game) != told:
            yield f"game {game}: it goes on as {follows.get(game)}, told {told}"


def _times(events: Sequence[AnyEvent]) -> str:
    """The last events, each with its time of day in seconds."""
    return ", ".join(f"{_name(event)} {event.at % 86400:.1f}" for event in events[-12:])


def _name(event: AnyEvent) -> str:
    if isinstance(event, Resumed):
        return f"Resumed({event.since % 86400:.1f} to {event.until % 86400:.1f})"
    return type(event).__name__
