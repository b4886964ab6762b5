"""What Prometheus is told: counters and times of this process, and how things stand when it asks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from damaci.store import StoreError

if TYPE_CHECKING:
    from damaci.online.services import OnlineServices

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """One of each, in a registry of their own: several servers can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._appends = Histogram(
            "damaci_append_seconds", "Until events were on the disk.", buckets=SECONDS, registry=self.registry
        )
        self._failures = Counter(
            "damaci_append_failures", "Appends that the database could not carry out.", registry=self.registry
        )
        self._requests = Counter("damaci_requests", "Answered requests.", ["method", "status"], registry=self.registry)
        self._sockets = Gauge("damaci_sockets", "Open WebSockets.", registry=self.registry)

    def appended(self, seconds: float, error: BaseException | None) -> None:
        """The log was written to, or not."""
        if error is None:
            self._appends.observe(seconds)
        elif isinstance(error, StoreError):
            self._failures.inc()

    def answered(self, method: str, status: int) -> None:
        """A request has got its answer."""
        self._requests.labels(method, status).inc()

    def sockets(self, change: int) -> None:
        """One more, or one less."""
        self._sockets.inc(change)

    def watch(self, services: "OnlineServices") -> None:
        """Tells how these stand, too."""
        self.registry.register(_State(services))

    def text(self) -> bytes:
        """All of it, in Prometheus' own format."""
        return generate_latest(self.registry)


class _State(Collector):
    """Looked up when it is asked for."""

    def __init__(self, services: "OnlineServices") -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """A value each."""
        engines = self._services.engines
        bus = self._services.bus
        yield GaugeMetricFamily(
            "damaci_games_open", "Games that this process has in memory.", self._services.rooms.open_games
        )
        yield GaugeMetricFamily("damaci_engines_thinking", "Engines at work.", engines.thinking)
        yield GaugeMetricFamily(
            "damaci_engines_waited_for", "Moves and answers that wait for a free engine.", engines.waiting
        )
        yield GaugeMetricFamily(
            "damaci_notices_arrive", "1 while Redis answers, or none is needed.", float(bus is None or bus.up)
        )


class Counting(ASGIMiddleware):
    """Counts requests and sockets."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Counts, then hands on."""
        if scope["type"] == ScopeType.WEBSOCKET:
            self._metrics.sockets(1)
            try:
                await next_app(scope, receive, send)
            finally:
                self._metrics.sockets(-1)
            return

        async def send_and_count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.answered(scope["method"], message["status"])
            await send(message)

        await next_app(scope, receive, send_and_count)
