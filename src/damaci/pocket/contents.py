"""Hashes of games' contents in records; and storing many games at once."""

from collections.abc import Collection, Mapping, Sequence

from damaci.pocket import keys, rows
from damaci.pocket.log import opened
from damaci.pocket.records import Records
from damaci.stored import StoreError
from damaci.stored.incoming import NewRecord


class Contents:
    """See damaci.stored.store.Contents."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def find(self, hashes: Collection[str]) -> dict[str, str]:
        """See damaci.stored.store.Contents."""
        wanted = list(hashes)
        found = await self._records.get([keys.content(hash) for hash in wanted])
        return {hash: game for hash, game in zip(wanted, found, strict=True) if game}

    async def missing(self, limit: int) -> list[str]:
        """See damaci.stored.store.Contents."""
        found = await self._records.range(*keys.kind("unhashed"), limit)
        return [key.partition(":")[2] for key, _ in found]

    async def put(self, hashes: Mapping[str, str]) -> None:
        """See damaci.stored.store.Contents."""
        for game, hash in hashes.items():
            await self._put(game, hash)

    async def add(self, incoming: Sequence[NewRecord]) -> None:
        """See damaci.stored.store.Contents."""
        changes: dict[str, str | None] = {}
        for each in incoming:
            changes |= opened(each.game, each.events)
            if each.hash:
                row = rows.first_row(each.game, each.events) | {"hash": each.hash}
                changes |= rows.changes(None, row) | {keys.content(each.hash): each.game}
        if not await self._records.write({keys.game(each.game): None for each in incoming}, changes):
            raise StoreError("a game that comes in has the id of another")

    async def _put(self, game: str, hash: str) -> None:
        while text := (await self._records.get([keys.game(game)]))[0]:
            former = rows.decode(text)
            changes = rows.changes(former, former | {"hash": hash})
            if former.get("hash"):
                changes[keys.content(former["hash"])] = None
            if hash:
                changes[keys.content(hash)] = game
            if await self._records.write({keys.game(game): text}, changes):
                return
