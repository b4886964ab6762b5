"""The WebSockets of tournaments: news of one, and calls to one's games."""

import asyncio
import contextlib
import logging

from litestar import websocket
from litestar.params import FromPath

from damaci.online.frames import PaidFrames
from damaci.online.identity import Visitor
from damaci.online.services import OnlineServices
from damaci.online.socket import connected
from damaci.online.tournaments.calls import Calls
from damaci.site.socket import AnySocket, TextFrames, converse
from damaci.store import StoreError
from damaci.wire.closing import COME_BACK_LATER

_logger = logging.getLogger(__name__)


@websocket("/ws/tournaments/{tournament:str}")
async def follow(socket: AnySocket, tournament: FromPath[str]) -> None:
    """Sends news of a tournament, and calls the player to games."""
    await _follow(socket, tournament)


@websocket("/ws/tournaments")
async def calls(socket: AnySocket) -> None:
    """Calls the player to games of any tournament."""
    await _follow(socket, "")


async def _follow(socket: AnySocket, tournament: str) -> None:
    await socket.accept()
    services = OnlineServices.of(socket)
    try:
        player = await Visitor.of(socket).known()
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the tournament cannot be read just now")
        return
    reader = player.id if player else None
    frames = PaidFrames(TextFrames(socket), services.limits, await Visitor.of(socket).payer())
    with connected(socket, services, player):
        await converse(socket, _show(frames, services.calls, reader, tournament))


async def _show(frames: PaidFrames, calls: Calls, player: str | None, tournament: str) -> None:
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_send(frames, calls, player, tournament))
        while True:
            await frames.receive()


async def _send(frames: PaidFrames, calls: Calls, player: str | None, tournament: str) -> None:
    async with contextlib.aclosing(calls.follow(player, tournament)) as news:
        async for each in news:
            await frames.send(each)


ROUTES = (follow, calls)
