"""What keeps the server in order: what operators want, limits, and the work of this process."""

from collections.abc import Callable
from dataclasses import dataclass

from damaci.host.lifetime import Lifetime
from damaci.online.costs import Costs
from damaci.online.fair_play.comparer import Comparer
from damaci.online.fair_play.driver import FairPlayDriver
from damaci.online.isolation import Isolation
from damaci.online.lag import LagBudgets
from damaci.online.limit_exchange import LimitExchange
from damaci.online.limits import RateLimits
from damaci.online.metrics import Metrics
from damaci.online.orders import OperatorOrders
from damaci.online.parts.games import GameServices
from damaci.online.process import ServingProcess
from damaci.online.settings import OnlineSettings
from damaci.online.sockets import Sockets
from damaci.online.tidying import Tidying
from damaci.online.tournaments.club import Club
from damaci.online.turns import Turns
from damaci.store import Store


@dataclass(frozen=True)
class Gates:
    """What every request passes before it reaches a handler."""

    metrics: Metrics
    limits: RateLimits
    sockets: Sockets


@dataclass(frozen=True)
class OperatingServices:
    """The operators' orders, and what requests may cost."""

    process: ServingProcess
    orders: OperatorOrders
    metrics: Metrics
    limits: RateLimits
    costs: Costs
    lags: LagBudgets
    turns: Turns


async def open_operating(
    settings: OnlineSettings,
    store: Store,
    gates: Gates,
    games: GameServices,
    club: Club,
    end: Callable[[], None],
    life: Lifetime,
) -> OperatingServices:
    """Opens them. `end` is called when an operator drains this process. Raises StoreError."""
    connections = games.connections
    process = ServingProcess(store, connections, games.engines, folder=settings.folder, alone=settings.alone, end=end)
    await process.open()
    life.start(process)
    orders = OperatorOrders(store, connections, process, games.rooms, club)
    await orders.look()
    exchange = LimitExchange(settings.redis, gates.limits, gates.sockets) if settings.redis else None
    life.start(orders.background, exchange, Tidying(store, settings).background)
    life.start(FairPlayDriver(store, Comparer()).background)
    if not settings.alone:
        life.start(Isolation(connections, lambda: games.rooms.reach_the_store).background)
    return OperatingServices(process, orders, gates.metrics, gates.limits, Costs.of(settings), LagBudgets(), Turns())
