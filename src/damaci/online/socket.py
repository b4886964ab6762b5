"""The WebSockets of a game and of the lobby, with identity, presence and lag compensation."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import get_args

import msgspec
from litestar import websocket
from litestar.params import FromPath

from damaci.host import Conversation, Room
from damaci.host.signal import Signal
from damaci.online import claims, looking
from damaci.online.addressing import client_address
from damaci.online.broadcasts.entering import guarded, held_by
from damaci.online.capabilities import capabilities
from damaci.online.frames import PaidFrames
from damaci.online.identity import Visitor
from damaci.online.lag import LagCompensation, Measure, PingedFrames
from damaci.online.presence import Presence
from damaci.online.services import OnlineServices
from damaci.online.tournaments.outcomes import BEGUN
from damaci.play.commands import SeatCommand
from damaci.play.events import Color
from damaci.play.refusal import Refusal
from damaci.services.finished_games import FinishedGame
from damaci.site.socket import AnySocket, TextFrames, converse, entered, forget_headers
from damaci.store import StoreError
from damaci.store.players import Player
from damaci.wire.closing import COME_BACK_LATER, NO_ACCOUNT

NOT_YOURS = 1008
News = AsyncGenerator[str]
"""Messages to a page."""

_logger = logging.getLogger(__name__)


class There(msgspec.Struct, frozen=True, tag_field="type", tag="there"):
    """Who is connected to the game: the sides of connected players, and the number of spectators."""

    players: list[Color]
    watching: int
    claim: float | None = None
    """Seconds until the reader may claim the game, because the other player has left."""


@dataclass(frozen=True)
class _Opened:
    """What a connection has come for: a room, or a finished game, and the seats that it holds there."""

    player: Player | None
    held: Sequence[Color]
    game: Room | FinishedGame


@websocket("/ws/game/{game:str}")
async def follow(socket: AnySocket, game: FromPath[str]) -> None:
    """Serves a game to a page. A connection holds only the seats of its player."""
    services = OnlineServices.of(socket)
    await socket.accept()
    visitor = Visitor.of(socket)
    opened = await entered(socket, _open(socket, services, visitor, game))
    if opened is None:
        return
    frames = PaidFrames(TextFrames(socket), services.limits, await visitor.payer())
    with connected(socket, services, opened.player):
        if isinstance(opened.game, FinishedGame):
            await converse(socket, _show_finished(frames, services, game, opened.game))
            return
        with contextlib.suppress(StoreError):
            await services.healing.complete_rematch(game, opened.game.table.next_game)
            if opened.held and opened.game.table.ply < BEGUN:
                await services.club.came(game, opened.held)
        asker = await visitor.asker(game, opened.held)
        with services.standing.of(visitor.shown), services.attendance.here(asker) if asker else nullcontext():
            await converse(socket, _play(socket, frames, opened.game, opened.held))


async def _open(socket: AnySocket, services: OnlineServices, visitor: Visitor, game: str) -> _Opened:
    """Raises UnknownGame, RoomsFull, StoreError."""
    player = await visitor.known()
    held = await held_by(socket, game)
    # Its players may go on to another game, and those who watch them follow.
    if not held and not services.rooms.is_open(game) and (found := await services.finished_games.find(game)):
        return _Opened(player, held, found)
    return _Opened(player, held, await services.rooms.get(game))


async def _show_finished(frames: PaidFrames, services: OnlineServices, game: str, found: FinishedGame) -> None:
    changed = Signal(given=True)
    with services.presence.here(game, (), changed.set):
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_send_presence(frames, services.presence, game, lambda: None, changed))
            await looking.converse(frames, found, study=services.study)


async def _play(socket: AnySocket, frames: PaidFrames, room: Room, held: Sequence[Color]) -> None:
    """Runs the conversation, pings and presence. Raises WebSocketDisconnect, RoomClosed, in an exception group."""
    services = OnlineServices.of(socket)
    visitor = Visitor.of(socket)
    measure = Measure()
    pinged = PingedFrames(frames, measure)
    consent = services.own_games.guard(await visitor.known(), room)
    compensation = LagCompensation(room, services.lags, measure, consent)
    carry_out = guarded(socket, room.game, held, compensation.submit)

    async def submit(command: SeatCommand) -> Refusal | int:
        if visitor.shown and not await services.standing.lasts(visitor.shown):
            await frames.close(NOT_YOURS, "the session or the token has ended")
        return await carry_out(command)

    def claim() -> float | None:
        if len(held) != 1:
            return None
        return claims.seconds_left(room, services.presence, held[0])

    changed = Signal(given=True)
    with services.presence.here(room.game, held, changed.set):
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_send_presence(frames, services.presence, room.game, claim, changed))
            if held and room.table.clocks:
                tasks.create_task(pinged.ping())
            # A task of its own: what wakes it need not pass through everything that has led here.
            table = room.table
            may = capabilities(held, table.settings.rated, table.seats.values(), study=services.study)
            conversation = Conversation(room, held, may, submit, frames.answered)
            tasks.create_task(conversation.run(pinged))


async def _send_presence(
    frames: PaidFrames, presence: Presence, game: str, claim: Callable[[], float | None], changed: Signal
) -> None:
    while True:
        await changed.wait()
        changed.clear()
        there = [color for color in get_args(Color) if presence.present(game, color)]
        await frames.send(msgspec.json.encode(There(there, presence.watching(game), claim())).decode())


@websocket("/ws/lobby")
async def lobby(socket: AnySocket) -> None:
    """Sends news of the lobby. A player's open seeks are kept while this connection lasts."""
    await _tell(socket, _lobby_news)


@websocket("/ws/following")
async def following(socket: AnySocket) -> None:
    """Tells a player with an account which of the followed players are here."""
    await _tell(socket, _followed_news)


@websocket("/ws/tv")
async def television(socket: AnySocket) -> None:
    """Tells which game everybody is shown."""
    await _tell(socket, lambda services, player: [services.television.subscribe()])


def _lobby_news(services: OnlineServices, player: Player | None) -> Sequence[News]:
    if player is None:
        return [services.lobby.subscribe(None)]
    return [services.lobby.subscribe(player.id), *_followed_news(services, player)]


def _followed_news(services: OnlineServices, player: Player | None) -> Sequence[News]:
    if player is None or player.account is None:
        return []
    return [services.followed_news.subscribe(player.id)]


@websocket("/ws/challenges")
async def challenges(socket: AnySocket) -> None:
    """Tells a player with an account of challenges on a page that has no other socket."""
    await _tell(socket, lambda services, player: [], members=True)


async def _tell(
    socket: AnySocket,
    choose: Callable[[OnlineServices, Player | None], Sequence[News]],
    *,
    members: bool = False,
) -> None:
    """Sends a visitor the news that are chosen for them. `members`: those with an account alone."""
    await socket.accept()
    try:
        player = await Visitor.of(socket).known()
    except StoreError as error:
        _logger.error("%s", error)
        await socket.close(COME_BACK_LATER, "the lobby cannot be read just now")
        return
    if members and (player is None or player.account is None):
        await socket.close(NO_ACCOUNT, "only for players with an account")
        return
    services = OnlineServices.of(socket)
    frames = PaidFrames(TextFrames(socket), services.limits, await Visitor.of(socket).payer())
    with connected(socket, services, player):
        await converse(socket, _send_all(frames, choose(services, player)))


@contextmanager
def connected(
    socket: AnySocket, services: OnlineServices, player: Player | None, tournament: str = ""
) -> Iterator[None]:
    """Counts an accepted socket for as long as this lasts. If its page, perhaps that of a tournament, has another
    announcement than there is now, or one that was taken back, that is told."""
    address = client_address(socket, services.settings.proxies)
    forget_headers(socket)
    with services.connections.here(socket, player.id if player else None, address, tournament) as there:
        if services.announcement.id != socket.query_params.get("announced", ""):
            services.connections.tell(msgspec.json.encode(services.announcement).decode(), only=there)
        yield


async def _send_all(frames: PaidFrames, news: Sequence[News]) -> None:
    """Nothing is expected from the page."""
    async with asyncio.TaskGroup() as tasks:
        for source in news:
            tasks.create_task(_send(frames, source))
        while True:
            await frames.receive()


async def _send(frames: PaidFrames, source: News) -> None:
    async with contextlib.aclosing(source) as news:
        async for each in news:
            await frames.send(each)


ROUTES = (follow, lobby, following, television, challenges)
