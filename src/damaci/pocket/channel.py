"""A channel of a page: texts in both directions until either side closes it, as over a WebSocket."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from damaci.host import Conversation, RoomClosed, RoomsFull, UnknownGame
from damaci.pocket.requests import PageRequest
from damaci.services.capabilities import capabilities
from damaci.services.guarded import guard
from damaci.services.line_reader import LineReader
from damaci.stored import StoreError
from damaci.wire import closing

_logger = logging.getLogger(__name__)


class PageGone(Exception):
    """The page has closed the channel."""


class PageFrames:
    """See damaci.host.conversation.Frames. `post` sends a text to the page."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._post = post
        self._received = asyncio.Queue[str | None]()

    def take(self, text: str | None) -> None:
        """Takes a text of the page, or None when it has closed the channel."""
        self._received.put_nowait(text)

    async def receive(self) -> str:
        """The next text of the page. Raises PageGone."""
        text = await self._received.get()
        if text is None:
            raise PageGone
        return text

    async def send(self, text: str) -> None:
        """Sends a text to the page."""
        self._post(text)

    def send_at_once(self, text: str) -> bool:
        """Sends a text to the page."""
        self._post(text)
        return True


Closing = tuple[int, str]
"""A close code of damaci.wire.closing, and the reason."""


async def follow_game(asked: PageRequest, game: str, frames: PageFrames) -> Closing:
    """Lets the page play the seats of all persons in a game; returns how the channel ended."""
    try:
        room = await asked.services.rooms.get(game)
    except UnknownGame as error:
        return closing.NO_SUCH_GAME, str(error)
    except (RoomsFull, StoreError) as error:
        return closing.COME_BACK_LATER, str(error)
    persons = [color for color, seat in room.table.seats.items() if seat.kind == "person"]
    code = closing.DONE
    try:
        submit = partial(room.submit, consent=guard(room, asked.services.fair_play.have))
        await Conversation(room, persons, capabilities(room.table), submit).run(frames)
    except* PageGone:
        pass
    except* RoomClosed:
        code = closing.RESTARTING
    except* Exception:
        _logger.exception("game %s: the conversation failed", game)
        code = closing.ACCIDENT
    return code, ""


async def follow_lines(asked: PageRequest, frames: PageFrames) -> Closing:
    """Tells the page what the engine finds; returns how the channel ended."""
    reader = LineReader(frames, asked.services.engine_lines, asked.words.translate_reason, PageGone)
    try:
        await reader.run()
    except PageGone:
        pass
    except Exception:
        _logger.exception("the analysis failed")
        return closing.ACCIDENT, ""
    finally:
        await reader.stop()
    return closing.DONE, ""
