"""The engine over a WebSocket: it looks at one position, or at those of a game, until another request comes, or the
page goes."""

import asyncio
import logging
from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from damaci.analysis.exact import LONGEST, exact
from damaci.analysis.review import MEMORY_MEGABYTES, SECONDS, Seen, ended, judged, positions
from damaci.analysis.worth import Worth, worth
from damaci.board.position import Position
from damaci.engine.analysis import Analysis, Line
from damaci.errors import DamaciError
from damaci.game.game import Game
from damaci.home.analysis import Here
from damaci.home.services import HomeServices
from damaci.rules.options import Options
from damaci.site.language import catalog
from damaci.site.pages import language_of
from damaci.site.socket import ACCIDENT, TOO_MANY, AnySocket
from damaci.tablebase import Tablebase
from damaci.wire import messages as m
from damaci.wire import view
from damaci.wire.allowance import Allowance

if TYPE_CHECKING:
    from damaci.engine import AsyncEngine

MOST_LINES = 5
HASH_MEGABYTES = 32

_logger = logging.getLogger(__name__)


class Analyse(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="analyse", forbid_unknown_fields=True):
    """Looks at a position from now on, and at no other; `id` comes back with what is found."""

    id: int
    here: Here
    lines: Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)] = 1


class Review(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="review", forbid_unknown_fields=True):
    """Looks at every position of a game from now on, the last one first."""

    here: Here
    moves: Annotated[str, msgspec.Meta(max_length=3500)]
    """The moves from there on, with spaces between them."""


class Stop(msgspec.Struct, frozen=True, tag_field="type", tag="stop", forbid_unknown_fields=True):
    """Looks at nothing any more."""


class Told(msgspec.Struct, frozen=True):
    """A line: what it is worth, how it begins, and its moves as text."""

    score: Worth
    way: m.Step
    moves: list[str]


class Lines(msgspec.Struct, frozen=True, tag_field="type", tag="lines"):
    """What is known so far of the position asked about with that id; when `exact`, that is all there is to know."""

    id: int
    exact: bool
    depth: int
    nodes: int
    lines: list[Told]


class Wrong(msgspec.Struct, frozen=True, tag_field="type", tag="wrong"):
    """A request that makes no sense, and why."""

    message: str


_requests: msgspec.json.Decoder[Analyse | Review | Stop] = msgspec.json.Decoder(Analyse | Review | Stop)


@websocket("/ws/analysis")
async def follow(socket: AnySocket) -> None:
    """Analyses for one page."""
    await socket.accept()
    services = HomeServices.of(socket)
    desk = Desk(socket, services.analyses, services.reviews, services.tablebase)
    try:
        await desk.run()
    except WebSocketDisconnect:
        pass
    except Exception:
        _logger.exception("the analysis failed")
        await socket.close(ACCIDENT, "something went wrong on the server")
    finally:
        await desk.clear()


class Desk:
    """One page's analysis: what the endgame tables know, else what the engine finds.

    `seats` limits how many pages have the engine at the same time, and `reviews` how many games are reviewed; another
    one waits. A review takes a seat for one position at a time, so that it keeps nobody waiting for long."""

    def __init__(
        self, socket: AnySocket, seats: asyncio.Semaphore, reviews: asyncio.Semaphore, tablebase: Tablebase
    ) -> None:
        self._socket = socket
        self._seats = seats
        self._reviews = reviews
        self._tablebase = tablebase
        self._looking: asyncio.Task[None] | None = None
        self._allowance = Allowance()

    async def run(self) -> None:
        """Lasts until either side closes. Raises WebSocketDisconnect."""
        while True:
            frame = await self._socket.receive_text()
            if not self._allowance.take():
                await self._socket.close(TOO_MANY, "too many messages")
                return
            try:
                await self._hear(_requests.decode(frame))
            except (msgspec.DecodeError, DamaciError) as error:
                await self._send(Wrong(self._told(error)))

    def _told(self, error: Exception) -> str:
        return (
            catalog(language_of(self._socket)).translate_reason(error.reason)
            if isinstance(error, DamaciError)
            else str(error)
        )

    async def clear(self) -> None:
        """Ends the analysis."""
        if self._looking:
            self._looking.cancel()
            (ended,) = await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None
            if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect):
                raise ended

    async def _hear(self, request: Analyse | Review | Stop) -> None:
        await self.clear()
        if isinstance(request, Analyse):
            self._looking = asyncio.create_task(self._look(request, request.here.game()))
        elif isinstance(request, Review):
            self._looking = asyncio.create_task(self._review(request, positions(request.here.game(), request.moves)))

    async def _look(self, request: Analyse, game: Game) -> None:
        from damaci.engine import AsyncEngine  # here, because few visits need it

        if known := await asyncio.to_thread(exact, game, self._tablebase, request.lines):
            await self._send(lines(request.id, known, game.options, exact=True))
            return
        async with self._seats, AsyncEngine(HASH_MEGABYTES, tables=self._tablebase) as engine:
            async for found in engine.analyse(game, lines=request.lines):
                await self._send(lines(request.id, found, game.options))

    async def _review(self, request: Review, games: list[Game]) -> None:
        """The last position first: what is found there helps with those before, as the engine remembers it."""
        from damaci.engine import AsyncEngine

        played = request.moves.split()
        then: Worth | None = None
        async with self._reviews, AsyncEngine(MEMORY_MEGABYTES, tables=self._tablebase) as engine:
            for ply, game in reversed(list(enumerate(games))):
                seen = await self._seen(engine, ply, game, played[ply] if then else "", then)
                await self._send(seen)
                then = seen.score

    async def _seen(self, engine: "AsyncEngine", ply: int, game: Game, played: str, then: Worth | None) -> Seen:
        turn = game.turn
        if outcome := game.outcome():
            return Seen(ply=ply, score=worth(ended(outcome, turn), turn))
        lines = await self._best(engine, game)
        return judged(ply, game, lines, played, then) if then else Seen(ply=ply, score=worth(lines[0].score, turn))

    async def _best(self, engine: "AsyncEngine", game: Game) -> tuple[Line, ...]:
        """Every move's line, best first, where the tables know them; else that of the best move."""
        if known := await asyncio.to_thread(exact, game, self._tablebase, len(game.legal_moves)):
            return known.lines
        async with self._seats:
            return [found async for found in engine.analyse(game, seconds=SECONDS)][-1].lines

    async def _send(self, message: Lines | Seen | Wrong) -> None:
        await self._socket.send_text(msgspec.json.encode(message).decode())


def lines(request: int, found: Analysis, options: Options, *, exact: bool = False) -> Lines:
    """What was found, for the page."""
    return Lines(
        request, exact, found.depth, found.nodes, [_told(found.position, line, options) for line in found.lines]
    )


def _told(position: Position, line: Line, options: Options) -> Told:
    score = worth(line.score, position.turn)
    moves = []
    for move in line.pv[:LONGEST]:
        moves.append(position.text(move))
        position = position.play(move).under(options)
    return Told(score, view.step(line.move), moves)
