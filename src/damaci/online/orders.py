"""What operators have ordered, as far as this process has read it: bans, the announcement, maintenance."""

import time
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network

import msgspec

from damaci.host import Rooms
from damaci.host.repeating import Repeating
from damaci.online.addressing import parsed
from damaci.online.connections import Connections, OpenSocket
from damaci.online.process import ServingProcess
from damaci.online.tournaments.club import Club
from damaci.site.announcement import Announcement
from damaci.store import Store
from damaci.store.audit import Act, AuditState
from damaci.store.bans import Ban
from damaci.store.notices import OperatorNotice
from damaci.wire.closing import COME_BACK_LATER, NO_SUCH_GAME

LOOK_SECONDS = 2.0
"""Seconds between two looks for new orders."""
TURNED_AWAY = 4403
"""Close code: the player or the address is banned, or the account is closed. From 4400 on, pages do not reconnect."""
MAINTENANCE = "maintenance"
"""The reason of a socket closed for maintenance, by which the page reloads and shows the page of the maintenance."""
REMOVED = "removed"
"""The reason of a socket whose tournament has been removed, by which the page reloads and says so."""
MOST_REMEMBERED = 10_000
"""Number of addresses for which it is remembered whether they are banned."""


class OperatorOrders:
    """Reads the store when the audit log has grown, and carries out what it finds there."""

    def __init__(
        self, store: Store, connections: Connections, process: ServingProcess, rooms: Rooms, club: Club
    ) -> None:
        self._store = store
        self._connections = connections
        self._process = process
        self._rooms = rooms
        self._club = club
        self._renamings: Sequence[Act] | None = None
        self._removals: Sequence[Act] = ()
        """The last removals of broadcasts."""
        self._tournaments_gone: Sequence[Act] = ()
        """The last removals of tournaments."""
        self._names: str | None = None
        self._state: AuditState | None = None
        self._players: Mapping[str, Ban] = {}
        self._networks: Sequence[tuple[IPv4Network | IPv6Network, Ban]] = ()
        self._remembered: dict[str, Ban | None] = {}
        self._announcement: OperatorNotice | None = None
        self.maintenance: OperatorNotice | None = None
        """The maintenance, while there is one."""
        self.background = Repeating(
            self.look, LOOK_SECONDS, "the operators' orders cannot be carried out", first=LOOK_SECONDS
        )

    async def look(self) -> None:
        """Reads the orders if there are new ones. Raises StoreError."""
        state = await self._store.audit.state()
        if state == self._state:
            return
        at = time.time()
        bans = await self._store.bans.running(at)
        notices = {notice.kind: notice for notice in await self._store.notices.running(at)}
        closed = await self._store.players.closed(self._connections.players)
        self._players = {ban.subject: ban for ban in bans if ban.kind == "player"}
        self._networks = [(ip_network(ban.subject, strict=False), ban) for ban in bans if ban.kind == "network"]
        self._remembered = {}
        self.maintenance = notices.get("maintenance")
        self._connections.shut = self.maintenance is not None
        self._announce(notices.get("announcement"))
        self._close(closed)
        self._forget_names(state.names)
        await self._read_renamed()
        await self._forget_removed()
        await self._close_removed()
        await self._process.look()
        self._state = state  # Only now, so that what could not be read is read again next time.

    def _forget_names(self, names: str) -> None:
        known = names if self._names is None else self._names  # Nothing is in memory before the first look.
        self._names = names
        if names != known:
            self._club.forget_all()

    async def _read_renamed(self) -> None:
        """Closes the open games of renamed players, so that they, and tournaments, are read again with the new
        names."""
        renamings = await self._store.audit.list(what="rename")
        known = renamings if self._renamings is None else self._renamings  # No room is open before the first look.
        players = {act.on for act in renamings if act not in known}
        for player in players:
            for game in await self._store.seats.games_of(player, limit=None):
                self._rooms.put_away(game.id)
        if players:
            self._club.forget_all()
        self._renamings = renamings

    async def _forget_removed(self) -> None:
        """Closes the open games of broadcasts that were removed."""
        removals = await self._store.audit.list(what="remove-broadcast")
        if removals != self._removals:
            await self._rooms.put_removed_away()
            self._removals = removals

    async def _close_removed(self) -> None:
        """Closes the sockets of pages that show tournaments which were removed."""
        removals = await self._store.audit.list(what="remove-tournament")
        if removals != self._tournaments_gone:
            gone = {act.on for act in removals}
            self._connections.close(lambda each: each.tournament in gone, NO_SUCH_GAME, REMOVED)
            self._tournaments_gone = removals

    @property
    def renamings(self) -> Sequence[Act]:
        """The last renamings. Not by their moments: the operator's clock may be another one."""
        return self._renamings or ()

    # ---- who may come in ---------------------------------------------------------------------------------------------

    @property
    def bans_players(self) -> bool:
        """Whether any player is banned."""
        return bool(self._players)

    def ban_of_player(self, player: str | None) -> Ban | None:
        """The ban of a player, if there is one."""
        return _running(self._players.get(player or ""))

    def ban_of_address(self, address: str) -> Ban | None:
        """The ban of an address, or of a network that it is in."""
        if not self._networks:
            return None
        known = self._remembered.get(address)
        if address not in self._remembered or (known and not _running(known)):
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[address] = self._look_up(address)
        return _running(self._remembered[address])

    def _look_up(self, address: str) -> Ban | None:
        try:
            there = parsed(address)
        except ValueError:
            return None
        return next((ban for network, ban in self._networks if there in network and _running(ban)), None)

    def _close(self, closed: set[str]) -> None:
        if self.maintenance:
            self._connections.close(lambda each: True, COME_BACK_LATER, MAINTENANCE)
            return

        def banned(each: OpenSocket) -> bool:
            return bool(self.ban_of_player(each.player) or self.ban_of_address(each.address))

        self._connections.close(banned, TURNED_AWAY, "banned")
        self._connections.close(lambda each: each.player in closed, TURNED_AWAY, "account-closed")

    # ---- the announcement --------------------------------------------------------------------------------------------

    @property
    def announcement(self) -> Announcement:
        """The announcement; an empty one if there is none."""
        notice = self._announcement
        if notice and (notice.until or 0) > time.time():
            return Announcement(notice.text, f"{notice.since:.3f}")
        return Announcement()

    def _announce(self, notice: OperatorNotice | None) -> None:
        before = self.announcement
        self._announcement = notice
        if self.announcement != before:
            self._connections.tell(msgspec.json.encode(self.announcement).decode())


def _running(ban: Ban | None) -> Ban | None:
    if ban and ban.until is not None and ban.until <= time.time():
        return None
    return ban
