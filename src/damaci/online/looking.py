"""Looking at finished games, for which no room is opened."""

from collections.abc import Collection
from typing import Any

import msgspec
from litestar import Response

from damaci.host.conversation import listen, send
from damaci.online.capabilities import capabilities
from damaci.online.frames import PaidFrames
from damaci.play.commands import SeatCommand
from damaci.play.events import Color
from damaci.play.refusal import TableCode
from damaci.services.finished_games import FinishedGame
from damaci.site.connection import AnyRequest
from damaci.wire import messages as m


def snapshot(found: FinishedGame, held: Collection[Color], *, study: bool) -> m.Snapshot:
    """The game for a reader who holds these seats; `study` as in `capabilities`."""
    you = sorted(held, reverse=True)
    shown = found.snapshot
    may = capabilities(held, shown.settings.rated, (shown.white, shown.black), study=study)
    return msgspec.structs.replace(shown, you=you, capabilities=may)


def answer(request: AnyRequest, found: FinishedGame, content: Any, kind: str, for_whom: str = "") -> Response[Any]:
    """A part of a finished game, which a client that has it already is not sent again."""
    tag = f'W/"{found.mark}{for_whom}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


async def converse(frames: PaidFrames, found: FinishedGame, *, study: bool) -> None:
    """Answers a spectator as damaci.host.conversation does. Raises WebSocketDisconnect."""

    async def greet(hello: m.Hello) -> None:
        await send(frames, _greeting(found, hello.after, study))

    await listen(frames, _refuse, greet, frames.answered)


async def _refuse(command: SeatCommand) -> m.Refused:
    return m.Refused(id=command.id, code=TableCode.NOT_YOUR_SEAT, message="holding no seat")


def _greeting(found: FinishedGame, after: int | None, study: bool) -> m.Snapshot | m.Update:
    whole = snapshot(found, (), study=study)
    if after == whole.version:
        return m.Update(version=after, events=[], now=whole.now)
    return whole
