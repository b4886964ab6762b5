"""The players whom others see as here: those who are connected, unless they have chosen otherwise."""

import time
from collections.abc import Collection, Mapping

from damaci.online.connections import Connections
from damaci.online.here_exchange import HereExchange
from damaci.online.house.house import House
from damaci.store import Store

LIVE_SECONDS = 15 * 60.0
"""A game in which nothing has happened for this many seconds is not shown as being played."""


class SeenPlayers:
    """Looks up who is here, and playing what. Every method raises StoreError."""

    def __init__(
        self, store: Store, connections: Connections, house: House, elsewhere: HereExchange | None = None
    ) -> None:
        """`elsewhere`: the other processes, if there are any."""
        self._store = store
        self._connections = connections
        self._house = house
        self._elsewhere = elsewhere

    async def here(self, players: Collection[str]) -> set[str]:
        """The players, among these, who are here, as others may see it; the house's players always are."""
        connected = self._connections.players.intersection(players)
        if self._elsewhere:
            connected |= await self._elsewhere.here(set(players) - connected)
        if connected:
            connected -= await self._store.player_settings.unseen(connected)
        return connected | {player for player in players if self._house.player(player)}

    async def games(self, here: Collection[str]) -> Mapping[str, str]:
        """The games of players who are seen to be here, which others can watch, by player."""
        people = [player for player in here if not self._house.player(player)]
        if not people:
            return {}
        games = await self._store.seats.live(people, time.time() - LIVE_SECONDS)
        seated = await self._store.seats.of_games(set(games.values()))
        unseen = await self._store.player_settings.unseen(set().union(*seated.values()))
        return {player: game for player, game in games.items() if not seated.get(game, set()) & unseen}
