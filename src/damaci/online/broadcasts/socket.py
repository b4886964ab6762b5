"""The WebSocket of a broadcast: what its boards show, and what changes."""

import asyncio
import contextlib
import logging

from litestar import websocket
from litestar.params import FromPath

from damaci.online.broadcasts.watching import WatchedBroadcasts
from damaci.online.frames import PaidFrames
from damaci.online.identity import Visitor
from damaci.online.services import OnlineServices
from damaci.online.socket import connected
from damaci.site.socket import AnySocket, TextFrames, converse
from damaci.store import StoreError
from damaci.wire.closing import COME_BACK_LATER, NO_SUCH_GAME

_logger = logging.getLogger(__name__)


@websocket("/ws/broadcasts/{broadcast:str}")
async def follow(socket: AnySocket, broadcast: FromPath[str]) -> None:
    """Sends the boards of a broadcast to a page."""
    await socket.accept()
    services = OnlineServices.of(socket)
    try:
        player = await Visitor.of(socket).known()
        found = await services.store.broadcasts.get(broadcast)
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the broadcast cannot be read just now")
        return
    if found is None:
        await socket.close(NO_SUCH_GAME, "there is no such broadcast")
        return
    frames = PaidFrames(TextFrames(socket), services.limits, await Visitor.of(socket).payer())
    with connected(socket, services, player):
        await converse(socket, _show(frames, services.watching, broadcast))


async def _show(frames: PaidFrames, watching: WatchedBroadcasts, broadcast: str) -> None:
    """Nothing is expected from the page."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_send(frames, watching, broadcast))
        while True:
            await frames.receive()


async def _send(frames: PaidFrames, watching: WatchedBroadcasts, broadcast: str) -> None:
    async with contextlib.aclosing(watching.follow(broadcast)) as news:
        async for each in news:
            await frames.send(each)


ROUTES = (follow,)
