"""The pages."""

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from damaci.engine.levels import LEVELS, level
from damaci.play.phrases import PHRASES
from damaci.rules.catalogue import RULESETS
from damaci.web import games
from damaci.web.language import LANGUAGES, Catalog, catalog, choose
from damaci.web.security import TOKEN_COOKIE, new_token
from damaci.web.services import Connection, PageServices, Services

LANGUAGE_COOKIE = "lang"
A_YEAR = 365 * 24 * 3600

AnyRequest = Request[Any, Any, Any]


@get("/")
async def home(request: AnyRequest) -> Response[str]:
    """The game to go on with, or a new one like the last."""
    game, begun = await games.current(Services.of(request))
    return game_page(request, game, resume=begun)


@get("/game/{game:str}")
async def one_game(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """A game by its id. Who comes here has chosen it, so the page does not ask whether to go on."""
    if await Services.of(request).store.games.get(game) is None:
        raise NotFoundException(f"no game {game!r}")
    return game_page(request, game, resume=False)


def game_page(request: AnyRequest, game: str, *, resume: bool) -> Response[str]:
    """The page of a game, with what its dialogs have to offer."""
    words = catalog(language_of(request))
    data = {
        "game": game,
        "resume": resume,
        "levels": levels_of(words),
        "rulesets": rulesets_of(words),
        "phrases": PHRASES,
    }
    return page(request, "game.html", data | {"linked": Services.of(request).desk.bonds.get(game) is not None})


def page(
    request: AnyRequest,
    template: str,
    data: dict[str, Any],
    status_code: int = 200,
    shown: dict[str, Any] | None = None,
) -> Response[str]:
    """A page in the visitor's language, which keeps the language if the address names one, and brings the anti-forgery
    token.

    `data` is for the template and the page's scripts, `shown` for the template alone."""
    services = PageServices.of(request)
    data = data | {"prefs": msgspec.to_builtins(services.preferences(request))}
    return Response(
        services.renderer.render(template, language_of(request), data, shown),
        media_type=MediaType.HTML,
        status_code=status_code,
        headers={"cache-control": "private, no-cache"},
        cookies=_cookies(request),
    )


def language_of(connection: Connection) -> str:
    """What the visitor prefers, else what the address, the cookie or the browser says."""
    return choose(
        PageServices.of(connection).preferences(connection).language,
        connection.query_params.get("lang"),
        connection.cookies.get(LANGUAGE_COOKIE),
        accept=connection.headers.get("accept-language", ""),
    )


def _cookies(request: AnyRequest) -> list[Cookie]:
    cookies = []
    if TOKEN_COOKIE not in request.cookies:
        cookies.append(new_token())
    if (asked := request.query_params.get("lang")) in LANGUAGES:
        cookies.append(Cookie(LANGUAGE_COOKIE, value=asked, max_age=A_YEAR, samesite="lax"))
    return cookies


def levels_of(words: Catalog) -> list[dict[str, str]]:
    """Name, title and description of every level, and of the free one."""
    text = words.translations.gettext
    free = level("free-5s")
    named = [{"name": each.name, "title": text(each.title), "about": text(each.about)} for each in LEVELS.values()]
    return [*named, {"name": "free", "title": text(free.title), "about": text(free.about)}]


def rulesets_of(words: Catalog) -> list[dict[str, Any]]:
    """What the pages' scripts have to know of every ruleset."""
    text = words.translations.gettext
    return [
        {
            "name": ruleset.name,
            "title": text(ruleset.title),
            "chequered": ruleset.movement.dark_squares_only,
            "removal": ruleset.movement.removal,
            "endings": msgspec.to_builtins(ruleset.endings),
            "options": msgspec.to_builtins(ruleset.options),
        }
        for ruleset in RULESETS.values()
    ]


ROUTES = (home, one_game)
