"""Tournaments and broadcasts, with those who look on."""

import asyncio
from dataclasses import dataclass
from random import SystemRandom

from damaci.host import Rooms
from damaci.host.lifetime import Lifetime
from damaci.online.broadcasts.desk import BroadcastDesk
from damaci.online.broadcasts.watching import WatchedBroadcasts, watch_broadcasts
from damaci.online.people import People
from damaci.online.tournaments.boards import WatchedBoards, watch_boards
from damaci.online.tournaments.calls import Calls
from damaci.online.tournaments.club import Club
from damaci.online.tournaments.driver import Driver
from damaci.services.pairing_process import MANY, pair_elsewhere
from damaci.store import Store


@dataclass(frozen=True)
class ClubServices:
    """The tournaments, the broadcasts, and their boards."""

    club: Club
    calls: Calls
    boards: WatchedBoards
    desk: BroadcastDesk
    watching: WatchedBroadcasts


def open_club(store: Store, people: People, rooms: Rooms, life: Lifetime) -> ClubServices:
    """Opens them."""
    club = Club(store, people, rooms, pair_elsewhere, MANY, SystemRandom())
    calls = Calls(store, club)
    boards = watch_boards(store, asyncio.to_thread, lambda: club.renamings)
    watching = watch_broadcasts(store, asyncio.to_thread)
    life.start(Driver(store, club).background, calls.background, watching.background, boards.background)
    return ClubServices(club, calls, boards, BroadcastDesk(store, rooms), watching)
