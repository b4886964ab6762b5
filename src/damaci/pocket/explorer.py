"""The moves of games in each position, in records: one record for each move that was ever made."""

from collections.abc import Mapping, Sequence

import msgspec

from damaci.pocket import keys, rows
from damaci.pocket.records import Records
from damaci.stored.explorer import SHOWN_GAMES, Trodden, Way, signed

MOST_MOVES = 500
"""More moves than a position has."""
_trodden = msgspec.json.Decoder(Trodden)
_NOBODY = Trodden(0, 0, 0, ())


Texts = dict[str, str | None]
"""Records by their keys; None for a missing one."""


class Explorer:
    """See damaci.stored.explorer.Explorer."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def find(self, ruleset: str, position: int) -> Mapping[int, Trodden]:
        """See damaci.stored.explorer.Explorer."""
        found = await self._records.range(*keys.explored(ruleset, position), MOST_MOVES)
        return {signed(int(key.rpartition(":")[2], 16)): _trodden.decode(text) for key, text in found}

    async def missing(self, limit: int) -> Sequence[str]:
        """See damaci.stored.explorer.Explorer."""
        found = await self._records.range(*keys.kind("uncounted"), limit)
        return [key.partition(":")[2] for key, _ in found]

    async def count(self, games: Mapping[str, Way | None]) -> None:
        """See damaci.stored.explorer.Explorer."""
        for game, way in sorted(games.items()):
            await self._count(game, way)

    async def _count(self, game: str, way: Way | None) -> None:
        while text := (await self._records.get([keys.game(game)]))[0]:
            row = rows.decode(text)
            if row["result"] == "*" or row.get("explored", False):
                return
            former, changed = await moves_of(self._records, game, way, 1)
            marked = rows.changes(row, row | {"explored": True})
            if await self._records.write({keys.game(game): text, **former}, {**marked, **changed}):
                return


async def moves_of(records: Records, game: str, way: Way | None, by: int) -> tuple[Texts, Texts]:
    """The records of a game's moves, before and after it is added to the count (1) or taken out of it (-1)."""
    if way is None:
        return {}, {}
    places = sorted({keys.explored_move(way.ruleset, *step) for step in way.steps})
    former = dict(zip(places, await records.get(places), strict=True))
    return former, {place: _changed(text, game, way, by) for place, text in former.items()}


def _changed(text: str | None, game: str, way: Way, by: int) -> str | None:
    trodden = _NOBODY
    if text:
        trodden = _trodden.decode(text)
    games = [each for each in trodden.games if each != game]
    if by > 0:
        games = [game, *games]
    changed = Trodden(
        trodden.white + by * (way.result == "1-0"),
        trodden.draw + by * (way.result == "1/2-1/2"),
        trodden.black + by * (way.result == "0-1"),
        games[:SHOWN_GAMES],
    )
    if not changed.white + changed.draw + changed.black:
        return None
    return msgspec.json.encode(changed).decode()
