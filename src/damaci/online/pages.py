"""The HTML pages: the lobby, a game or its invitation, the player's games, the account."""

import math
import time
from datetime import UTC, datetime
from typing import Any

import msgspec
import segno
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from damaci.engine.levels import LEVELS
from damaci.online.daily_queue import opponents_away, unfinished
from damaci.online.holiday_allowance import day_of
from damaci.online.holiday_api import holiday_of
from damaci.online.identity import Visitor, only_plays
from damaci.online.links import page_of
from damaci.online.mail.api import own_mail
from damaci.online.notice_titles import notice_titles
from damaci.online.people_api import players_of
from damaci.online.services import OnlineServices
from damaci.online.terms import GameTerms
from damaci.play.phrases import PHRASES
from damaci.play.turn import to_move
from damaci.rules.catalogue import RULESETS
from damaci.rules.options import Options
from damaci.services.game_list import GamePage, page_from
from damaci.site.choices import choices, levels_of, rulesets_of, styles_of
from damaci.site.connection import AnyRequest
from damaci.site.game_list import row
from damaci.site.guest_names import display_name
from damaci.site.language import Catalog, catalog
from damaci.site.pages import language_of, page
from damaci.site.visitors import write_preferences
from damaci.store.players import Player
from damaci.stored import Summary

FARTHEST = 1_000_000
"""The largest offset of a list of games."""


@get("/")
async def lobby(request: AnyRequest) -> Response[str]:
    """The lobby."""
    words = catalog(language_of(request))
    engine = OnlineServices.of(request).settings.engine_games > 0 and bool(_offered(request))
    player = await Visitor.of(request).known()
    account = player is not None and player.account is not None
    return page(
        request,
        "lobby/lobby.html",
        {
            "levels": _offered(request),
            "styles": styles_of(words),
            "rulesets": rulesets_of(words),
            "engine": engine,
            "account": account,
        },
        shown={"house": bool(OnlineServices.of(request).house.players)},
    )


def _offered(request: AnyRequest) -> list[dict[str, str]]:
    """The levels that think no longer than they may here."""
    most = OnlineServices.of(request).settings.engine_seconds
    named = [each for each in levels_of(catalog(language_of(request))) if each["name"] in LEVELS]
    return [each for each in named if (LEVELS[each["name"]].limits.seconds or 0) <= most]


@get("/game/{game:str}")
async def one_game(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """A game, or its invitation until it begins. Raises NotFoundException."""
    # The last look is for a game that has begun since the first one: the invitation is gone by then.
    for look in (_game, _invitation, _challenge, _game):
        if found := await look(request, game):
            return found
    raise NotFoundException(f"no game {game!r}")


async def _game(request: AnyRequest, game: str) -> Response[str] | None:
    stored = await OnlineServices.of(request).store.games.get(game)
    if stored is None:
        return None
    words = catalog(language_of(request))
    people = msgspec.to_builtins(await players_of(OnlineServices.of(request), game))
    data = {"game": game, "people": people} | choices(words)
    dialogs = ["game/say.html", "report.html"]
    if stored.days:
        dialogs.append("game/conditional.html")
    shown = {"dialogs": dialogs, "phrases": PHRASES} | await _occasion(request, game, broadcast=not people["players"])
    return page(request, "game/page.html", data, shown=shown)


async def _occasion(request: AnyRequest, game: str, *, broadcast: bool) -> dict[str, Any]:
    """The page with the other boards, for a game of a broadcast or a tournament."""
    store = OnlineServices.of(request).store
    if not broadcast:
        return {"tournament": await store.announced.of_game(game)}
    board = await store.broadcasts.of_game(game)
    return {"broadcast": board.place if board else None}


async def _invitation(request: AnyRequest, game: str) -> Response[str] | None:
    seek = await OnlineServices.of(request).store.seeks.get(game)
    if seek is None:
        return None
    player = await Visitor.of(request).known()
    url = page_of(request, seek.id)
    data = {"game": seek.id, "mine": player is not None and player.id == seek.player}
    code = segno.make(url, micro=False).svg_inline(scale=4, border=3, dark="#000", light="#fff", omitsize=True)
    shown = {
        "name": _readable(request, seek.name),
        "account": seek.account,
        "terms": _terms(request, seek.wish),
        "url": url,
        "qr": code,
    }
    return page(request, "lobby/invitation.html", data, shown=shown)


async def _challenge(request: AnyRequest, wanted: str) -> Response[str] | None:
    """The page of a challenge to or by the visitor."""
    player = await Visitor.of(request).known()
    challenge = await OnlineServices.of(request).store.challenges.get(wanted, time.time())
    if player is None or challenge is None or player.id not in (challenge.player, challenge.target):
        return None
    mine = player.id == challenge.player
    shown = {
        "name": challenge.target_name if mine else challenge.name,
        "account": challenge.target_account if mine else challenge.account,
        "terms": _terms(request, challenge.wish),
    }
    data = {"game": challenge.id, "mine": mine, "declined": challenge.declined}
    return page(request, "lobby/challenge.html", data, shown=shown)


def _readable(request: AnyRequest, name: str) -> str:
    return display_name(name, catalog(language_of(request)).translations.gettext)


def _terms(request: AnyRequest, wish: str) -> str:
    """A short description of rules and clock."""
    translations = catalog(language_of(request)).translations
    text = translations.gettext
    terms = msgspec.json.decode(wish, type=GameTerms)
    if terms.days:
        clock = translations.ngettext("{n} day a move", "{n} days a move", terms.days).format(n=terms.days)
    elif terms.clock:
        clock = f"{terms.clock.base / 60:g} {text('min')} + {terms.clock.increment:g} {text('s')}"
    else:
        clock = text("No clock")
    more = {
        text("Rated"): terms.rated,
        text("Two games"): terms.games > 1,
        text("From a position"): bool(terms.fen),
        text("Own draw rules or options"): terms.endings is not None or terms.options != Options(),
    }
    return " · ".join([text(RULESETS[terms.ruleset].title), clock, *(name for name, there in more.items() if there)])


NO_GAMES = {"games": (), "before": None, "after": None, "turns": (), "holiday": None}
"""What somebody is shown who has not played."""


@get("/games")
async def my_games(request: AnyRequest, start: FromQuery[int] = 0) -> Response[str]:
    """The player's games."""
    player = await Visitor.of(request).known()
    if player is None:
        return page(request, "archive/games.html", {"account": False}, shown=NO_GAMES)
    words = catalog(language_of(request))
    found = await _games_of(request, player, min(start, FARTHEST))
    services = OnlineServices.of(request)
    at = services.rooms.now()
    waiting = await unfinished(services.store, player.id)
    away = await opponents_away(services.store, waiting, at)
    mine = [game for color, agreed, game in waiting if color == to_move(agreed, game.plies)]
    mine.sort(key=lambda game: game.due or math.inf)
    accounts = await services.store.seats.accounts_of([game.id for game in [*found.games, *mine]])

    def listed(game: Summary) -> dict[str, Any]:
        return row(words, game, accounts.get(game.id)) | {"away": _moment(away.get(game.id))}

    games = [listed(game) for game in found.games]
    turns = [listed(game) | {"left": time_left(words, game, at)} for game in mine if start <= 0]
    shown: dict[str, Any] = {"games": games, "before": found.before, "after": found.after, "turns": turns}
    shown |= {"holiday": await _holiday(services, player)}
    return page(request, "archive/games.html", {"account": player.account is not None}, shown=shown)


def _moment(at: float | None) -> datetime | None:
    """A moment as templates show it."""
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC)


async def _holiday(services: OnlineServices, player: Player) -> dict[str, Any]:
    """The player's holiday as pages show it. `ends`: None on none."""
    found = await holiday_of(services, player.id)
    return msgspec.structs.asdict(found) | {"ends": _moment(found.until), "today": day_of(services.rooms.now())}


def time_left(words: Catalog, game: Summary, at: float) -> str:
    """How long a player may think about a move by the day, in days and hours; empty for other games."""
    if game.due is None:
        return ""
    hours = max(0, int((game.due - at) // 3600))
    text = words.translations.gettext("{days} d {hours} h").format(days=hours // 24, hours=hours % 24)
    return words.translations.gettext("{time} left").format(time=text)


async def _games_of(request: AnyRequest, player: Player, start: int) -> GamePage:
    seats = OnlineServices.of(request).store.seats
    return await page_from(start, lambda limit, offset: seats.games_of(player.id, limit=limit, offset=offset))


NOBODYS = {"name": "", "account": False, "privacy": None, "mail": None, "holiday": None, "tokens": [], "programs": []}
"""What somebody has who has not played."""


@get("/account")
async def account(request: AnyRequest) -> Response[str]:
    """The account page: name, passphrase, programs, data."""
    services = OnlineServices.of(request)
    player = await Visitor.of(request).known()
    shown = {
        "open": services.settings.accounts == "open",
        "notice_titles": notice_titles(catalog(language_of(request))),
        "only_plays": only_plays(services, player),
    }
    shown |= await _belongings(request, player) if player else NOBODYS
    data = {"push": "", "account": shown["account"]}
    if shown["account"]:
        data["push"] = services.notifier.key
    return page(request, "account/account.html", data, shown=shown)


async def _belongings(request: AnyRequest, player: Player) -> dict[str, Any]:
    """What a player has here."""
    services = OnlineServices.of(request)
    account = player.account is not None
    return {
        "name": _readable(request, player.name),
        "account": account,
        "privacy": await services.store.player_settings.get(player.id),
        "mail": await own_mail(services, player) if account else None,
        "holiday": await _holiday(services, player),
        "tokens": await services.store.players.tokens(player.id),
        "programs": await services.store.bots.of(player.id),
    }


@get("/sign-in")
async def sign_in_link(request: AnyRequest) -> Response[str]:
    """The page that an operator's sign-in link opens. Only the page's script sees the secret after the `#`."""
    return page(request, "account/link.html", {})


ROUTES = (lobby, one_game, my_games, account, sign_in_link, write_preferences)
