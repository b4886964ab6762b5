"""The event log in records: events that were stored together are one record."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from damaci.play.events import AnyEvent, Opened
from damaci.pocket import keys, rows
from damaci.pocket.records import Records
from damaci.pocket.rows import Row
from damaci.pocket.to_the_end import to_the_end
from damaci.stored import StoreError, VersionConflict

AT_ONCE = 1000
"""Records that are read together."""

PROBE_LETTERS = 4096
"""The length of a trial record: as much as many events."""

_events = msgspec.json.Decoder[list[AnyEvent]](list[AnyEvent])
_texts = msgspec.json.Decoder(list[msgspec.Raw])


class EventLog:
    """See damaci.stored.EventLog. Several tabs may write: the row of a game lets only one of them append each
    version."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._known: dict[str, str] = {}
        """The rows of the games written here, so that a move needs no read."""

    async def append(self, game: str, version: int, events: Sequence[AnyEvent]) -> int:
        """See damaci.stored.EventLog."""
        if not events or isinstance(events[0], Opened) != (version == 0):
            raise ValueError(
                f"game {game}, version {version}: expected events, of which Opened is the first of version 0"
            )
        await to_the_end(self._append(game, version, events))
        return version + len(events)

    async def go_on(
        self, game: str, version: int, rematched: Sequence[AnyEvent], following: str, events: Sequence[AnyEvent]
    ) -> None:
        """See damaci.stored.store.Pairings: both games are written, or none."""
        await to_the_end(
            self._append(game, version, rematched, opened(following, events), {keys.game(following): None})
        )

    async def read(self, game: str, after: int = 0) -> list[AnyEvent]:
        """See damaci.stored.EventLog."""
        found: list[AnyEvent] = []
        for version, text in await self._read(game, after):
            some = self._decoded(game, text)
            found += some[max(0, after - (version - len(some))) :]
        return found

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[AnyEvent]]:
        """See damaci.stored.EventLog."""
        found = {game: await self.read(game, version) for game, version in after.items()}
        return {game: events for game, events in found.items() if events}

    async def texts(self, games: Collection[str]) -> dict[str, list[str]]:
        """See damaci.stored.EventLog."""
        found = {game: await self._read(game, 0) for game in sorted(games)}
        return {
            game: [bytes(event).decode() for _, text in there for event in _texts.decode(text)]
            for game, there in found.items()
            if there
        }

    async def probe(self) -> None:
        """See damaci.stored.EventLog."""
        await to_the_end(self._probe())

    async def _probe(self) -> None:
        await self._records.write({}, {keys.PROBE: "?" * PROBE_LETTERS})
        await self._records.write({}, {keys.PROBE: None})

    async def _read(self, game: str, after: int) -> list[tuple[int, str]]:
        """The records with events after a version: the version of the last event of each, and its text."""
        found: list[tuple[int, str]] = []
        start, end = keys.events_of(game, after)
        while some := await self._records.range(start, end, AT_ONCE):
            found += ((int(key.rpartition(":")[2]), text) for key, text in some)
            start = some[-1][0]
            if len(some) < AT_ONCE:
                break
        return found

    def _decoded(self, game: str, text: str) -> list[AnyEvent]:
        try:
            return _events.decode(text)
        except msgspec.DecodeError as error:
            raise StoreError(f"game {game} has an event that cannot be read: {error}") from error

    # ---- writing -----------------------------------------------------------------------------------------------------

    async def _append(
        self,
        game: str,
        version: int,
        events: Sequence[AnyEvent],
        besides: Mapping[str, str | None] | None = None,
        expected: Mapping[str, str | None] | None = None,
    ) -> None:
        """Appends the events; writes `besides` with them if the records that are `expected` are there."""
        known = self._known.pop(game, None)
        while True:
            former = known or (await self._records.get([keys.game(game)]))[0]
            row = _next(game, version, former, events)
            if row is not None:
                changes = {**appended(former, row, events), **(besides or {})}
                if await self._records.write({keys.game(game): former, **(expected or {})}, changes):
                    self._known[game] = rows.encode(row)
                    return
            if known is None and (row is None or not await self._holds(expected or {})):
                raise VersionConflict(game, version)
            known = None

    async def _holds(self, expected: Mapping[str, str | None]) -> bool:
        return await self._records.get([*expected]) == [*expected.values()]


def _next(game: str, version: int, former: str | None, events: Sequence[AnyEvent]) -> Row | None:
    """The row after these events; None if the log does not end at their version."""
    if former is None:
        if version == 0:
            return rows.first_row(game, events)
        return None
    row = rows.decode(former)
    if row["version"] != version or version == 0:
        return None
    return rows.row_after(row, events)


def appended(former: str | None, row: Row, events: Sequence[AnyEvent]) -> dict[str, str | None]:
    """The records that change when events are appended, after which the row is this one."""
    text = msgspec.json.encode(events).decode()
    return rows.changes(rows.decode(former) if former else None, row) | {keys.events(row["id"], row["version"]): text}


def opened(game: str, events: Sequence[AnyEvent]) -> dict[str, str | None]:
    """The records of a new game."""
    return appended(None, rows.first_row(game, events), events)
