"""Health checks for proxies; metrics and a status page for the operator, protected by the operator's token."""

import asyncio
import base64
import os
import secrets
import time
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_LATEST

from damaci.host.bus import RedisBus
from damaci.online.services import OnlineServices
from damaci.site.pages import page
from damaci.site.rejection import Rejected
from damaci.store import StoreError

ANSWER_SECONDS = 2.0
"""A database that takes longer counts as failed."""
_STARTED = time.monotonic()

AnyRequest = Request[Any, Any, Any]


class Health(msgspec.Struct, frozen=True):
    """`status` is "ok" when games can be played here, otherwise "failing"."""

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
async def health(request: AnyRequest) -> Response[Health]:
    """For proxies and supervisors: 200, or 503 while the database does not answer."""
    fine = await _database(OnlineServices.of(request)) == "ok"
    return Response(Health("ok" if fine else "failing"), status_code=200 if fine else 503)


@get("/operator")
async def operator(request: AnyRequest) -> Response[str]:
    """The state of this process as a page."""
    _check(request)
    return page(
        request,
        "operator/operator.html",
        {},
        shown={"status": msgspec.to_builtins(await _status(OnlineServices.of(request)))},
    )


@get("/operator/status")
async def status(request: AnyRequest) -> Status:
    """The state of this process as JSON."""
    _check(request)
    return await _status(OnlineServices.of(request))


@get("/operator/metrics")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """The metrics in Prometheus' text format."""
    _check(request)
    return Response(OnlineServices.of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _check(request: AnyRequest) -> None:
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


def _secret(kind: str, shown: str) -> str:
    if kind != "basic":
        return shown if kind == "bearer" else ""
    try:
        return base64.b64decode(shown, validate=True).decode().partition(":")[2]
    except ValueError:  # not base64, or not text
        return ""


def _notices(bus: RedisBus | None) -> str:
    if bus is None:
        return "not used"
    if bus.up:
        return "ok"
    return "Redis is away: moves of other processes are seen late"


async def _status(services: OnlineServices) -> Status:
    engines = services.engines
    return Status(
        version=version("damaci"),
        process=os.getpid(),
        seconds_up=int(time.monotonic() - _STARTED),
        database=await _database(services),
        notices=_notices(services.bus),
        games_open_here=services.rooms.open_games,
        engines_thinking=engines.thinking,
        engines_waited_for=engines.waiting,
    )


async def _database(services: OnlineServices) -> str:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await services.store.check()
    except StoreError as error:
        return str(error)
    except TimeoutError:
        return "no answer"
    return "ok"


ROUTES = (health, operator, status, metrics)
