"""The export and the deletion of all data of a player."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, delete, get
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from damaci.online.accounts import check_passphrase
from damaci.online.costs import EXPORT, HASHING
from damaci.online.identity import Visitor, only_people
from damaci.online.mail.api import OwnMail, mail_choices
from damaci.online.openapi import FAILURES
from damaci.online.passphrases import LONGEST
from damaci.online.services import OnlineServices
from damaci.online.socket import NOT_YOURS
from damaci.play.conditional import Line
from damaci.play.events import AnyEvent
from damaci.play.record import pdn
from damaci.services.export import export
from damaci.site.connection import AnyRequest
from damaci.site.downloads import stream
from damaci.store import Store
from damaci.store.broadcasts import StoredBoard
from damaci.store.player_settings import Privacy
from damaci.store.players import Player, Token
from damaci.store.push import Browser
from damaci.store.shared_studies import SharedStudy, Visibility


class OwnChallenge(msgspec.Struct, frozen=True):
    """A challenge by the player (`by_me`) or to the player. `terms` as they were sent; `created` in epoch seconds."""

    by_me: bool
    terms: msgspec.Raw
    created: float


class OwnStudy(msgspec.Struct, frozen=True):
    """A study of the player: who may read it, the names of those who may write in it, and all its chapters."""

    title: str
    visibility: Visibility
    members: Sequence[str]
    pdn: str


class OwnFollowing(msgspec.Struct, frozen=True):
    """Somebody whom the player follows, and since when (epoch seconds)."""

    name: str
    account: str
    since: float


class OwnNotices(msgspec.Struct, frozen=True):
    """A browser of the player that gets notices: its push service, and which kinds it gets."""

    service: str
    turn: bool
    challenge: bool
    hurry: bool
    tournament: bool
    holiday: bool
    ended: bool
    absence: bool
    created: float


class OwnHoliday(msgspec.Struct, frozen=True):
    """A holiday of the player in games by the day (epoch seconds)."""

    began: float
    until: float


class OwnBoard(msgspec.Struct, frozen=True):
    """A board of a broadcast, with the names that were entered and the game as PDN."""

    round: int
    board: int
    white: str
    black: str
    pdn: str


class OwnBroadcast(msgspec.Struct, frozen=True):
    """A broadcast of the player. `created`: epoch seconds; `tournament`: the name of the tournament to which it
    belongs, empty for none."""

    name: str
    created: float
    tournament: str
    boards: Sequence[OwnBoard]


class PlayerData(msgspec.Struct, frozen=True):
    """All stored data of a player. `puzzles`: what was solved, None before the first; `mistakes`: what
    is known of mistakes in the player's own games, by game and ply; `tournaments`: the names of those
    that the player has joined, by their ids; `studies`: the player's own by their ids; `shared_studies`: the titles of
    others' in which the player may write, by their ids; `conditional_moves`: the lines in games by the day, as they
    were entered, by the ids of the games; `holidays`: all that were taken; `broadcasts`: by their ids; `programs`:
    the accounts of programs of which the player is the owner, with whether each is listed."""

    id: str
    name: str
    account: bool
    created: float
    tokens: list[Token]
    puzzles: dict[str, Any] | None
    mistakes: dict[str, Any]
    privacy: Privacy
    challenges: list[OwnChallenge]
    following: list[OwnFollowing]
    notices: list[OwnNotices]
    mail: OwnMail
    tournaments: dict[str, str]
    studies: dict[str, OwnStudy]
    shared_studies: dict[str, str]
    conditional_moves: dict[str, Sequence[Line]]
    holidays: list[OwnHoliday]
    broadcasts: dict[str, OwnBroadcast]
    programs: dict[str, bool]
    games: dict[str, list[AnyEvent]]


class DeletionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for deletion; an account has to give its passphrase."""

    passphrase: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


@get("/api/v1/data", responses=FAILURES | {200: ResponseSpec(PlayerData, generate_examples=False)}, opt=EXPORT)
async def export_data(request: AnyRequest) -> Stream:
    """Returns all stored data of the visitor as one file."""
    only_people(request)
    services = OnlineServices.of(request)
    store = services.store
    player = await Visitor.of(request).somebody()
    facts = await _facts(store, player, offered=services.mailing.on)
    facts |= await _studies(services, player) | await _broadcasts(store, player)
    content = export(facts, store.log, lambda after, limit: store.seats.ids_of(player.id, after, limit))
    return stream(content, "damaci.json", MediaType.JSON)


async def _facts(store: Store, player: Player, *, offered: bool) -> dict[str, Any]:
    """All but the games, which are many."""
    challenges = await store.challenges.of_players([player.id], time.time())
    return {
        "id": player.id,
        "name": player.name,
        "account": player.account is not None,
        "created": player.created,
        "tokens": list(await store.players.tokens(player.id)),
        "puzzles": msgspec.Raw((await store.solvers.get(player.id) or "null").encode()),
        "mistakes": msgspec.Raw((await store.mistakes.get(player.id) or "{}").encode()),
        "privacy": await store.player_settings.get(player.id),
        "challenges": [
            OwnChallenge(each.player == player.id, msgspec.Raw(each.wish.encode()), each.created) for each in challenges
        ],
        "following": [
            OwnFollowing(each.player.name, each.player.account or "", each.since)
            for each in await store.follows.of(player.id)
        ],
        "notices": [_own_notices(each) for each in await store.push.of(player.id)],
        "mail": mail_choices(await store.mail_addresses.of(player.id), offered=offered),
        "tournaments": await store.announced.of_player(player.id),
        "programs": {each.player.account or "": each.listed for each in await store.bots.of(player.id)},
        "conditional_moves": {each.game: each.moves.lines for each in await store.conditional.of_player(player.id)},
        "holidays": [OwnHoliday(each.began, each.until) for each in await store.holidays.of(player.id)],
    }


def _own_notices(browser: Browser) -> OwnNotices:
    return OwnNotices(service=urlsplit(browser.endpoint).netloc, created=browser.created, **browser.wishes)


async def _broadcasts(store: Store, player: Player) -> dict[str, Any]:
    mine = [each.broadcast for each in await store.broadcasts.of_player(player.id)]
    own = [OwnBroadcast(each.name, each.created, each.tournament_name, await _boards(store, each.id)) for each in mine]
    return {"broadcasts": {each.id: broadcast for each, broadcast in zip(mine, own, strict=True)}}


async def _boards(store: Store, broadcast: str) -> Sequence[OwnBoard]:
    boards = await store.broadcasts.boards(broadcast)
    logs = await store.log.read_many({each.game.id: 0 for each in boards})
    return await asyncio.to_thread(_written, boards, logs)


def _written(boards: Sequence[StoredBoard], logs: Mapping[str, Sequence[AnyEvent]]) -> Sequence[OwnBoard]:
    return [
        OwnBoard(
            each.place.round, each.place.board, each.game.white.name, each.game.black.name, pdn(logs[each.game.id])
        )
        for each in boards
        if each.game.id in logs
    ]


async def _studies(services: OnlineServices, player: Player) -> dict[str, Any]:
    mine, shared = await services.library.lists(player)
    return {
        "studies": {each.stored.id: await _study(services, player, each) for each in mine},
        "shared_studies": {each.stored.id: each.stored.title for each in shared},
    }


async def _study(services: OnlineServices, player: Player, listed: SharedStudy) -> OwnStudy:
    id = listed.stored.id
    members = await services.store.shared_studies.members(id)
    pdn = await services.library.pdn(player, id)
    return OwnStudy(listed.stored.title, listed.visibility, [each.name for each in members], pdn)


@delete("/api/v1/data", responses=FAILURES, opt=HASHING)
async def delete_player(request: AnyRequest, data: JSONBody[DeletionRequest | None] = None) -> None:
    """Deletes the player with account, sessions, tokens, seats, studies and broadcasts. Raises Rejected.

    The games stay, because they also belong to the other players; the player's name is removed from them, wherever they
    are open. The account name can then be used by others."""
    only_people(request)
    services = OnlineServices.of(request)
    visitor = Visitor.of(request)
    player = await visitor.known()
    if player is None:
        return
    if player.account is not None:
        await check_passphrase(request, player, data.passphrase if data else "")
    entered = await services.store.broadcasts.games_of(player.id)
    erased = await services.store.erasure.erase(player.id, time.time())
    await services.rooms.refresh(erased.games)
    for game in entered:
        services.rooms.put_away(game)
    if erased.tournaments:
        await services.orders.look()  # As every other process soon.
    services.connections.close(lambda each: each.player == player.id, NOT_YOURS, "the player has been deleted")
    services.lobby.refresh()
    services.television.forget()
    await visitor.leave()


ROUTES = (export_data, delete_player)
