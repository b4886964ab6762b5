"""The app in a worker: messages of pages in, messages to pages out."""

import asyncio
from collections.abc import Callable
from typing import IO, Any

import msgspec

from damaci.host.tasks import Tasks
from damaci.pocket import (
    analysis_requests,
    device_requests,
    ending_requests,
    game_requests,
    lesson_requests,
    mistake_requests,
    pages,
    puzzle_requests,
    study_requests,
    tournament_requests,
)
from damaci.pocket.answers import JSON, PartsAnswer, TextAnswer
from damaci.pocket.channel import Closing, PageFrames, follow_game, follow_lines
from damaci.pocket.requests import PageRequest, Requests, answer
from damaci.pocket.services import PocketServices
from damaci.site.failures import failed
from damaci.site.language import catalog
from damaci.wire import closing

REQUESTS: Requests = {
    **game_requests.REQUESTS,
    **device_requests.REQUESTS,
    **lesson_requests.REQUESTS,
    **analysis_requests.REQUESTS,
    **ending_requests.REQUESTS,
    **puzzle_requests.REQUESTS,
    **mistake_requests.REQUESTS,
    **tournament_requests.REQUESTS,
    **study_requests.REQUESTS,
    **pages.REQUESTS,
}


class Request(msgspec.Struct, tag_field="type", tag="request"):
    """Asks once. `language` is that of the page."""

    id: int
    name: str
    language: str
    data: Any = None


class Cancel(msgspec.Struct, tag_field="type", tag="cancel"):
    """The page no longer waits for the answer."""

    id: int


class Open(msgspec.Struct, tag_field="type", tag="open"):
    """Opens a channel under a number that the page has chosen."""

    channel: int
    name: str
    language: str
    data: dict[str, str] = {}


class Say(msgspec.Struct, tag_field="type", tag="text"):
    """A text over a channel."""

    channel: int
    text: str


class Close(msgspec.Struct, tag_field="type", tag="close"):
    """Closes a channel."""

    channel: int


_messages: msgspec.json.Decoder[Request | Cancel | Open | Say | Close] = msgspec.json.Decoder(
    Request | Cancel | Open | Say | Close
)


class PocketApp:
    """Answers one page, or several. `post` sends an object of JSON: `answer` with `id`, `status`, `media`, `name` and
    `body`, after any number of `part`s; `opened`, `text` and `closed` of a channel."""

    def __init__(self, services: PocketServices, post: Callable[[str], None]) -> None:
        self._services = services
        self._post = post
        self._answering: dict[int, asyncio.Task[None]] = {}
        self._channels: dict[int, PageFrames] = {}
        self._following = Tasks()

    def receive(self, text: str, file: IO[bytes] | None = None) -> None:
        """Takes a message of a page, with the file that belongs to it. Raises msgspec.DecodeError."""
        match _messages.decode(text):
            case Request() as request:
                self._answering[request.id] = asyncio.create_task(self._answer(request, file))
            case Cancel(id):
                if task := self._answering.get(id):
                    task.cancel()
            case Open() as opening:
                self._open(opening)
            case Say(channel, said):
                if frames := self._channels.get(channel):
                    frames.take(said)
            case Close(channel):
                if frames := self._channels.pop(channel, None):
                    frames.take(None)

    async def close(self) -> None:
        """Ends all channels and answers."""
        for frames in self._channels.values():
            frames.take(None)
        for task in self._answering.values():
            task.cancel()
        await asyncio.gather(*self._answering.values(), *self._following, return_exceptions=True)

    # ---- answers -----------------------------------------------------------------------------------------------------

    async def _answer(self, request: Request, file: IO[bytes] | None) -> None:
        words = catalog(request.language)
        try:
            found = await answer(REQUESTS, PageRequest(self._services, words, file), request.name, request.data)
            await self._send(request.id, found)
        except Exception as error:
            status, failure = failed(error, words, request.name)
            self._tell(type="answer", id=request.id, status=status, media=JSON, body=_json(failure))
        finally:
            del self._answering[request.id]

    async def _send(self, id: int, found: object) -> None:
        match found:
            case TextAnswer(body, media, name):
                self._tell(type="answer", id=id, status=200, media=media, name=name, body=body)
            case PartsAnswer(parts, media, name):
                async for part in parts:
                    self._tell(type="part", id=id, text=part.decode() if isinstance(part, bytes) else part)
                self._tell(type="answer", id=id, status=200, media=media, name=name, body="")
            case None:
                self._tell(type="answer", id=id, status=200, media=JSON, body="")
            case _:
                self._tell(type="answer", id=id, status=200, media=JSON, body=_json(found))

    # ---- channels ----------------------------------------------------------------------------------------------------

    def _open(self, opening: Open) -> None:
        frames = PageFrames(lambda text: self._tell(type="text", channel=opening.channel, text=text))
        self._channels[opening.channel] = frames
        self._following.start(self._follow(opening, frames))

    async def _follow(self, opening: Open, frames: PageFrames) -> None:
        self._tell(type="opened", channel=opening.channel)
        code, reason = await self._followed(opening, frames)
        self._channels.pop(opening.channel, None)
        self._tell(type="closed", channel=opening.channel, code=code, reason=reason)

    async def _followed(self, opening: Open, frames: PageFrames) -> Closing:
        asked = PageRequest(self._services, catalog(opening.language))
        if opening.name == "game":
            return await follow_game(asked, opening.data.get("game", ""), frames)
        if opening.name == "analysis":
            return await follow_lines(asked, frames)
        return closing.NO_SUCH_GAME, f"no channel {opening.name!r}"

    def _tell(self, **message: object) -> None:
        self._post(_json(message))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
