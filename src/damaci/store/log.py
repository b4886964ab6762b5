"""The event log: what happened in each game, in order, and nothing else."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from damaci.play.events import AnyEvent, Color, Opened, Seat
from damaci.store import games
from damaci.store.database import Database
from damaci.store.errors import StoreError, VersionConflict
from damaci.store.schema import EVENTS, GAMES

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)


class EventLog:
    """Events by game and version, the first of a game having version 1. What is appended stays as it is."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, game: str, version: int, events: Sequence[AnyEvent]) -> int:
        """All of `events` after `version`, or none of them; returns the new version once they are on the disk.

        Raises VersionConflict when the log does not end at `version`, ValueError when anything but a new game begins with Opened,
        or a new game does not, StoreError when the database cannot write.
        """
        if not events or isinstance(events[0], Opened) != (version == 0):
            raise ValueError(f"game {game}, version {version}: expected events, of which Opened is the first of version 0")
        rows = [
            {"game": game, "version": number, "event": _encoder.encode(event).decode()} for number, event in enumerate(events, version + 1)
        ]
        try:
            async with self._database.writing() as connection:
                await games.record(connection, game, version, events)
                await connection.execute(insert(EVENTS), rows)
        except IntegrityError:
            raise VersionConflict(game, version) from None
        return version + len(events)

    async def forget_name(self, game: str, color: Color) -> None:
        """Takes a player's name out of a game for good: the one thing in a log that can change. Raises StoreError."""
        first = (EVENTS.c.game == game) & (EVENTS.c.version == 1)
        async with self._database.writing() as connection:
            text = await connection.scalar(select(EVENTS.c.event).where(first))
            opened = _decoder.decode(text) if text else None
            if not isinstance(opened, Opened):
                return
            white = Seat("person") if color == "white" else opened.white
            black = Seat("person") if color == "black" else opened.black
            nameless = msgspec.structs.replace(opened, white=white, black=black)
            await connection.execute(update(EVENTS).where(first).values(event=_encoder.encode(nameless).decode()))
            await connection.execute(update(GAMES).where(GAMES.c.id == game).values({f"{color}_name": ""}))

    async def read(self, game: str, after: int = 0) -> list[AnyEvent]:
        """The events after version `after`; none for a game that does not exist. Raises StoreError."""
        query = select(EVENTS.c.event).where(EVENTS.c.game == game, EVENTS.c.version > after).order_by(EVENTS.c.version)
        async with self._database.reading() as connection:
            texts = (await connection.scalars(query)).all()
        try:
            return [_decoder.decode(text) for text in texts]
        except msgspec.DecodeError as error:
            raise StoreError(f"{self._database.name}: game {game} has an event that cannot be read: {error}") from error
