"""Health checks for proxies; metrics and a status page for the operator, protected by the operator's token."""

import base64
import os
import secrets
import time
from importlib.metadata import version

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_LATEST

from damaci.host.bus import RedisBus
from damaci.online.services import OnlineServices
from damaci.site.connection import AnyRequest
from damaci.site.rejection import Rejected

_STARTED = time.monotonic()


class Health(msgspec.Struct, frozen=True):
    """`status` is "ok", "failing" while moves cannot be stored, or "draining" before the process ends."""

    status: str


class Status(msgspec.Struct, frozen=True):
    """The state of this process. `database` and `notices` are "ok" or say what is wrong; without Redis, `notices` is
    "not used"."""

    version: str
    process: int
    seconds_up: int
    database: str
    notices: str
    games_open_here: int
    engines_thinking: int
    engines_waited_for: int


@get("/health")
async def health() -> Health:
    """Liveness, for supervisors: 200 as long as the process answers. Asks no store."""
    return Health("ok")


@get("/ready")
async def ready(request: AnyRequest) -> Response[Health]:
    """Readiness, for proxies: 200 if moves can be stored, which a write to the store shows; otherwise 503."""
    process = OnlineServices.of(request).process
    if process.draining:
        return Response(Health("draining"), status_code=503)
    if await process.problem():
        return Response(Health("failing"), status_code=503)
    return Response(Health("ok"))


@get("/operator/status")
async def status(request: AnyRequest) -> Status:
    """The state of this process as JSON."""
    check_operator(request)
    return await state(OnlineServices.of(request))


@get("/operator/metrics")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """The metrics in Prometheus' text format."""
    check_operator(request)
    services = OnlineServices.of(request)
    return Response(services.metrics.text(services), media_type=CONTENT_TYPE_LATEST)


def check_operator(request: AnyRequest) -> None:
    """Raises Rejected unless the request has the operator's token, as a Bearer token or as the password of HTTP Basic
    authentication."""
    expected = OnlineServices.of(request).settings.operator_token
    if not expected:
        raise NotFoundException("there is no operator_token in the settings")
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    if not secrets.compare_digest(_secret(kind.lower(), shown.strip()).encode(), expected.encode()):
        raise AskForToken


class AskForToken(Rejected):
    """Makes a browser ask for the operator's token."""

    def __init__(self) -> None:
        super().__init__(401, "bad-operator-token")
        self.headers = {"www-authenticate": 'Basic realm="Damaci", charset="UTF-8"'}


def operator_name(request: AnyRequest) -> str:
    """The user that the operator's browser shows besides the token; empty for none."""
    return _basic(request.headers.get("authorization", "").partition(" ")[2].strip()).partition(":")[0]


def _basic(shown: str) -> str:
    try:
        return base64.b64decode(shown, validate=True).decode()
    except ValueError:  # not base64, or not text
        return ""


def _secret(kind: str, shown: str) -> str:
    if kind == "bearer":
        return shown
    if kind == "basic":
        return _basic(shown).partition(":")[2]
    return ""


def _notices(bus: RedisBus | None) -> str:
    if bus is None:
        return "not used"
    if bus.up:
        return "ok"
    return "Redis is away: moves of other processes are seen late"


async def state(services: OnlineServices) -> Status:
    """The state of this process."""
    engines = services.engines
    return Status(
        version=version("damaci"),
        process=os.getpid(),
        seconds_up=int(time.monotonic() - _STARTED),
        database=await services.process.problem() or "ok",
        notices=_notices(services.bus),
        games_open_here=services.rooms.open_games,
        engines_thinking=engines.thinking,
        engines_waited_for=engines.waiting,
    )


ROUTES = (health, ready, status, metrics)
