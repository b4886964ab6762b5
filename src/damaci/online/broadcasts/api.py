"""The JSON API of broadcasts: making them, their boards and links, and entering what happens at a board."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import msgspec
import segno
from litestar import Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from damaci.host.room import RoomClosed
from damaci.online.broadcasts.desk import MOST_BOARD, MOST_ROUND, EnteredResult, NewBoard, NewBroadcast
from damaci.online.broadcasts.entering import cookie, enters, secret_of
from damaci.online.broadcasts.watching import WatchedBoard
from damaci.online.costs import NEW_GAME, STUDY
from damaci.online.identity import Visitor
from damaci.online.links import address_of_page
from damaci.online.openapi import FAILURES
from damaci.online.repeats import RepeatKey
from damaci.online.secret import hashed, new_secret
from damaci.online.services import OnlineServices
from damaci.online.tournaments.api import may_announce
from damaci.play.events import AnyEvent
from damaci.play.record import pdn
from damaci.site.connection import AnyRequest
from damaci.site.downloads import file
from damaci.site.rejection import Rejected
from damaci.store.broadcasts import BoardPlace, Broadcast, ListedBroadcast
from damaci.store.players import Player

MOST_LISTED = 50
"""Broadcasts in the list."""

Round = FromPath[int]


class BroadcastLists(msgspec.Struct, frozen=True):
    """Everybody's broadcasts and the visitor's own, the newest first."""

    all: Sequence[ListedBroadcast]
    mine: Sequence[ListedBroadcast]


class CreatedBroadcast(msgspec.Struct, frozen=True):
    """A new broadcast and the address of its page."""

    id: str
    url: str


class ShownBroadcast(msgspec.Struct, frozen=True):
    """A broadcast and what its boards show."""

    broadcast: Broadcast
    boards: Sequence[WatchedBoard]


class Added(msgspec.Struct, frozen=True):
    """The game of a new board."""

    game: str


class EntryLink(msgspec.Struct, frozen=True):
    """The link by which a board's moves are entered, shown once, and its QR code as an address of data."""

    url: str
    qr: str


class Of(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tournament of this server to which a broadcast belongs; empty for none."""

    tournament: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link: what stands after its `#`."""

    secret: Annotated[str, msgspec.Meta(max_length=64)]


@get("/api/v1/broadcasts", responses=FAILURES)
async def listed(request: AnyRequest) -> BroadcastLists:
    """Lists broadcasts."""
    return await lists_of(request)


async def lists_of(request: AnyRequest) -> BroadcastLists:
    """The broadcasts that the visitor sees. Raises StoreError."""
    broadcasts = OnlineServices.of(request).store.broadcasts
    player = await Visitor.of(request).known()
    return BroadcastLists(await broadcasts.list(MOST_LISTED), await broadcasts.of_player(player.id) if player else ())


@post("/api/v1/broadcasts", responses=FAILURES, opt=NEW_GAME)
async def create(request: AnyRequest, data: JSONBody[NewBroadcast], key: RepeatKey = "") -> CreatedBroadcast:
    """Makes a broadcast: for those who may announce tournaments. Raises BadName, Rejected."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).known()
    if player is None or not may_announce(services, player):
        raise Rejected(403, "broadcast-not-allowed")
    id = await services.desk.create(player, data, services.repeatable_ids.of(player.id, key))
    return CreatedBroadcast(id, address_of_page(request, f"broadcasts/{id}"))


@get("/api/v1/broadcasts/{broadcast:str}", responses=FAILURES, opt=STUDY)
async def show(request: AnyRequest, broadcast: FromPath[str]) -> ShownBroadcast:
    """A broadcast with all boards as they stand. Raises Rejected."""
    services = OnlineServices.of(request)
    return ShownBroadcast(await services.desk.find(broadcast), [*(await services.watching.now(broadcast)).values()])


@delete("/api/v1/broadcasts/{broadcast:str}", responses=FAILURES, opt=NEW_GAME)
async def remove(request: AnyRequest, broadcast: FromPath[str]) -> None:
    """Deletes a broadcast with its games: for its owner. Raises Rejected."""
    await OnlineServices.of(request).desk.delete(await _player(request), broadcast)


@put("/api/v1/broadcasts/{broadcast:str}/tournament", status_code=204, responses=FAILURES)
async def set_tournament(request: AnyRequest, broadcast: FromPath[str], data: JSONBody[Of]) -> None:
    """Says to which tournament of this server, announced by the same player, a broadcast belongs: for its owner. Raises
    Rejected."""
    await OnlineServices.of(request).desk.set_tournament(await _player(request), broadcast, data.tournament)


@get(
    "/api/v1/broadcasts/{broadcast:str}/pdn",
    responses=FAILURES | {200: ResponseSpec(str, media_type="application/vnd.pdn", generate_examples=False)},
    opt=STUDY,
)
async def games(request: AnyRequest, broadcast: FromPath[str]) -> Response[str]:
    """All games as one PDN. Raises Rejected."""
    services = OnlineServices.of(request)
    await services.desk.find(broadcast)
    ids = [each.game.id for each in await services.store.broadcasts.boards(broadcast)]
    logs = await services.store.log.read_many(dict.fromkeys(ids, 0))
    text = await asyncio.to_thread(_written, [logs[each] for each in ids if logs.get(each)])
    return file(text, f"damaci-{broadcast}.pdn")


def _written(logs: Sequence[Sequence[AnyEvent]]) -> str:
    return "\n".join(pdn(events) for events in logs)


# ---- boards ----------------------------------------------------------------------------------------------------------


@post("/api/v1/broadcasts/{broadcast:str}/boards", responses=FAILURES, opt=NEW_GAME)
async def add(request: AnyRequest, broadcast: FromPath[str], data: JSONBody[NewBoard]) -> Added:
    """Adds a board: for the owner. Raises BadName, UnknownRuleset, Rejected."""
    return Added(await OnlineServices.of(request).desk.add(await _player(request), broadcast, data))


@delete("/api/v1/broadcasts/{broadcast:str}/boards/{round:int}/{board:int}", responses=FAILURES, opt=NEW_GAME)
async def remove_board(request: AnyRequest, broadcast: FromPath[str], round: Round, board: FromPath[int]) -> None:
    """Removes a board with its game: for the owner. Raises Rejected."""
    await OnlineServices.of(request).desk.remove(await _player(request), _place(broadcast, round, board))


@post("/api/v1/broadcasts/{broadcast:str}/boards/{round:int}/{board:int}/link", status_code=200, responses=FAILURES)
async def link(request: AnyRequest, broadcast: FromPath[str], round: Round, board: FromPath[int]) -> EntryLink:
    """Makes the link by which a board's moves are entered; a former one ends. For the owner. Raises Rejected."""
    secret = new_secret()
    place = _place(broadcast, round, board)
    await OnlineServices.of(request).desk.set_key(await _player(request), place, hashed(secret))
    url = address_of_page(request, f"enter#{secret}")
    return EntryLink(url, segno.make(url, micro=False).svg_data_uri(scale=4, border=3, dark="#000", light="#fff"))


@delete("/api/v1/broadcasts/{broadcast:str}/boards/{round:int}/{board:int}/link", responses=FAILURES)
async def revoke(request: AnyRequest, broadcast: FromPath[str], round: Round, board: FromPath[int]) -> None:
    """Ends a board's link: for the owner. Raises Rejected."""
    await OnlineServices.of(request).desk.set_key(await _player(request), _place(broadcast, round, board), None)


# ---- entering --------------------------------------------------------------------------------------------------------


@post("/api/v1/broadcast-entry", status_code=200, responses=FAILURES)
async def enter(request: AnyRequest, data: JSONBody[Secret]) -> Response[Added]:
    """Returns the game of a link, and sets the cookie by which this browser then asks for both seats of it. Raises
    Rejected."""
    services = OnlineServices.of(request)
    found = await services.store.broadcasts.with_key(hashed(data.secret))
    if found is None:
        raise Rejected(404, "broadcast-bad-link")
    return _entered(services, found.game.id, data.secret)


@post("/api/v1/games/{game:str}/result", status_code=200, responses=FAILURES)
async def conclude(request: AnyRequest, game: FromPath[str], data: JSONBody[EnteredResult]) -> None:
    """Enters how a game of a broadcast has ended: for who has its link. Raises Rejected, UnknownGame."""
    await _expect_link(request, game)
    try:
        await OnlineServices.of(request).desk.conclude(game, data)
    except RoomClosed:
        raise Rejected(503, "closing") from None


@post("/api/v1/games/{game:str}/correction", status_code=200, responses=FAILURES, opt=NEW_GAME)
async def correct(request: AnyRequest, game: FromPath[str]) -> Response[Added]:
    """Goes on with a game of a broadcast whose end was entered by mistake: for who has its link. Another game takes its
    place, with the moves before the mistake. Raises Rejected."""
    await _expect_link(request, game)
    services = OnlineServices.of(request)
    return _entered(services, await services.desk.correct(game), secret_of(request, game))


def _entered(services: OnlineServices, game: str, secret: str) -> Response[Added]:
    return Response(Added(game), cookies=[cookie(services, game, secret)])


async def _expect_link(request: AnyRequest, game: str) -> None:
    if not await enters(request, game):
        raise Rejected(403, "broadcast-bad-link")


def _place(broadcast: str, round: int, board: int) -> BoardPlace:
    """A board that may be there. Raises Rejected: the database has no such numbers."""
    if not (1 <= round <= MOST_ROUND and 1 <= board <= MOST_BOARD):
        raise Rejected(404, "broadcast-gone")
    return BoardPlace(broadcast, round, board)


async def _player(request: AnyRequest) -> Player:
    return await Visitor.of(request).somebody()


ROUTES = (
    listed,
    create,
    show,
    remove,
    set_tournament,
    games,
    add,
    remove_board,
    link,
    revoke,
    enter,
    conclude,
    correct,
)
