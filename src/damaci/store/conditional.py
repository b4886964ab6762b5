"""The conditional moves of players in games by the day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Integer, delete, select, update

from damaci.play.conditional import Conditional, Line
from damaci.store.database import Database
from damaci.store.prepared import Prepared, value
from damaci.store.schema import CONDITIONAL, GAMES

_decoder = msgspec.json.Decoder(tuple[Line, ...])
_TO_LOOK_AT = Prepared(
    select(CONDITIONAL.c.game)
    .join(GAMES, GAMES.c.id == CONDITIONAL.c.game)
    .where(GAMES.c.version > CONDITIONAL.c.looked)
    .distinct()
    .limit(value("limit", Integer))
)


@dataclass(frozen=True, slots=True)
class StoredLines:
    """The lines of one side of a game, as they were stored under `id`."""

    id: str
    game: str
    player: str
    moves: Conditional


class ConditionalMoves:
    """One row for each side of a game that has lines. Every method raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, kept: StoredLines) -> bool:
        """Stores the lines of a side in place of its former ones. Returns False if the game or the player has been
        deleted."""
        values = _row(kept)
        changed = {name: value for name, value in values.items() if name not in ("game", "color")}
        stored = self._database.insert(CONDITIONAL).values(values)
        return await self._database.attempt(
            stored.on_conflict_do_update(index_elements=["game", "color"], set_=changed)
        )

    async def of_game(self, game: str) -> Sequence[StoredLines]:
        """The conditional moves of both sides."""
        query = select(CONDITIONAL).where(CONDITIONAL.c.game == game).order_by(CONDITIONAL.c.color)
        async with self._database.reading() as connection:
            return [_kept(row) for row in (await connection.execute(query)).mappings()]

    async def of_player(self, player: str) -> Sequence[StoredLines]:
        """All of a player's."""
        query = select(CONDITIONAL).where(CONDITIONAL.c.player == player).order_by(CONDITIONAL.c.game)
        async with self._database.reading() as connection:
            return [_kept(row) for row in (await connection.execute(query)).mappings()]

    async def to_look_at(self, limit: int) -> Sequence[str]:
        """Games in which something has happened since it was last looked whether to answer."""
        return [row["game"] for row in await self._database.ask(_TO_LOOK_AT, limit=limit)]

    async def looked(self, kept: StoredLines, version: int) -> None:
        """Notes that what happened in the game up to a version asks for no answer any more."""
        async with self._database.changing() as connection:
            await connection.execute(update(CONDITIONAL).where(_same(kept)).values(looked=version))

    async def remove(self, kept: StoredLines) -> None:
        """Removes the lines, unless others have come in their place."""
        async with self._database.changing() as connection:
            await connection.execute(delete(CONDITIONAL).where(_same(kept)))


def _same(kept: StoredLines) -> Any:
    mine = (CONDITIONAL.c.game == kept.game) & (CONDITIONAL.c.color == kept.moves.color)
    return mine & (CONDITIONAL.c.id == kept.id)


def _row(kept: StoredLines) -> dict[str, object]:
    moves = kept.moves
    return {
        "game": kept.game,
        "color": moves.color,
        "id": kept.id,
        "player": kept.player,
        "version": moves.version,
        "ply": moves.ply,
        "lines": msgspec.json.encode(moves.lines).decode(),
        "looked": moves.version,
    }


def _kept(row: Mapping[Any, Any]) -> StoredLines:
    lines = _decoder.decode(row["lines"])
    moves = Conditional(row["color"], row["version"], row["ply"], lines)
    return StoredLines(row["id"], row["game"], row["player"], moves)
