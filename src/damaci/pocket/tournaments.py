"""Tournaments in records: a row for each, and a record for each event."""

import builtins
from collections.abc import Sequence

import msgspec

from damaci.pocket import keys
from damaci.pocket.records import Records
from damaci.stored import StoreError, VersionConflict
from damaci.stored.tournaments import Row, StoredTournament
from damaci.tournament.events import AnyEvent

AT_ONCE = 500
"""Records that are read or removed together."""

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)


class Tournaments:
    """See damaci.stored.tournaments.Tournaments."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def list(self, limit: int = 100) -> Sequence[StoredTournament]:
        """See damaci.stored.tournaments.Tournaments."""
        found = [
            msgspec.json.decode(text, type=StoredTournament) for _, text in await self._range(*keys.kind("tournament"))
        ]
        return sorted(found, key=lambda each: (-each.updated, each.id))[:limit]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """See damaci.stored.tournaments.Tournaments."""
        _, end = keys.kind("tournament")
        found = await self._records.range(keys.tournament(after), end, limit)
        return [key.partition(":")[2] for key, _ in found]

    async def add(self, tournament: str, events: Sequence[AnyEvent], row: Row) -> None:
        """See damaci.stored.tournaments.Tournaments."""
        await self._write(tournament, 0, events, row | {"id": tournament, "created": events[0].at}, None)

    async def append(self, tournament: str, version: int, events: Sequence[AnyEvent], row: Row) -> None:
        """See damaci.stored.tournaments.Tournaments."""
        former = (await self._records.get([keys.tournament(tournament)]))[0]
        known = msgspec.json.decode(former) if former else {"version": 0}
        if former is None or known["version"] != version:
            raise VersionConflict(tournament, version)
        await self._write(tournament, version, events, known | row, former)

    async def version(self, tournament: str) -> int:
        """See damaci.stored.tournaments.Tournaments."""
        row = (await self._records.get([keys.tournament(tournament)]))[0]
        if row:
            return msgspec.json.decode(row, type=StoredTournament).version
        return 0

    async def read(self, tournament: str, after: int = 0) -> builtins.list[AnyEvent]:
        """See damaci.stored.tournaments.Tournaments."""
        found = await self._range(*keys.tournament_events(tournament, after))
        try:
            return [_decoder.decode(text) for _, text in found]
        except msgspec.DecodeError as error:
            raise StoreError(f"tournament {tournament} has an event that cannot be read: {error}") from error

    async def delete(self, tournament: str) -> bool:
        """See damaci.stored.tournaments.Tournaments."""
        row = keys.tournament(tournament)
        while former := (await self._records.get([row]))[0]:
            events = await self._range(*keys.tournament_events(tournament))
            if await self._records.write({row: former}, dict.fromkeys([row, *(key for key, _ in events)])):
                return True
        return False

    async def _range(self, start: str, end: str) -> builtins.list[tuple[str, str]]:
        """All records between two keys."""
        found: builtins.list[tuple[str, str]] = []
        while some := await self._records.range(start, end, AT_ONCE):
            found += some
            start = some[-1][0]
            if len(some) < AT_ONCE:
                break
        return found

    async def _write(
        self, tournament: str, version: int, events: Sequence[AnyEvent], row: Row, former: str | None
    ) -> None:
        changes: dict[str, str | None] = {keys.tournament(tournament): msgspec.json.encode(row).decode()}
        for number, event in enumerate(events, version + 1):
            changes[keys.tournament_event(tournament, number)] = msgspec.json.encode(event).decode()
        if not await self._records.write({keys.tournament(tournament): former}, changes):
            raise VersionConflict(tournament, version)
