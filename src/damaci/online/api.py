"""The JSON API for pages, bots and tools: games, seeks, moves."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from damaci.host import Conversation, read_game
from damaci.host.conversation import PASSING, answer
from damaci.online import claims, looking, pairing
from damaci.online.broadcasts.entering import guarded, held_by
from damaci.online.capabilities import capabilities
from damaci.online.costs import NEW_GAME, REFUSED
from damaci.online.identity import Visitor
from damaci.online.links import page_of
from damaci.online.openapi import FAILURES
from damaci.online.pairing import Joined, OpenInvitation
from damaci.online.repeats import RepeatKey
from damaci.online.seats import seats_of
from damaci.online.security import address_of
from damaci.online.services import OnlineServices
from damaci.online.terms import GameTerms, plain
from damaci.online.tournaments.outcomes import BEGUN
from damaci.play.commands import Abandon, SeatCommand
from damaci.play.ending import WIN
from damaci.play.events import Color, Result, other
from damaci.play.record import pdn
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.site.downloads import PDN
from damaci.site.rejection import Rejected
from damaci.store import Summary
from damaci.wire import messages as m


class NewGame(GameTerms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a game against whoever opens its link, or against the computer at a level."""

    opponent: Literal["friend", "engine"] = "friend"
    level: str = "easy"


class CreatedGame(msgspec.Struct, frozen=True):
    """A created game: the address of its page, and the player's side once it has begun. Until a friend accepts, that
    page is the invitation."""

    id: str
    url: str
    color: Color | None = None


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim to a win or a draw because the other player has left."""

    claim: Literal["win", "draw"]


class ListedGames(msgspec.Struct, frozen=True):
    """The player's games, last changed first."""

    games: Sequence[Summary]


@post("/api/v1/games", responses=FAILURES, opt=NEW_GAME)
async def create(request: AnyRequest, data: JSONBody[NewGame], key: RepeatKey = "") -> CreatedGame:
    """Creates a game against the computer, or an invitation for a friend. Raises DamaciError, Rejected, StoreError."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).player()
    if data.opponent == "engine":
        joined = await pairing.play_engine(services, player, Visitor.of(request).address, data, data.level, key)
        return CreatedGame(joined.id, page_of(request, joined.id), joined.color)
    invited = await pairing.offer(services, player, plain(data), everybody=False, address=_address(request), key=key)
    return CreatedGame(invited.id, page_of(request, invited.id))


@post("/api/v1/games/{game:str}/join", status_code=200, responses=FAILURES, opt=NEW_GAME)
async def join(request: AnyRequest, game: FromPath[str]) -> Joined:
    """Accepts an invitation, a challenge or a seek in the lobby, and begins the game."""
    return await pairing.accept(OnlineServices.of(request), await Visitor.of(request).player(), game)


@post("/api/v1/seeks", responses=FAILURES, opt=NEW_GAME)
async def seek(request: AnyRequest, data: JSONBody[GameTerms], key: RepeatKey = "") -> OpenInvitation:
    """Creates a seek in the lobby. It stays open while the player is connected to the lobby's WebSocket."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).player()
    return await pairing.offer(services, player, data, everybody=True, address=_address(request), key=key)


@delete("/api/v1/seeks/{seek_id:str}", responses=FAILURES)
async def cancel(request: AnyRequest, seek_id: FromPath[str]) -> None:
    """Cancels a seek or an invitation. Raises Rejected."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).known()
    if player is None or not await services.store.seeks.remove(seek_id, player.id):
        raise NotFoundException(f"you are not waiting for a game {seek_id!r}")
    services.lobby.refresh()


@get("/api/v1/games", responses=FAILURES)
async def my_games(request: AnyRequest) -> ListedGames:
    """Lists the player's own games."""
    player = await Visitor.of(request).known()
    if player is None:
        return ListedGames([])
    return ListedGames(await OnlineServices.of(request).store.seats.games_of(player.id))


@get("/api/v1/games/{game:str}", responses=FAILURES, opt=WHOLE_GAME)
async def show(request: AnyRequest, game: FromPath[str]) -> Response[m.Snapshot]:
    """Returns the current state of a game; anyone may read it. Raises UnknownGame, RoomsFull."""
    services = OnlineServices.of(request)
    seats = await held_by(request, game)
    at_rest = not seats and not services.rooms.is_open(game)
    if found := await services.finished_games.find(game, at_rest=at_rest):
        if seats:
            await services.healing.complete_rematch(game, found.snapshot.now.rematch)
            if found.snapshot.settings.games > 1 and not found.snapshot.now.rematch:
                await services.rooms.get(game)  # It begins the next one.
        snapshot = looking.snapshot(found, seats, study=services.study)
        return looking.answer(request, found, snapshot, MediaType.JSON, "".join(snapshot.you))
    return Response((await _conversation(request, game)).snapshot())


@post(
    "/api/v1/games/{game:str}/requests",
    status_code=200,
    responses=FAILURES | {409: ResponseSpec(m.Refused, generate_examples=False)},
)
async def act(request: AnyRequest, game: FromPath[str], data: JSONBody[SeatCommand]) -> Response[m.Done | m.Refused]:
    """Carries out a command, such as a move, as the WebSocket does. 409 with the reason when the table refuses it."""
    answered = await (await _conversation(request, game)).answer(data)
    if isinstance(answered, m.Refused):
        await _charge_refusal(request)
    return _response(answered)


@post("/api/v1/games/{game:str}/claim", status_code=200, responses=FAILURES)
async def claim(request: AnyRequest, game: FromPath[str], data: JSONBody[Claim]) -> m.Done:
    """Ends a game whose other player has been away for too long. Raises UnknownGame, Rejected."""
    services = OnlineServices.of(request)
    room = await OnlineServices.of(request).rooms.get(game)
    mine = await held(request, game)
    if len(mine) != 1:
        raise Rejected(403, "not-your-seat")
    if claims.seconds_left(room, services.presence, mine[0]) != 0:
        raise Rejected(409, "not-to-be-claimed")
    if data.claim == "win" and room.table.ply < 2:
        raise Rejected(409, "too-early")
    result: Result = "1/2-1/2"
    if data.claim == "win":
        result = WIN[mine[0]]
    answered = await answer(room.submit(Abandon(color=other(mine[0]), result=result)))
    if isinstance(answered, m.Refused):
        raise Rejected(_status(answered), answered.code)
    return answered


def _address(request: AnyRequest) -> str:
    return address_of(request, OnlineServices.of(request).settings.proxies)


async def _conversation(request: AnyRequest, game: str) -> Conversation:
    services = OnlineServices.of(request)
    room = await services.rooms.get(game)
    await services.healing.complete_rematch(game, room.table.next_game)
    seats = await held_by(request, game)
    if asker := await Visitor.of(request).asker(game, seats):
        services.attendance.asked(asker)
    table = room.table
    if seats and table.ply < BEGUN:
        await services.club.came(game, seats)
    may = capabilities(seats, table.settings.rated, table.seats.values(), study=services.study)
    consent = services.own_games.guard(await Visitor.of(request).known(), room)
    submit = partial(room.submit, consent=consent)
    return Conversation(room, seats, may, guarded(request, game, seats, submit))


async def _charge_refusal(request: AnyRequest) -> None:
    services = OnlineServices.of(request)
    services.limits.charge(services.costs.changes, await Visitor.of(request).payer(), REFUSED - 1.0)


def _response(answered: m.Done | m.Refused) -> Response[m.Done | m.Refused]:
    if isinstance(answered, m.Done):
        return Response(answered)
    if answered.code in PASSING:
        raise Rejected(_status(answered), answered.code)
    return Response(answered, status_code=_status(answered))


def _status(answered: m.Refused) -> int:
    if answered.code in PASSING:
        return 503
    return 409


@get("/api/v1/games/{game:str}/pdn", media_type=MediaType.TEXT, responses=FAILURES, opt=WHOLE_GAME)
async def export(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """The game as PDN."""
    services = OnlineServices.of(request)
    if found := await services.finished_games.find(game, at_rest=not services.rooms.is_open(game)):
        answered = looking.answer(request, found, found.pdn, PDN)
    else:
        answered = Response(pdn(await read_game(services.store.log, game)), media_type=PDN)
    answered.headers["content-disposition"] = f'attachment; filename="damaci-{game}.pdn"'
    return answered


async def held(request: AnyRequest, game: str) -> list[Color]:
    """The seats that the visitor holds in a game."""
    return await seats_of(OnlineServices.of(request), await Visitor.of(request).known(), game)


ROUTES = (create, join, seek, cancel, my_games, show, act, claim, export)
