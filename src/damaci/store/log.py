"""The event log: the events of each game in order."""

import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import select, text, update
from sqlalchemy.exc import IntegrityError

from damaci.play.events import AnyEvent, Color, Opened, Seat, Settings
from damaci.store.appending import append_all, encoded, open_game
from damaci.store.batch import Append, Batch
from damaci.store.database import Database
from damaci.store.prepared import Prepared
from damaci.store.schema import EVENTS, GAMES
from damaci.stored.errors import UnreadableGame, VersionConflict
from damaci.stored.summary import row_of, turn_of

OnAppend = Callable[[float, BaseException | None], None]
"""Called with the seconds that an append took, and its error if it failed."""

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)
_list_decoder = msgspec.json.Decoder[list[AnyEvent]](list[AnyEvent])


class _TakenBack(Exception):
    """Ends a transaction that is not to be committed."""


class EventLog:
    """Events by game and version. The first event of a game has version 1. The log is append-only: damaci.store.erasure
    alone changes it."""

    def __init__(self, database: Database, on_append: OnAppend = lambda seconds, error: None) -> None:
        self._database = database
        self._batch = Batch(lambda appends: append_all(database, appends))
        self._on_append = on_append

    async def append(self, game: str, version: int, events: Sequence[AnyEvent]) -> int:
        """All of `events` after `version`, or none of them; returns the new version once they are on the disk.

        Raises VersionConflict when the log does not end at `version`, ValueError unless exactly
        the first event of a new game is Opened, StoreError when the database cannot write.
        """
        if not events or isinstance(events[0], Opened) != (version == 0):
            raise ValueError(
                f"game {game}, version {version}: expected events, of which Opened is the first of version 0"
            )
        began = time.perf_counter()
        try:
            await self._append(game, version, events)
        except BaseException as error:
            self._on_append(time.perf_counter() - began, error)
            raise
        self._on_append(time.perf_counter() - began, None)
        return version + len(events)

    async def _append(self, game: str, version: int, events: Sequence[AnyEvent]) -> None:
        if version == 0:
            await self._open(game, events)
        elif not await self._batch.add(Append(game, version, encoded(events), row_of(events) | turn_of(events))):
            raise VersionConflict(game, version)

    async def ended(self) -> None:
        """Returns once every append has been answered."""
        await self._batch.ended()

    async def _open(self, game: str, events: Sequence[AnyEvent]) -> None:
        try:
            async with self._database.writing() as connection:
                await open_game(connection, game, events)
        except IntegrityError:
            raise VersionConflict(game, 0) from None

    async def probe(self) -> None:
        """Stores a game and takes it back. Raises StoreError while the log cannot be written."""
        opened = Opened(at=time.time(), settings=Settings(), white=Seat("person"), black=Seat("person"))
        with suppress(_TakenBack):
            async with self._database.writing() as connection:
                await open_game(connection, f"probe-{secrets.token_hex(8)}", [opened])
                raise _TakenBack

    async def opened(self, game: str) -> Opened | None:
        """The first event of a game; None for a game that does not exist. Raises StoreError."""
        query = select(EVENTS.c.event).where(EVENTS.c.game == game, EVENTS.c.version == 1)
        async with self._database.reading() as connection:
            text = await connection.scalar(query)
        if text and isinstance(first := self._decode(game, text), Opened):
            return first
        return None

    async def rename(self, game: str, color: Color, name: str) -> None:
        """Gives a player another name in a game. Raises StoreError."""
        first = (EVENTS.c.game == game) & (EVENTS.c.version == 1)
        async with self._database.writing() as connection:
            text = await connection.scalar(select(EVENTS.c.event).where(first))
            if not text or not isinstance(opened := _decoder.decode(text), Opened):
                return
            seat = msgspec.structs.replace(getattr(opened, color), name=name)
            renamed = msgspec.structs.replace(opened, **{color: seat})
            await connection.execute(update(EVENTS).where(first).values(event=encoded([renamed])[0]))
            await connection.execute(update(GAMES).where(GAMES.c.id == game).values({f"{color}_name": name}))

    async def read(self, game: str, after: int = 0) -> list[AnyEvent]:
        """The events after version `after`; none for a game that does not exist. Raises StoreError."""
        (row,) = await self._database.ask(_JOINED[self._database.dialect], game=game, after=after)
        try:
            return _list_decoder.decode(f"[{row['events'] or ''}]")
        except msgspec.DecodeError as error:
            raise UnreadableGame(self._database.name, game, error) from error

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[AnyEvent]]:
        """The events of each of some games after the version given for it; games without any are left out. Raises
        UnreadableGame, StoreError."""
        found: dict[str, list[AnyEvent]] = {}
        for row in await self._database.ask(_NEW[self._database.dialect], **self._known(after)):
            found.setdefault(row["game"], []).append(self._decode(row["game"], row["event"]))
        return found

    def _known(self, after: Mapping[str, int]) -> dict[str, object]:
        """The parameters of `_KNOWN`."""
        if self._database.dialect == "sqlite":
            return {"after": msgspec.json.encode(dict(after)).decode()}
        return {"games": list(after), "versions": list(after.values())}

    async def texts(self, games: Collection[str]) -> dict[str, list[str]]:
        """The events of each of some games as they are stored, as JSON; games without any are left out. Raises
        StoreError."""
        query = select(EVENTS.c.game, EVENTS.c.event).where(EVENTS.c.game.in_(games))
        found: dict[str, list[str]] = {}
        async with self._database.reading() as connection:
            for game, event in await connection.execute(query.order_by(EVENTS.c.game, EVENTS.c.version)):
                found.setdefault(game, []).append(event)
        return found

    def _decode(self, game: str, event: str) -> AnyEvent:
        try:
            decoded: AnyEvent = _decoder.decode(event)
        except msgspec.DecodeError as error:
            raise UnreadableGame(self._database.name, game, error) from error
        return decoded


_JOINED = {
    "sqlite": Prepared(
        text(
            "SELECT group_concat(event, ',') AS events"
            " FROM (SELECT event FROM events WHERE game = :game AND version > :after ORDER BY version)"
        )
    ),
    "postgresql": Prepared(
        text(
            "SELECT string_agg(event, ',' ORDER BY version) AS events FROM events"
            " WHERE game = :game AND version > :after"
        )
    ),
}
"""All events of a game as one text: a row for each costs several times as much."""
_KNOWN = {
    "sqlite": "(SELECT key AS game, value AS after FROM json_each(:after)) AS known",
    # PostgreSQL knows the lengths of arrays. For JSON it assumes 100 rows, and would read the whole log.
    "postgresql": "unnest(CAST(:games AS text[]), CAST(:versions AS integer[])) AS known(game, after)",
}
_NEW = {
    dialect: Prepared(
        text(
            f"SELECT events.game, events.event FROM {known} JOIN events ON events.game = known.game"
            " AND events.version > known.after"
            " ORDER BY events.game, events.version"
        )
    )
    for dialect, known in _KNOWN.items()
}
"""The events of some games after a version of each, in each dialect of SQL."""
