"""The JSON API of tournaments: announcing, joining, standings, and what their arbiters may do."""

import time
from collections.abc import Sequence

import msgspec
from litestar import MediaType, Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from damaci.online.costs import NEW_GAME
from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.services import OnlineServices
from damaci.online.tournaments.boards import SectionBoards, news, section_of
from damaci.online.tournaments.steps import takes_part
from damaci.online.tournaments.wish import TournamentWish
from damaci.site.connection import AnyRequest
from damaci.site.costs import WHOLE_GAME
from damaci.site.rejection import Rejected
from damaci.site.tournaments import TRF, CreatedTournament, TournamentVersion
from damaci.store.announced import AnnouncedTournament
from damaci.store.players import Player
from damaci.tournament import commands
from damaci.tournament.events import Bye
from damaci.tournament.rounds import asked_bye
from damaci.tournament.standings import Standing
from damaci.tournament.tournament import Tournament

ArbiterCommand = (
    commands.Pair
    | commands.PairByHand
    | commands.Score
    | commands.Forfeit
    | commands.Withdraw
    | commands.Return
    | commands.AskBye
    | commands.DropBye
    | commands.OrderTiebreaks
    | commands.KeepApart
    | commands.Close
    | commands.Undo
)
"""What an arbiter may ask for; players enter themselves, under their own names."""


class ArbiterStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command of the arbiter. `by` is of no effect here: the account says who it is."""

    command: ArbiterCommand
    by: str = ""


class TournamentLists(msgspec.Struct, frozen=True):
    """Tournaments to come and running, the next one first, and those that are over, the last one first."""

    open: Sequence[AnnouncedTournament]
    over: Sequence[AnnouncedTournament]


class StandingsPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place: tie-breaks by their codes, with the arithmetic of each."""

    rank: int
    player: int
    name: str
    rating: int
    points: float
    out: bool = False
    tiebreaks: dict[str, str] = {}


class RoundBoard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board of a round, players by their numbers. `game` is empty where there was nothing to play."""

    board: int
    white: int
    black: int
    result: str | None = None
    game: str = ""


class ShownTournament(msgspec.Struct, frozen=True):
    """A tournament as it stands: places, and the boards of its last round."""

    version: int
    announced: AnnouncedTournament
    places: Sequence[StandingsPlace]
    boards: Sequence[RoundBoard]


class Participation(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the reader is in a tournament, the byes that were asked for, by their rounds, and the game that waits."""

    joined: bool = False
    out: bool = False
    arbiter: bool = False
    player: int | None = None
    game: str = ""
    byes: dict[int, Bye] = {}


class WantedBye(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bye: for half a point (H) or nothing (Z)."""

    mark: Bye = "H"


class HeldTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the arbiter goes on by hand."""

    held: bool


@get("/api/v1/tournaments", responses=FAILURES)
async def listed(request: AnyRequest) -> TournamentLists:
    """Lists tournaments."""
    announced = OnlineServices.of(request).store.announced
    return TournamentLists(await announced.open(), await announced.over_after())


@post("/api/v1/tournaments", responses=FAILURES, opt=NEW_GAME)
async def announce(request: AnyRequest, data: JSONBody[TournamentWish]) -> CreatedTournament:
    """Announces a tournament. Raises DamaciError, Rejected."""
    services = OnlineServices.of(request)
    player = await _member(request)
    if not may_announce(services, player):
        raise Rejected(403, "may-not-announce")
    return CreatedTournament(await services.club.announce(player, data))


@get("/api/v1/tournaments/{tournament:str}", responses=FAILURES, opt=WHOLE_GAME)
async def show(request: AnyRequest, tournament: FromPath[str]) -> ShownTournament:
    """A tournament as it stands. Raises UnknownTournament."""
    services = OnlineServices.of(request)
    announced = await services.club.listed(tournament)
    held = await services.club.find(tournament)
    found = held.tournament
    last = len(found.rounds)
    games = {each.board: each.game for each in await services.store.announced.boards(tournament, [last])}
    boards = [
        RoundBoard(number, game.white, game.black, game.result, games.get(number, ""))
        for number, game in enumerate(found.rounds[-1].games if found.rounds else (), 1)
    ]
    return ShownTournament(found.version, announced, [_place(found, each) for each in held.ranking], boards)


def _place(found: Tournament, standing: Standing) -> StandingsPlace:
    player = standing.player
    tiebreaks = {code: str(value) for code, value in standing.tiebreaks.items()}
    return StandingsPlace(
        standing.rank, player.id, player.name, player.rating, standing.points, found.is_out(player.id), tiebreaks
    )


@get("/api/v1/tournaments/{tournament:str}/me", responses=FAILURES)
async def me(request: AnyRequest, tournament: FromPath[str]) -> Participation:
    """What the player is in a tournament. Raises UnknownTournament."""
    return await part_of(OnlineServices.of(request), await Visitor.of(request).known(), tournament)


async def part_of(services: OnlineServices, player: Player | None, tournament: str) -> Participation:
    """What a visitor is in a tournament. Raises UnknownTournament, StoreError."""
    plan = await services.club.plan(tournament)
    if player is None:
        return Participation()
    member = await services.store.announced.membership(tournament, player.id)
    arbiter = plan.owner == player.id
    if member is None:
        return Participation(arbiter=arbiter)
    found = (await services.club.find(tournament)).tournament
    out = not takes_part(found, member.entrant)
    call = await services.store.announced.call_of(player.id)
    game = call[1] if call and call[0] == tournament else ""
    byes = {round: asked_bye(mark) for (id, round), mark in found.asked.items() if id == member.entrant}
    return Participation(True, out, arbiter, member.entrant, game, byes)


@post("/api/v1/tournaments/{tournament:str}/join", status_code=200, responses=FAILURES, opt=NEW_GAME)
async def join(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Takes part, also after having left. Raises Rejected, TournamentRefused, UnknownTournament."""
    services = OnlineServices.of(request)
    player = await _member(request)
    await services.club.join(player, tournament)
    services.notifier.joined(player.id, tournament, await services.club.plan(tournament))


@post("/api/v1/tournaments/{tournament:str}/leave", status_code=200, responses=FAILURES, opt=NEW_GAME)
async def leave(request: AnyRequest, tournament: FromPath[str]) -> None:
    """Leaves. A game that is on goes on. Raises Rejected, UnknownTournament."""
    await OnlineServices.of(request).club.leave(await _member(request), tournament)


@put("/api/v1/tournaments/{tournament:str}/byes/{round:int}", responses=FAILURES, opt=NEW_GAME)
async def ask_bye(
    request: AnyRequest, tournament: FromPath[str], round: FromPath[int], data: JSONBody[WantedBye]
) -> None:
    """Asks for a bye in a round that is not paired yet. Raises Rejected, TournamentRefused, UnknownTournament."""
    player = await _member(request)
    await OnlineServices.of(request).club.ask_bye(player, tournament, round, data.mark)


@delete("/api/v1/tournaments/{tournament:str}/byes/{round:int}", responses=FAILURES, opt=NEW_GAME)
async def drop_bye(request: AnyRequest, tournament: FromPath[str], round: FromPath[int]) -> None:
    """Plays in that round after all. Raises Rejected, TournamentRefused, UnknownTournament."""
    player = await _member(request)
    await OnlineServices.of(request).club.drop_bye(player, tournament, round)


@post("/api/v1/tournaments/{tournament:str}/steps", status_code=200, responses=FAILURES, opt=NEW_GAME)
async def do(request: AnyRequest, tournament: FromPath[str], data: JSONBody[ArbiterStep]) -> TournamentVersion:
    """Carries out a command of the arbiter, who has announced the tournament. Raises Rejected, TournamentRefused."""
    services = OnlineServices.of(request)
    player = await _member(request)
    await services.club.expect_arbiter(player, tournament)
    return TournamentVersion(await services.club.do(tournament, data.command, player.name))


@post("/api/v1/tournaments/{tournament:str}/hold", status_code=200, responses=FAILURES)
async def hold(request: AnyRequest, tournament: FromPath[str], data: JSONBody[HeldTournament]) -> None:
    """The arbiter goes on by hand, or lets the server go on. Raises Rejected, UnknownTournament."""
    services = OnlineServices.of(request)
    arbiter = await services.club.expect_arbiter(await Visitor.of(request).known(), tournament)
    await services.club.hold(arbiter, tournament, data.held)


@get("/api/v1/tournaments/{tournament:str}/version", responses=FAILURES)
async def version(request: AnyRequest, tournament: FromPath[str]) -> TournamentVersion:
    """How many steps there are; 0 for a tournament that does not exist."""
    return TournamentVersion(await OnlineServices.of(request).club.version(tournament))


@get("/api/v1/tournaments/{tournament:str}/boards", responses=FAILURES, opt=WHOLE_GAME)
async def boards(request: AnyRequest, tournament: FromPath[str], section: FromQuery[int] = 1) -> SectionBoards:
    """What the boards of the last round show, or in an arena those that are being played. Raises UnknownTournament."""
    services = OnlineServices.of(request)
    await services.club.plan(tournament)
    seen = await services.boards.now(section_of(tournament, section))
    return news(None, seen, time.time())


@get("/api/v1/tournaments/{tournament:str}/report.trf", media_type=MediaType.TEXT, responses=FAILURES, opt=WHOLE_GAME)
async def report(request: AnyRequest, tournament: FromPath[str]) -> Response[str]:
    """The tournament as FIDE's report file. Raises UnknownTournament."""
    services = OnlineServices.of(request)
    await services.club.plan(tournament)
    return Response(await services.club.report(tournament), media_type=TRF)


def may_announce(services: OnlineServices, player: Player | None) -> bool:
    """Whether somebody may announce tournaments here."""
    settings = services.settings
    if player is None or player.account is None or settings.tournaments == "off":
        return False
    return settings.tournaments == "open" or player.account in settings.folded_arbiters


async def _member(request: AnyRequest) -> Player:
    """The player, who has an account. Raises Rejected."""
    player = await Visitor.of(request).somebody()
    if player.account is None:
        raise Rejected(403, "members-only")
    return player


ROUTES = (listed, announce, show, me, join, leave, ask_bye, drop_bye, do, hold, version, boards, report)
