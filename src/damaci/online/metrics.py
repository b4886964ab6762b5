"""Prometheus metrics: counters and durations of this process, and its state at the time of a scrape."""

import math
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from damaci.online.parts.games import GameServices
from damaci.store import StoreError

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Durations(Collector):
    """A histogram of durations. Unlike Prometheus's Histogram it does not take a lock twice for each."""

    def __init__(self, name: str, documentation: str) -> None:
        self._name = name
        self._documentation = documentation
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Counts one more."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        """Yields the histogram."""
        bounds = map(floatToGoString, (*SECONDS, math.inf))
        buckets = [*zip(bounds, accumulate(self._counts), strict=True)]
        yield HistogramMetricFamily(self._name, self._documentation, buckets=buckets, sum_value=self._sum)


class Metrics:
    """The metrics of one server, in a registry of their own, so that one process can run several servers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._appends = Durations("damaci_append_seconds", "Until events were on the disk.")
        self.registry.register(self._appends)
        self._failures = Counter(
            "damaci_append_failures", "Appends that the database could not carry out.", registry=self.registry
        )
        self._requests = Counter("damaci_requests", "Answered requests.", ["method", "status"], registry=self.registry)
        self._sockets = Gauge("damaci_sockets", "Open WebSockets.", registry=self.registry)

    def appended(self, seconds: float, error: BaseException | None) -> None:
        """Records an append to the log, or its failure."""
        if error is None:
            self._appends.add(seconds)
        elif isinstance(error, StoreError):
            self._failures.inc()

    def answered(self, method: str, status: int) -> None:
        """Counts an answered request."""
        self._requests.labels(method, status).inc()

    def sockets(self, change: int) -> None:
        """Changes the number of open sockets by `change`."""
        self._sockets.inc(change)

    def text(self, services: GameServices) -> bytes:
        """Every metric and the state of the services, in Prometheus' text format."""
        return generate_latest(self.registry) + generate_latest(_State(services))


class _State(Collector):
    """The state of the services at the time of a scrape."""

    def __init__(self, services: GameServices) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """Yields the gauges."""
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
        """Counts a request or socket and passes it on."""
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
