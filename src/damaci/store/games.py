"""Summaries of games, for lists and for resuming, which need no reading of the log."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, delete, literal, or_, select, update

from damaci.engine.levels import with_styles
from damaci.play.events import Ended
from damaci.store.database import Database
from damaci.store.explorer import subtract
from damaci.store.naming import has_name_part
from damaci.store.schema import EVENTS, GAMES
from damaci.stored.explorer import Way
from damaci.stored.summary import UNEDITED, Summary, edited, edited_row, summary

RUNNING = GAMES.c.result == literal("*", literal_execute=True)
"""The condition of an unfinished game, as the index of these games has it."""
WITH_ENGINE = (GAMES.c.white_kind == "engine") | (GAMES.c.black_kind == "engine")
"""The condition of a game in which the engine plays a side."""

_decoder = msgspec.json.Decoder(Ended)
_IDS = select(GAMES.c.id).order_by(GAMES.c.id)


class Games:
    """The stored games, newest first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game: str) -> Summary | None:
        """The game with that id; None if there is none. Raises StoreError."""
        found = await self._find(select(GAMES).where(GAMES.c.id == game))
        return next(iter(found), None)

    async def list(
        self,
        *,
        finished: bool | None = None,
        ruleset: str = "",
        player: str = "",
        search: str = "",
        begun: bool = False,
        limit: int | None = 50,
        offset: int = 0,
    ) -> Sequence[Summary]:
        """Lists games, last changed first. Raises StoreError.

        Filters: finished or not, a ruleset, a seat whose name, level or kind is `player`, `search` as a part of a
        player's name, and `begun` for games with a move."""
        query = select(GAMES).where(*_conditions(finished, ruleset, player, search))
        if begun:
            query = query.where(GAMES.c.plies > 0)
        return await self._find(query.order_by(GAMES.c.updated.desc(), GAMES.c.id).limit(limit).offset(offset))

    async def between_people(self, since: float, limit: int) -> Sequence[Summary]:
        """The unfinished games of two people in which somebody has moved, changed at `since` (epoch seconds) or later,
        last changed first. Raises StoreError."""
        people = (GAMES.c.white_kind == "person") & (GAMES.c.black_kind == "person")
        query = select(GAMES).where(RUNNING, GAMES.c.updated >= since, GAMES.c.plies > 0, people)
        return await self._find(query.order_by(GAMES.c.updated.desc()).limit(limit))

    async def some(self, games: Collection[str]) -> Sequence[Summary]:
        """The games, among these, that exist, in any order. Raises StoreError."""
        return await self._find(select(GAMES).where(GAMES.c.id.in_(games)))

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """The ids of games after an id, in order. Raises StoreError."""
        async with self._database.reading() as connection:
            return list(await connection.scalars(_IDS.where(GAMES.c.id > after).limit(limit)))

    async def delete(self, game: str, way: Way | None = None) -> bool:
        """Deletes a game and its log; returns whether it existed. `way`: its first moves, which the explorer counts no
        longer if it did. Raises StoreError."""
        gone = delete(GAMES).where(GAMES.c.id == game).returning(GAMES.c.explored)
        async with self._database.writing() as connection:
            counted: bool | None = await connection.scalar(gone)
            if counted and way:
                await subtract(connection, game, way)
        return counted is not None

    async def edit(self, game: str, tags: Mapping[str, str], white: str, black: str) -> bool:
        """Stores the edited tags of a game in place of the former ones, and the players' names that lists show;
        returns whether the game exists. Raises StoreError."""
        change = update(GAMES).where(GAMES.c.id == game).values(edited_row(tags, white, black))
        async with self._database.changing() as connection:
            return bool((await connection.execute(change)).rowcount)

    async def edited(self, games: Collection[str]) -> Mapping[str, dict[str, str]]:
        """The edited tags of those of some games that have any. Raises StoreError."""
        query = select(GAMES.c.id, GAMES.c.tags).where(GAMES.c.id.in_(games), GAMES.c.tags != UNEDITED)
        async with self._database.reading() as connection:
            return {row.id: edited(row.tags) for row in await connection.execute(query)}

    async def ended_at(self, game: str) -> float | None:
        """When a game ended (epoch seconds), whatever was said since; None for one that is not over. Raises
        StoreError."""
        query = (
            select(EVENTS.c.event)
            .join(GAMES, GAMES.c.id == EVENTS.c.game)
            .where(EVENTS.c.game == game, EVENTS.c.event.startswith('{"event":"ended"'), ~RUNNING)
            .order_by(EVENTS.c.version.desc())
            .limit(1)
        )
        async with self._database.reading() as connection:
            text = await connection.scalar(query)
        return _decoder.decode(text).at if text else None

    async def unfinished(self) -> Summary | None:
        """The unfinished game that was changed last, to be resumed. Raises StoreError."""
        found = await self.list(finished=False, limit=1)
        return next(iter(found), None)

    async def _find(self, query: Select[Any]) -> Sequence[Summary]:
        async with self._database.reading() as connection:
            return [summary(row) for row in (await connection.execute(query)).mappings()]


def _conditions(finished: bool | None, ruleset: str, player: str, search: str) -> list[ColumnElement[bool]]:
    conditions = []
    if finished is not None:
        conditions.append(GAMES.c.result != "*" if finished else RUNNING)
    if ruleset:
        conditions.append(GAMES.c.ruleset == ruleset)
    if player:
        sides = [f"{color}_{what}" for color in ("white", "black") for what in ("name", "level", "kind")]
        conditions.append(or_(*(GAMES.c[column].in_(with_styles(player)) for column in sides)))
    if search:
        conditions.append(or_(*(has_name_part(GAMES.c[f"{color}_name"], search) for color in ("white", "black"))))
    return conditions
