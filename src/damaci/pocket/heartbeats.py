"""Heartbeats in records."""

import time
from collections.abc import Callable

import msgspec

from damaci.pocket import keys
from damaci.pocket.records import Records
from damaci.stored.heartbeats import Beaten, Heartbeat

MOST = 10_000
_heartbeats = msgspec.json.Decoder(Heartbeat)
_outages = msgspec.json.Decoder(tuple[float, float])


class Heartbeats:
    """See damaci.stored.store.Heartbeats. A heartbeat may be lost in a crash of the machine: it is written every
    second."""

    def __init__(self, records: Records, wall: Callable[[], float] = time.time) -> None:
        self._records = records
        self._wall = wall

    async def read(self) -> Beaten:
        """See damaci.stored.store.Heartbeats."""
        found = await self._records.range(*keys.kind("heartbeat"), MOST)
        return Beaten(self._wall(), [_heartbeats.decode(text) for _, text in found])

    async def beat(self, process: str, at: float) -> Beaten:
        """See damaci.stored.store.Heartbeats."""
        beaten = await self.read()
        text = msgspec.json.encode(Heartbeat(process, at, beaten.wall)).decode()
        await self._records.write({}, {keys.heartbeat(process): text}, lasting=False)
        return beaten

    async def forget(self, heartbeats: float, outages: float) -> None:
        """See damaci.stored.store.Heartbeats."""
        old = [keys.heartbeat(each.process) for each in (await self.read()).heartbeats if each.at < heartbeats]
        old += [keys.outage(since) for since, until in await self.outages() if until < outages]
        if old:
            await self._records.write({}, dict.fromkeys(old), lasting=False)

    async def add_outage(self, since: float, until: float) -> None:
        """See damaci.stored.store.Heartbeats."""
        key = keys.outage(since)
        await self._records.write({key: None}, {key: msgspec.json.encode((since, until)).decode()})

    async def outages(self) -> list[tuple[float, float]]:
        """See damaci.stored.store.Heartbeats."""
        found = await self._records.range(*keys.kind("outage"), MOST)
        return [_outages.decode(text) for _, text in found]
