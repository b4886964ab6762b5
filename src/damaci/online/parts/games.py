"""Live games: their rooms, who is connected to them, and what follows when a game has moved on."""

from dataclasses import dataclass

from damaci.host import Engines, Rooms
from damaci.host.attendance import Attendance
from damaci.host.bus import RedisBus
from damaci.host.engine_seat import natural_pause
from damaci.host.lifetime import Lifetime
from damaci.online.answering import Answering, MovedGames
from damaci.online.connections import Connections
from damaci.online.daily import DailyClocks
from damaci.online.engines import engines_of
from damaci.online.healing import Healing
from damaci.online.here_exchange import HereExchange
from damaci.online.holidays import Holidays, holidays_of
from damaci.online.lag import MOST
from damaci.online.mail.mailing import Mailing
from damaci.online.notifying import Notifier
from damaci.online.presence import Presence
from damaci.online.rating import RatingCounter
from damaci.online.settings import OnlineSettings
from damaci.play.table import Table
from damaci.store import Store


@dataclass(frozen=True)
class GameServices:
    """The open games, the engines, and who is there."""

    bus: RedisBus | None
    engines: Engines
    attendance: Attendance
    connections: Connections
    presence: Presence
    elsewhere: HereExchange | None
    """Who is connected to other processes; None if there are none."""
    mailing: Mailing
    notifier: Notifier
    rooms: Rooms
    answering: Answering
    holidays: Holidays
    healing: Healing


@dataclass(frozen=True)
class _Afterwards:
    """What happens after games."""

    counter: RatingCounter
    notifier: Notifier

    def ended(self, game: str, table: Table) -> None:
        """Has a rated game counted, and its players told."""
        self.counter.game_ended(table.settings.rated)
        self.notifier.ended(game, table)

    async def rematched(self, former: str, game: str, table: Table) -> None:
        """Tells the players of a game that goes on as another one."""
        self.notifier.moved(game, table, former)


async def open_games(settings: OnlineSettings, store: Store, life: Lifetime) -> GameServices:
    """Opens them. Raises StoreError."""
    engines = engines_of(settings)
    life.callback(engines.close)
    attendance = Attendance()
    connections = Connections()
    presence = Presence(everybody=settings.alone)
    elsewhere = HereExchange(settings.redis, connections, presence) if settings.redis else None
    mailing = Mailing(store, on=bool(settings.mail_host))
    notifier = Notifier(store, settings, presence.present, mailing)
    counter = RatingCounter(store)
    moved = MovedGames()
    bus = await _open_bus(settings, life)

    after = _Afterwards(counter, notifier)
    rooms = Rooms(
        store,
        engines,
        on_end=after.ended,
        on_turn=moved.add,
        on_rematch=after.rematched,
        alone=settings.alone,
        bus=bus,
        pause=natural_pause,
        patience=MOST,
        resting=lambda: connections.shut,
        holidays=lambda game: holidays_of(store, game),
        memory=settings.memory_for_rooms,
        attending=attendance,
    )
    life.push_async_callback(rooms.close)
    answering = Answering(store, rooms, moved, notifier.moved)
    holidays = Holidays(store, rooms)
    healing = Healing(store, rooms)
    daily = DailyClocks(store, rooms, answering, holidays, alone=settings.alone)
    life.start(elsewhere, healing, counter.background, answering, daily.background)
    await notifier.open()
    life.push_async_callback(notifier.close)
    if not settings.alone:
        await rooms.attend()
    return GameServices(
        bus=bus,
        engines=engines,
        attendance=attendance,
        connections=connections,
        presence=presence,
        elsewhere=elsewhere,
        mailing=mailing,
        notifier=notifier,
        rooms=rooms,
        answering=answering,
        holidays=holidays,
        healing=healing,
    )


async def _open_bus(settings: OnlineSettings, life: Lifetime) -> RedisBus | None:
    if not settings.redis:
        return None
    bus = RedisBus(settings.redis)
    await bus.open()
    life.push_async_callback(bus.close)
    return bus
