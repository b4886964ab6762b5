"""Leases: of several processes, one does some work."""

from sqlalchemy import or_

from damaci.store.database import Database
from damaci.store.schema import LEASES


class Leases:
    """Leases by the name of the work. A holder that has died loses its lease when the time is up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, name: str, holder: str, at: float, until: float) -> bool:
        """Takes a lease, or prolongs it, from `at` to `until` (epoch seconds); returns whether this holder has it now.
        Raises StoreError."""
        insert = self._database.insert(LEASES)
        free = or_(LEASES.c.holder == holder, LEASES.c.until <= at)
        values = {"holder": holder, "until": until}
        taken = insert.values(name=name, **values).on_conflict_do_update(
            index_elements=["name"], set_=values, where=free
        )
        async with self._database.changing() as connection:
            return bool((await connection.execute(taken)).rowcount)
