"""Reviews in records."""

from damaci.pocket import keys
from damaci.pocket.records import Records


class Reviews:
    """See damaci.stored.store.Reviews."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def get(self, game: str) -> str | None:
        """See damaci.stored.store.Reviews."""
        return (await self._records.get([keys.review(game)]))[0]

    async def put(self, game: str, review: str) -> None:
        """See damaci.stored.store.Reviews."""
        row = (await self._records.get([keys.game(game)]))[0]
        if row is not None:
            await self._records.write({}, {keys.review(game): review})
