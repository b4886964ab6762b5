"""Tells players, in the lobby and on the page of those whom they follow, which of these are here."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence

import msgspec

from damaci.host.repeating import Repeating
from damaci.online.orders import OperatorOrders
from damaci.online.people import is_known
from damaci.online.seen import SeenPlayers
from damaci.store import Store, StoreError
from damaci.store.audit import Act
from damaci.store.players import Player

LOOK_SECONDS = 3.0
"""Seconds between two looks at who is here."""
GATHER_SECONDS = 0.3
"""Least seconds between two looks, when followers come."""
AT_ONCE = 50
"""Followers whose news is written before anything else may run."""


class Friend(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody whom the reader follows, and who is here. `game`: the one that is being played, empty for none;
    `computer`: what plays, if it is no person."""

    name: str
    account: str
    game: str = ""
    computer: str = ""


class FollowedHere(msgspec.Struct, frozen=True, tag_field="type", tag="followed"):
    """All whom the reader follows and who are here: people by name, then computers."""

    players: Sequence[Friend] = ()


class FollowingReader:
    """A page, of a player with an account."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.followed: Sequence[Player] = ()
        """Whom the player follows."""
        self.changed = True
        """Whether that has to be read."""
        self.news: FollowedHere | None = None
        self.told: FollowedHere | None = None
        self.woken = asyncio.Event()

    def show(self, here: Collection[str], games: Mapping[str, str]) -> None:
        """Takes over who is here, and wakes the page if that is news."""
        friends = (_friend(each, games) for each in self.followed if each.id in here)
        self.news = FollowedHere(tuple(friends))
        if self.news != self.told:
            self.woken.set()


class FollowedNews:
    """Reads the store while somebody who follows others has such a page open."""

    def __init__(self, store: Store, seen: SeenPlayers, orders: OperatorOrders) -> None:
        self._store = store
        self._seen = seen
        self._orders = orders
        self._renamings: Sequence[Act] = ()
        self._readers: set[FollowingReader] = set()
        self.background = Repeating(self._look_if_read, LOOK_SECONDS, "the followed players cannot be told")

    def changed(self, player: str) -> None:
        """Reads again whom a player follows."""
        for reader in self._readers:
            if reader.player == player:
                reader.changed = True
                self.background.wake()

    async def subscribe(self, player: str) -> AsyncGenerator[str]:
        """Messages to a page of `player`: how it is, and then whenever something has changed."""
        reader = FollowingReader(player)
        self._readers.add(reader)
        self.background.wake()
        try:
            while True:
                await reader.woken.wait()
                reader.woken.clear()
                if reader.news != reader.told:
                    reader.told = reader.news
                    yield msgspec.json.encode(reader.told).decode()
        finally:
            self._readers.discard(reader)

    async def _look_if_read(self) -> None:
        if self._readers:
            await self.look()
            await asyncio.sleep(GATHER_SECONDS)

    async def look(self) -> None:
        """Reads who is here, and wakes those for whom something has changed. Raises StoreError."""
        readers = list(self._readers)
        self._forget_renamed()
        for reader in readers:
            if reader.changed:
                await self._read(reader)
        followed = {each.id for reader in readers for each in reader.followed}
        wanted = {player for player in followed if not self._orders.ban_of_player(player)}
        here = await self._seen.here(wanted)
        games = await self._seen.games(here)
        for number, reader in enumerate(readers, 1):
            reader.show(here, games)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _forget_renamed(self) -> None:
        """Has those read again whom a renaming concerns that was not known before."""
        renamings = self._orders.renamings
        renamed = {act.on for act in renamings if act not in self._renamings}
        self._renamings = renamings
        if not renamed:
            return
        for reader in self._readers:
            if not renamed.isdisjoint(each.id for each in reader.followed):
                reader.changed = True

    async def _read(self, reader: FollowingReader) -> None:
        """Changes that come meanwhile are read by the next look."""
        reader.changed = False
        try:
            found = await self._store.follows.of(reader.player)
        except StoreError:
            reader.changed = True
            raise
        known = [each.player for each in found if is_known(each.player)]
        reader.followed = sorted(known, key=lambda player: player.computer is not None)


def _friend(player: Player, games: Mapping[str, str]) -> Friend:
    return Friend(player.name, player.account or "", games.get(player.id, ""), player.computer or "")
