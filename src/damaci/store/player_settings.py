"""What players with accounts have chosen for themselves: who may challenge them, and see that they are here."""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec
from sqlalchemy import insert, select, update

from damaci.store.database import Database
from damaci.store.locking import lock_player
from damaci.store.schema import PLAYER_SETTINGS


class Privacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may do what with a player."""

    challenges: Literal["everybody", "nobody"] = "everybody"
    """Who may challenge the player: everybody with an account, or nobody."""
    presence: Literal["everybody", "nobody"] = "everybody"
    """Who may see that the player is here, and in which game: everybody, or nobody."""


class PlayerSettings:
    """The choices by player. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, player: str) -> Privacy:
        """A player's choices, as far as this version knows them; the usual ones if nothing has been chosen."""
        query = select(PLAYER_SETTINGS.c.settings).where(PLAYER_SETTINGS.c.player == player)
        async with self._database.reading() as connection:
            text = await connection.scalar(query)
        return _known(text) if text else Privacy()

    async def unseen(self, players: Collection[str]) -> set[str]:
        """The players, among these, who do not want to be seen here."""
        if not players:
            return set()
        query = select(PLAYER_SETTINGS).where(PLAYER_SETTINGS.c.player.in_(players))
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return {row.player for row in rows if _known(row.settings).presence == "nobody"}

    async def change(self, player: str, wanted: Mapping[str, str]) -> Privacy:
        """Stores some of a player's choices, by their names, and returns all of them. What another version has stored
        stays."""
        mine = PLAYER_SETTINGS.c.player == player
        async with self._database.writing() as connection:
            # The player stays locked: what is changed at the same time is not undone.
            await lock_player(connection, player)
            kept = await connection.scalar(select(PLAYER_SETTINGS.c.settings).where(mine))
            stored = msgspec.json.decode(kept, type=dict[str, object]) if kept else {}
            text = msgspec.json.encode({**stored, **wanted}).decode()
            if kept is None:
                await connection.execute(insert(PLAYER_SETTINGS).values(player=player, settings=text))
            else:
                await connection.execute(update(PLAYER_SETTINGS).where(mine).values(settings=text))
        return _known(text)


def _known(text: str) -> Privacy:
    stored = msgspec.json.decode(text, type=dict[str, object])
    known = {name: stored[name] for name in Privacy.__struct_fields__ if name in stored}
    try:
        return msgspec.convert(known, Privacy)
    except msgspec.ValidationError:  # Another version knows more.
        return Privacy()
