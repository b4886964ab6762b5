"""Which programs' accounts are listed among the computers, and whose programs they are."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, insert, select, update

from damaci.store.database import Database
from damaci.store.players import PROGRAM, Player, player_of
from damaci.store.schema import BOTS, PLAYERS


class Program(msgspec.Struct, frozen=True):
    """A program's account. `owner`: the player whose program it is, None where nobody has said it."""

    player: Player
    owner: str | None
    listed: bool


class Bots:
    """Programs by their accounts. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listed(self) -> Sequence[Program]:
        """Programs that are listed and whose accounts are not closed, by name."""
        return await self._programs(BOTS.c.listed & PLAYERS.c.closed.is_(None))

    async def of(self, player: str) -> Sequence[Program]:
        """The player's own account if it is a program's, and the programs whose owner the player is, by name."""
        return await self._programs((BOTS.c.player == player) | (BOTS.c.owner == player))

    async def _programs(self, which: ColumnElement[bool]) -> Sequence[Program]:
        query = select(PLAYERS, BOTS.c.owner, BOTS.c.listed).join(BOTS, BOTS.c.player == PLAYERS.c.id)
        query = query.where(which, PLAYERS.c.computer == PROGRAM).order_by(PLAYERS.c.name, PLAYERS.c.id)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).mappings()
            return [Program(player_of(row), row["owner"], row["listed"]) for row in found]

    async def put(self, player: str, *, listed: bool) -> None:
        """Lists a program's account, or takes the listing back."""
        async with self._database.writing() as connection:
            which = update(BOTS).where(BOTS.c.player == player)
            if not (await connection.execute(which.values(listed=listed))).rowcount:
                await connection.execute(insert(BOTS).values(player=player, listed=listed))

    async def own(self, player: str, owner: str | None) -> None:
        """Notes whose program a listed account is; None for nobody's."""
        async with self._database.writing() as connection:
            await connection.execute(update(BOTS).where(BOTS.c.player == player).values(owner=owner))
