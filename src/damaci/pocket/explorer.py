"""What games did in each position, in records: one for each move that was ever made."""

from collections.abc import Mapping, Sequence

import msgspec

from damaci.pocket import keys, rows
from damaci.pocket.records import Records
from damaci.pocket.rows import Row
from damaci.stored.explorer import SHOWN_GAMES, Trodden, Way, signed

MOST_MOVES = 500
"""More than a position has."""
_trodden = msgspec.json.Decoder(Trodden)
_NOBODY = Trodden(0, 0, 0, ())


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
            await self._change(game, way, 1)

    async def take_back(self, game: str, way: Way) -> None:
        """See damaci.stored.explorer.Explorer."""
        await self._change(game, way, -1)

    async def _change(self, game: str, way: Way | None, by: int) -> None:
        while text := (await self._records.get([keys.game(game)]))[0]:
            row = rows.decode(text)
            if row["result"] == "*" or row.get("explored", False) is (by > 0):
                return
            former, changed = await self._moves(game, way, by)
            marked = _marked(row, explored=by > 0)
            if await self._records.write({keys.game(game): text, **former}, {**rows.changes(row, marked), **changed}):
                return

    async def _moves(self, game: str, way: Way | None, by: int) -> tuple[dict[str, str | None], dict[str, str | None]]:
        """The records of a game's moves as they are, and as they are to be."""
        if way is None:
            return {}, {}
        places = sorted({keys.explored_move(way.ruleset, *step) for step in way.steps})
        former = dict(zip(places, await self._records.get(places), strict=True))
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


def _marked(row: Row, *, explored: bool) -> Row:
    return row | {"explored": explored}
