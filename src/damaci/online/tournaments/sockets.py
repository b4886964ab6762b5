"""The WebSockets of tournaments: news of one, its boards, and calls to one's games."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable

from litestar import websocket
from litestar.params import FromPath

from damaci.online.frames import PaidFrames
from damaci.online.identity import Visitor
from damaci.online.orders import REMOVED
from damaci.online.services import OnlineServices
from damaci.online.socket import connected
from damaci.online.tournaments.boards import section_of
from damaci.services.tournaments import UnknownTournament
from damaci.site.socket import AnySocket, TextFrames, converse
from damaci.store import StoreError
from damaci.wire.closing import COME_BACK_LATER, NO_SUCH_GAME

News = Callable[[OnlineServices, str | None], AsyncGenerator[str]]
"""The messages to a player, None for nobody."""

_logger = logging.getLogger(__name__)


@websocket("/ws/tournaments/{tournament:str}")
async def follow(socket: AnySocket, tournament: FromPath[str]) -> None:
    """Sends news of a tournament, and calls the player to games."""
    await _follow(socket, lambda services, player: services.calls.follow(player, tournament), tournament)


@websocket("/ws/tournaments")
async def calls(socket: AnySocket) -> None:
    """Calls the player to games of any tournament."""
    await _follow(socket, lambda services, player: services.calls.follow(player, ""))


@websocket("/ws/tournaments/{tournament:str}/boards/{section:int}")
async def boards(socket: AnySocket, tournament: FromPath[str], section: FromPath[int]) -> None:
    """Sends what a section of a tournament's boards shows."""
    await _follow(socket, lambda services, player: services.boards.follow(section_of(tournament, section)), tournament)


async def _follow(socket: AnySocket, news: News, tournament: str = "") -> None:
    """`tournament`: one that has to be there."""
    await socket.accept()
    services = OnlineServices.of(socket)
    try:
        player = await Visitor.of(socket).known()
        frames = PaidFrames(TextFrames(socket), services.limits, await Visitor.of(socket).payer())
        if tournament:
            await services.club.plan(tournament)  # At last: one that is removed later closes what is connected.
    except UnknownTournament:
        await socket.close(NO_SUCH_GAME, REMOVED)
        return
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the tournament cannot be read just now")
        return
    with connected(socket, services, player, tournament):
        await converse(socket, _show(frames, news(services, player.id if player else None)))


async def _show(frames: PaidFrames, news: AsyncGenerator[str]) -> None:
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_send(frames, news))
        while True:
            await frames.receive()


async def _send(frames: PaidFrames, news: AsyncGenerator[str]) -> None:
    async with contextlib.aclosing(news):
        async for each in news:
            await frames.send(each)


ROUTES = (follow, calls, boards)
