"""Pairing: creates seeks and invitations, and begins a game under the same id when one is accepted."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import msgspec

from damaci.board.position import Position
from damaci.host import RoomsFull, UnknownGame
from damaci.host.fair_queue import Asker
from damaci.host.first_events import opening
from damaci.online.costs import ENGINE_GAMES
from damaci.online.game_limits import MOST_DAILY
from damaci.online.house.acceptance import refusal
from damaci.online.limits import Payer
from damaci.online.lobby import ARRIVAL_SECONDS, STALE_SECONDS
from damaci.online.services import OnlineServices
from damaci.online.terms import CannotBeRated, GameTerms, engine, seats
from damaci.play.events import Color, Seat, other
from damaci.play.table import Table
from damaci.site.rejection import Rejected
from damaci.store import StoreError
from damaci.store.challenges import Challenge
from damaci.store.pairings import SeatTaken
from damaci.store.players import Player
from damaci.store.seeks import Seek
from damaci.stored.errors import DailyGamesEnough, PlaysEnough

BUSY_SECONDS = 60.0
"""Seconds after which somebody for whom the computer has no time is told to try again."""
STANDING_SECONDS = 7 * 24 * 3600.0
"""A seek by the day of a player with an account stands for so long, whether or not its player is connected."""
MOST_SEEKS = 10
"""Seeks that a player may have at once, invitations included."""


class OpenInvitation(msgspec.Struct, frozen=True):
    """A created seek or invitation; its game will have the same id."""

    id: str


class Joined(msgspec.Struct, frozen=True):
    """A game that has begun, and the player's side."""

    id: str
    color: Color


async def offer(
    services: OnlineServices, player: Player, terms: GameTerms, *, everybody: bool, address: str, key: str = ""
) -> OpenInvitation:
    """Creates a seek for everybody, or an invitation for whoever has the link, once for each `key` of the player.
    `address`: from which it is asked for. Raises DamaciError for invalid terms, Rejected, StoreError."""
    terms.settings()
    await expect_may_play(services, player, terms)
    if everybody:
        await _expect_no_help(services, player, terms)
    at = time.time()
    wish = msgspec.json.encode(terms).decode()
    hashed = services.address_hashes.of(address)
    seek = Seek(
        id=services.repeatable_ids.of(player.id, key),
        player=player.id,
        name=player.name,
        open=everybody,
        wish=wish,
        created=at,
        seen=at - STALE_SECONDS + _seconds_alone(player, terms),
        address=hashed,
    )
    await services.store.seeks.remove_stale(at - STALE_SECONDS)
    async with services.turns.of_both(player.id, hashed):
        if key and await is_made(services, seek.id):
            return OpenInvitation(seek.id)
        if await services.store.seeks.count(player.id) >= MOST_SEEKS:
            raise Rejected(409, "too-many-seeks")
        at_most = services.settings.seeks_per_address
        if everybody and await services.store.seeks.count_open(hashed) >= at_most:
            raise Rejected(409, "too-many-seeks-here")
        if not await services.store.seeks.add(seek):
            raise Rejected(401, "nobody")
    services.lobby.refresh()
    return OpenInvitation(seek.id)


async def accept(services: OnlineServices, player: Player, wanted: str) -> Joined:
    """Accepts a seek, or a challenge to the player, and begins its game, once: a player who asks again because the
    answer was lost joins the same game. Raises UnknownGame, Rejected for the player's own seek or a taken one, and when
    one of the two has too many games by the day, RoomsFull, StoreError."""
    offered = await _offered(services, player, wanted)
    if offered is None:
        return await _join_again(services, player, wanted)
    if offered.player == player.id:
        raise Rejected(409, "own-game")
    services.rooms.expect_memory()
    terms = msgspec.json.decode(offered.wish, type=GameTerms)
    await expect_may_play(services, player, terms)
    theirs = terms.draw_color()
    events = opening(terms.settings(), Seat("person"), Seat("person"), services.rooms.now())
    players = {theirs: offered.player, other(theirs): player.id}
    is_seek = isinstance(offered, Seek)
    try:
        await services.store.pairings.begin(wanted, events, players, seek=is_seek, challenge=not is_seek)
    except SeatTaken:
        await services.store.seeks.remove_begun(wanted)
        return await _join_again(services, player, wanted)
    except DailyGamesEnough as error:
        raise _too_many_daily(player, error.player) from None
    services.lobby.refresh()
    services.challenge_news.refresh()
    services.notifier.moved(wanted, Table.fold(events))
    return Joined(wanted, other(theirs))


async def play_engine(
    services: OnlineServices, player: Player, address: str, terms: GameTerms, level: str, key: str = ""
) -> Joined:
    """Begins a game against the computer, once for each `key` of the player. Raises DamaciError, Rejected for a level
    that is too slow and when the player has too many games or the address fills the computer's queue, RoomsFull,
    StoreError."""
    opponent = engine(level, services.settings.engine_seconds)
    mine = terms.draw_color()
    settings = terms.settings()
    if terms.rated:
        raise CannotBeRated("games against the computer are not rated")
    if terms.days:
        raise Rejected(400, "days-with-people")
    await _expect_no_help(services, player, terms)
    asker = Asker(player.id, address, services.repeatable_ids.of(player.id, key))
    both = seats(mine, Seat("person"), opponent)
    events = opening(settings, both["white"], both["black"], services.rooms.now())
    begin = partial(services.store.pairings.begin, asker.game, events, {mine: player.id})
    return await _begin_once(services, player, asker, mine, begin, again=bool(key))


async def play_house(
    services: OnlineServices, player: Player, computer: Player, terms: GameTerms, *, address: str, key: str = ""
) -> Joined:
    """Begins a game against one of the house's players, once for each `key` of the player. Raises DamaciError, Rejected
    for terms on which no computer plays, when that one or the player has too many games, or the address fills the
    computer's queue, RoomsFull, StoreError."""
    if code := refusal(terms):
        raise Rejected(409, code)
    await _expect_no_help(services, player, terms)
    mine = terms.draw_color()
    asker = Asker(player.id, address, services.repeatable_ids.of(player.id, key))
    begin = partial(services.house.begin, asker.game, terms, mine, player.id, computer, seek=False)
    return await _begin_once(services, player, asker, mine, begin, again=bool(key))


async def _begin_once(
    services: OnlineServices,
    player: Player,
    asker: Asker,
    mine: Color,
    begin: Callable[[], Awaitable[None]],
    *,
    again: bool,
) -> Joined:
    """Has a game against a computer begun, unless the player has too many; `again`: it may have been begun already."""
    async with services.turns.of(player.id):
        # First: nothing new is begun for who asks again, however busy the computer has become.
        if again and await is_made(services, asker.game):
            return await _join_again(services, player, asker.game)
        if services.engines.refuses(asker):
            raise Rejected(503, "engine-busy", retry_after=BUSY_SECONDS)
        services.rooms.expect_memory()
        if await services.store.seats.count_running(player.id, engine=True) >= services.settings.engine_games:
            raise Rejected(409, "too-many-engine-games")
        services.limits.take(ENGINE_GAMES, Payer(asker.address, player.id))
        try:
            await begin()
        except SeatTaken:
            raise Rejected(401, "nobody") from None
        except PlaysEnough:
            raise Rejected(409, "computer-plays") from None
    services.attendance.asked(asker)
    with suppress(StoreError, RoomsFull):  # The game exists; its page opens the room again.
        await services.rooms.begun(asker.game)
    return Joined(asker.game, mine)


async def _expect_no_help(services: OnlineServices, player: Player, terms: GameTerms) -> None:
    """Raises Rejected if a computer would play on from a position of the player's own rated game, FenError,
    StoreError."""
    if terms.fen and await services.own_games.have(player, Position.from_fen(terms.fen, terms.ruleset)):
        raise Rejected(409, "your-rated-game")


async def expect_may_play(services: OnlineServices, player: Player, terms: GameTerms) -> None:
    """Raises Rejected for a guest who wants to play for ratings, and for who has too many games by the day,
    StoreError."""
    if terms.rated and player.account is None:
        raise Rejected(403, "account-needed")
    if terms.days and await services.store.daily.count(player.id) >= MOST_DAILY:
        raise _too_many_daily(player, player.id)


def _too_many_daily(player: Player, who: str) -> Rejected:
    """What a player is told when `who` has too many games by the day."""
    if who == player.id:
        return Rejected(409, "too-many-daily-games")
    return Rejected(409, "opponent-plays-enough")


def _seconds_alone(player: Player, terms: GameTerms) -> float:
    """For how long a new seek is shown without its player."""
    if terms.days and player.account is not None:
        return STANDING_SECONDS
    return ARRIVAL_SECONDS


async def _offered(services: OnlineServices, player: Player, wanted: str) -> Seek | Challenge | None:
    """What the player may accept under that id: a seek, or a challenge to or by the player."""
    if seek := await services.store.seeks.get(wanted):
        return seek
    challenge = await services.store.challenges.get(wanted, time.time())
    if challenge and player.id in (challenge.player, challenge.target):
        return challenge
    return None


async def is_made(services: OnlineServices, wanted: str) -> bool:
    """Whether there is a seek, a challenge or a game of that id. Raises StoreError."""
    if await services.store.seeks.get(wanted) or await services.store.challenges.get(wanted, time.time()):
        return True
    return await services.store.games.get(wanted) is not None


async def _join_again(services: OnlineServices, player: Player, game: str) -> Joined:
    """The side of a player of the game. Raises Rejected for others, UnknownGame."""
    if await services.store.games.get(game) is None:
        raise UnknownGame(f"nobody waits for a game {game!r}")
    for color, owner in (await services.store.seats.of_game(game)).items():
        if owner == player.id:
            return Joined(game, color)
    raise Rejected(409, "taken")
