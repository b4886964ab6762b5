"""The deletion of a player, and of the player's name in every game."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from secrets import token_hex
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.events import Color, Forgotten, Opened
from damaci.store import tournament_names
from damaci.store.appending import encoded, event_rows
from damaci.store.audit import NAMES
from damaci.store.database import Database
from damaci.store.locking import lock_player
from damaci.store.schema import (
    AUDIT,
    BANS,
    BROADCAST_BOARDS,
    BROADCASTS,
    EVENTS,
    GAMES,
    PLAYERS,
    REPORTS,
    SEATS,
    SETTINGS,
    STUDIES,
    STUDY_ACCESS,
)

AT_ONCE = 500
"""Games that are changed by one statement."""

_decoder = msgspec.json.Decoder(Opened)


class Erased(NamedTuple):
    """The places from which the name of a deleted player has been removed."""

    games: dict[str, int]
    """The new versions of games."""
    tournaments: Collection[str]


class Erasure:
    """Deletes players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def erase(self, player: str, at: float) -> Erased:
        """Deletes a player with all sessions, tokens, seats, seeks, bans and studies, with all broadcasts and their
        games, and with what the audit log says of them.
        Removes the name from the logs of tournaments, and from those of the player's games; each game gets Forgotten
        at the moment `at` (epoch seconds).
        All in one transaction. Raises StoreError."""
        async with self._database.writing() as connection:
            # Locked first: whoever begins a game with this player waits, or is waited for.
            await lock_player(connection, player)
            seats = await _seats(connection, player)
            games = sorted(seats)
            versions: dict[str, int] = {}
            for start in range(0, len(games), AT_ONCE):
                versions |= await _forget(
                    connection, {each: seats[each] for each in games[start : start + AT_ONCE]}, at
                )
            tournaments = await tournament_names.forget(connection, player, at)
            await connection.execute(update(AUDIT).where(_about(player)).values(detail="", why=""))
            await connection.execute(delete(BANS).where(BANS.c.kind == "player", BANS.c.subject == player))
            own = [*await connection.scalars(select(STUDY_ACCESS.c.study).where(STUDY_ACCESS.c.owner == player))]
            await connection.execute(delete(STUDIES).where(STUDIES.c.id.in_(own)))
            entered = [*await connection.scalars(_entered_for(player))]
            await connection.execute(delete(GAMES).where(GAMES.c.id.in_(entered)))
            await connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))
            if tournaments:
                await self._tell_names_changed(connection)
        return Erased(versions, tournaments)

    async def _tell_names_changed(self, connection: AsyncConnection) -> None:
        """Makes every process read the logs of tournaments again. Called last: others who delete a player wait for
        it."""
        value = msgspec.json.encode(token_hex(16)).decode()
        row = self._database.insert(SETTINGS).values(key=NAMES, value=value)
        await connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": value}))


def _about(player: str) -> ColumnElement[bool]:
    """The condition for acts in the audit log that are about a player, or about a report on the player or by the
    player."""
    reports = select(REPORTS.c.id).where((REPORTS.c.about == player) | (REPORTS.c.by == player))
    return (AUDIT.c.subject == player) | AUDIT.c.subject.in_(reports)


def _entered_for(player: str) -> Select[str]:
    """The games of a player's broadcasts."""
    of = BROADCAST_BOARDS.join(BROADCASTS, BROADCASTS.c.id == BROADCAST_BOARDS.c.broadcast)
    return select(BROADCAST_BOARDS.c.game).select_from(of).where(BROADCASTS.c.owner == player)


async def _seats(connection: AsyncConnection, player: str) -> dict[str, list[Color]]:
    seats: defaultdict[str, list[Color]] = defaultdict(list)
    for row in await connection.execute(select(SEATS.c.game, SEATS.c.color).where(SEATS.c.player == player)):
        seats[row.game].append(row.color)
    return seats


async def _forget(connection: AsyncConnection, seats: Mapping[str, Collection[Color]], at: float) -> dict[str, int]:
    rows = (await connection.execute(_FIRST, {"games": list(seats)})).all()
    if not rows:
        return {}
    opened = {row.id: _nameless(row.event, seats[row.id]) for row in rows}
    versions = {row.id: row.version + len(seats[row.id]) for row in rows}
    await connection.execute(_REWRITE, [{"of": game, "text": encoded([event])[0]} for game, event in opened.items()])
    await connection.execute(
        _RENAME,
        [
            {"of": game, "next": versions[game], "white": event.white.name, "black": event.black.name}
            for game, event in opened.items()
        ],
    )
    told = [
        row
        for game in versions
        for row in event_rows(
            game, versions[game] - len(seats[game]), encoded([Forgotten(at=at, by=color) for color in seats[game]])
        )
    ]
    await connection.execute(insert(EVENTS), told)
    return versions


def _nameless(text: str, colors: Collection[Color]) -> Opened:
    opened = _decoder.decode(text)
    for color in colors:
        opened = opened.without(color)
    return opened


_FIRST = (
    select(GAMES.c.id, GAMES.c.version, EVENTS.c.event)
    .join(EVENTS, (EVENTS.c.game == GAMES.c.id) & (EVENTS.c.version == 1))
    .where(GAMES.c.id.in_(bindparam("games", expanding=True)))
    .order_by(GAMES.c.id)
    .with_for_update(of=GAMES)
)
"""Locks the games in the order of their ids: two processes that lock the same games could otherwise deadlock."""
_REWRITE = update(EVENTS).where(EVENTS.c.game == bindparam("of"), EVENTS.c.version == 1).values(event=bindparam("text"))
_RENAME = (
    update(GAMES)
    .where(GAMES.c.id == bindparam("of"))
    .values(version=bindparam("next"), white_name=bindparam("white"), black_name=bindparam("black"))
)
