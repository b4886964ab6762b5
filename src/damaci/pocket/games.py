"""The list of games in records."""

import builtins
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from itertools import count

from damaci.engine.levels import with_styles
from damaci.pocket import keys, rows
from damaci.pocket.explorer import moves_of
from damaci.pocket.records import Records
from damaci.stored.explorer import Way
from damaci.stored.folding import folded
from damaci.stored.summary import Summary, edited_row

AT_ONCE = 200
"""Rows that are read together."""


class Games:
    """See damaci.stored.store.Games."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def get(self, game: str) -> Summary | None:
        """See damaci.stored.store.Games."""
        text = (await self._records.get([keys.game(game)]))[0]
        if text:
            return rows.summary_in(text)
        return None

    async def list(
        self,
        *,
        finished: bool | None = None,
        ruleset: str = "",
        player: str = "",
        search: str = "",
        begun: bool = False,
        limit: int | None = 50,
        offset: int = 0,
    ) -> Sequence[Summary]:
        """See damaci.stored.store.Games."""
        wanted = _filter(finished, ruleset, player, search, begun)
        found: list[Summary] = []
        numbers = count(1 - offset)
        async for each in self._all("running" if finished is False else "list"):
            if wanted(each) and next(numbers) > 0:
                found.append(each)
                if len(found) == limit:
                    break
        return found

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """See damaci.stored.store.Games."""
        _, end = keys.kind("game")
        return [key.partition(":")[2] for key, _ in await self._records.range(keys.game(after), end, limit)]

    async def delete(self, game: str, way: Way | None = None) -> bool:
        """See damaci.stored.store.Games."""
        while True:
            text = (await self._records.get([keys.game(game)]))[0]
            if text is None:
                return False
            row = rows.decode(text)
            gone = [*await self._events(game), keys.review(game), keys.unhashed(game), keys.uncounted(game)]
            if row.get("hash"):
                gone.append(keys.content(row["hash"]))
            counted = way if row.get("explored") else None
            former, moves = await moves_of(self._records, game, counted, -1)
            changes = rows.changes(row, None) | dict.fromkeys(gone) | moves
            if await self._records.write({keys.game(game): text, **former}, changes):
                return True

    async def edit(self, game: str, tags: Mapping[str, str], white: str, black: str) -> bool:
        """See damaci.stored.store.Games."""
        while text := (await self._records.get([keys.game(game)]))[0]:
            row = rows.decode(text)
            changes = rows.changes(row, row | edited_row(tags, white, black))
            if await self._records.write({keys.game(game): text}, changes):
                return True
        return False

    async def edited(self, games: Collection[str]) -> Mapping[str, dict[str, str]]:
        """See damaci.stored.store.Games."""
        found = await self._records.get([keys.game(game) for game in games])
        summaries = [rows.summary_in(text) for text in found if text]
        return {game.id: game.tags for game in summaries if game.tags}

    async def unfinished(self) -> Summary | None:
        """See damaci.stored.store.Games."""
        found = await self.list(finished=False, limit=1)
        return next(iter(found), None)

    async def _events(self, game: str) -> builtins.list[str]:
        """The keys of a game's events."""
        found: builtins.list[str] = []
        start, end = keys.events_of(game)
        while some := await self._records.range(start, end, AT_ONCE):
            found += (key for key, _ in some)
            start = some[-1][0]
        return found

    async def _all(self, kind: str) -> AsyncIterator[Summary]:
        start, end = keys.kind(kind)
        while some := await self._records.range(start, end, AT_ONCE):
            for _, text in some:
                yield rows.summary_in(text)
            start = some[-1][0]


def _filter(finished: bool | None, ruleset: str, player: str, search: str, begun: bool) -> Callable[[Summary], bool]:
    named = folded(search)
    opponents = {*with_styles(player)}

    def wanted(game: Summary) -> bool:
        seats = (game.white, game.black)
        return (
            (finished is None or finished == (game.result != "*"))
            and (not ruleset or game.ruleset == ruleset)
            and (not player or any({seat.name, seat.level, seat.kind} & opponents for seat in seats))
            and (not named or any(named in folded(seat.name) for seat in seats))
            and (not begun or game.plies > 0)
        )

    return wanted
