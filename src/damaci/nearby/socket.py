"""A guest's WebSockets: one to wait for the host's answer, one to play."""

import asyncio

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from damaci.host import Conversation
from damaci.links.reception import Newcomer
from damaci.nearby.services import NearbyServices, token_of
from damaci.site.rejection import Rejected
from damaci.site.socket import AnySocket, TextFrames, converse, enter
from damaci.wire.closing import NO_SUCH_GAME
from damaci.wire.messages import Capability

CAPABILITIES: tuple[Capability, ...] = ("take-back", "draw", "resign", "say", "rematch", "download")
"""What a guest may do with the game."""
NO = 4403
"""Close code of a refusal; the close reason says why."""


class Asked(msgspec.Struct, frozen=True, tag_field="type", tag="asked"):
    """Sends the guest the name of the host that was asked to play."""

    host: str


class GameStarted(msgspec.Struct, frozen=True, tag_field="type", tag="begun"):
    """Sends the guest the id of the game that has begun."""

    game: str


@websocket("/ws/waiting")
async def wait(socket: AnySocket) -> None:
    """Waits until the host accepts or refuses."""
    await socket.accept()
    services = NearbyServices.of(socket)
    token = token_of(socket)
    try:
        game = await _game(socket, services, token)
        await _send(socket, GameStarted(game))
        await socket.close()
    except Rejected as error:
        await socket.close(NO, error.code)
    except WebSocketDisconnect:
        pass


async def _game(socket: AnySocket, services: NearbyServices, token: str) -> str:
    """The id of the game that begins with the waiting guest. Raises Rejected, WebSocketDisconnect."""
    guests = services.guests
    if guests.may_wait(token) or not guests.latest(token):
        guest, offer = guests.newcomer(token)
        with services.reception.waiting(guest):
            await _send(socket, Asked(offer.name))
            accepted = await _decision(socket, guest)
        if not accepted:
            guests.turn_away(token)
            raise Rejected(403, "refused")
    return guests.latest(token)


async def _decision(socket: AnySocket, guest: Newcomer) -> bool:
    """Whether the host accepts the guest. Raises Rejected, WebSocketDisconnect."""
    hearing = asyncio.create_task(socket.receive_text())
    try:
        await asyncio.wait((hearing, guest.accepted), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)
    if guest.accepted.cancelled():
        raise Rejected(409, "elsewhere")
    if not guest.accepted.done():
        raise WebSocketDisconnect(detail="who waits has nothing to say")
    return guest.accepted.result()


async def _send(socket: AnySocket, message: Asked | GameStarted) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())


@websocket("/ws/game/{game:str}")
async def follow(socket: AnySocket, game: FromPath[str]) -> None:
    """Serves the guest's game, with the guest's own seat."""
    await socket.accept()
    services = NearbyServices.of(socket)
    token = token_of(socket)
    side = services.guests.seat(token, game)
    if side is None:
        await socket.close(NO_SUCH_GAME, "no such game")
    elif room := await enter(socket, services.rooms, game):
        async with services.guests.playing(token, socket):
            await converse(socket, Conversation(room, [side], CAPABILITIES).run(TextFrames(socket)))


ROUTES = (wait, follow)
