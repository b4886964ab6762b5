"""What visitors ask of the explorer, kept for a while: most of them ask about the same few positions."""

import time
from collections import OrderedDict

import msgspec

from damaci.services.explorer import Exploration, ExplorerGames, Look, OpeningExplorer
from damaci.stored import Summary

KEEP_SECONDS = 20.0
MOST_KEPT = 2_000


class RecentExplorations:
    """Explorations that were made a short while ago are not made again."""

    def __init__(self, explorer: OpeningExplorer) -> None:
        self._explorer = explorer
        self._kept: OrderedDict[bytes, tuple[float, Exploration]] = OrderedDict()

    async def look(self, look: Look) -> Exploration:
        """What is known about the moves of a position; `games` has only those that anybody may look at. Raises
        FenError, UnknownRuleset, StoreError."""
        key = msgspec.json.encode(look)
        made, found = self._kept.get(key, (0.0, None))
        if found is None or time.monotonic() - made > KEEP_SECONDS:
            found = await self._public(await self._explorer.known(look))
            self._keep(key, found)
        return found

    async def games(self, found: Exploration) -> list[Summary]:
        """The last games of all moves. Raises StoreError."""
        ids = list(dict.fromkeys(game for move in found.moves for game in move.games))
        return await self._explorer.games(ExplorerGames(ids))

    async def _public(self, found: Exploration) -> Exploration:
        public = {game.id for game in await self.games(found) if _is_public(game)}
        moves = [
            msgspec.structs.replace(move, games=[game for game in move.games if game in public]) for move in found.moves
        ]
        return msgspec.structs.replace(found, moves=moves)

    def _keep(self, key: bytes, found: Exploration) -> None:
        self._kept[key] = (time.monotonic(), found)
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _is_public(game: Summary) -> bool:
    """Whether anybody may look at it: games between people, or with a computer that has a name. What somebody plays
    against the engine's levels is their own."""
    return all(seat.kind == "person" or seat.name for seat in (game.white, game.black))
