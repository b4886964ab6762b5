"""Live games, on this device and with others nearby, and an arbiter's tournaments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import SystemRandom

from damaci.home.parts.thinking import Thinking
from damaci.host import Rooms
from damaci.host.engine_seat import natural_pause
from damaci.host.lifetime import Lifetime
from damaci.links.bonds import Bonds
from damaci.links.desk import Desk
from damaci.links.help_desk import HelpDesk
from damaci.links.helpers import Helpers
from damaci.links.link import BROWSER, Transport
from damaci.links.reception import Reception
from damaci.links.visits import Visits
from damaci.services.hints import Hints
from damaci.services.new_games import NewGames
from damaci.services.pairing_process import MANY, pair_elsewhere
from damaci.services.preferences import Shelf
from damaci.services.tournaments import Tournaments
from damaci.site.assets import Assets
from damaci.store import Store
from damaci.store.log import EventLog

MakeDoor = Callable[[Assets, Rooms, EventLog, Reception, Bonds], Transport]
"""Makes the transport through which browsers nearby reach the games of this app."""
MakeHelpersDoor = Callable[[Assets, Tournaments, Helpers], Transport]
"""Makes the transport through which browsers nearby help an arbiter."""


@dataclass(frozen=True)
class Doors:
    """How others nearby reach this app."""

    assets: Assets
    transports: Callable[[], Mapping[str, Transport]]
    make: MakeDoor | None
    make_for_helpers: MakeHelpersDoor | None


@dataclass(frozen=True)
class GameServices:
    """The open games, and those who play or help on other devices."""

    rooms: Rooms
    new_games: NewGames
    hints: Hints
    desk: Desk
    tournaments: Tournaments
    help_desk: HelpDesk


async def open_games(store: Store, thinking: Thinking, shelf: Shelf, doors: Doors, life: Lifetime) -> GameServices:
    """Opens them. Raises StoreError."""
    bonds = Bonds(store)
    ways = dict(doors.transports())
    visits = Visits(store.log, bonds, ways)
    rooms = Rooms(
        store,
        thinking.engines,
        pause=lambda: natural_pause() if shelf.current.pause else 0.0,
        on_rematch=lambda game, following, table: bonds.follow(game, following),
        elsewhere=visits.room,
    )
    life.push_async_callback(rooms.close)
    reception = Reception(rooms, bonds)
    if doors.make:
        ways[BROWSER] = doors.make(doors.assets, rooms, store.log, reception, bonds)
    desk = Desk(rooms, bonds, reception, visits, ways)
    await desk.open()
    life.push_async_callback(desk.close)
    tournaments = Tournaments(store, pair_elsewhere, MANY, SystemRandom())
    help_desk = await _open_help_desk(store, tournaments, doors, life)
    return GameServices(rooms, NewGames(store, rooms), Hints(rooms, thinking.engines), desk, tournaments, help_desk)


async def _open_help_desk(store: Store, tournaments: Tournaments, doors: Doors, life: Lifetime) -> HelpDesk:
    helpers = Helpers(store)
    door = doors.make_for_helpers and doors.make_for_helpers(doors.assets, tournaments, helpers)
    help_desk = HelpDesk(helpers, store, door)
    await help_desk.open()
    life.push_async_callback(help_desk.close)
    return help_desk
