"""The WebSocket of a game on this machine."""

from litestar import websocket
from litestar.params import FromPath

from damaci.home.capabilities import capabilities
from damaci.home.services import HomeServices
from damaci.host import Conversation
from damaci.site.socket import AnySocket, TextFrames, converse, enter


@websocket("/ws/game/{game:str}")
async def follow(socket: AnySocket, game: FromPath[str]) -> None:
    """Serves a game to a page. Each connection holds the seats of all persons who play on this machine."""
    await socket.accept()
    services = HomeServices.of(socket)
    bonds = services.desk.bonds
    if room := await enter(socket, services.rooms, game):
        services.desk.resume(room)
        persons = [color for color, seat in room.table.seats.items() if seat.kind == "person"]
        conversation = Conversation(room, bonds.held(game) or persons, capabilities(bonds.get(game), room.table))
        await converse(socket, conversation.run(TextFrames(socket)))
