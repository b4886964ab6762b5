"""The pages of the game: the one to go on with, and any other."""

from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from damaci.home.services import HomeServices
from damaci.play.phrases import PHRASES
from damaci.site.language import catalog
from damaci.site.pages import language_of, levels_of, page, rulesets_of

DIALOGS = ("game/new_game.html", "devices/dialog.html", "devices/leave.html", "game/say.html")
"""Those of the game page that other apps lack, or that only some have."""

AnyRequest = Request[Any, Any, Any]


@get("/")
async def home(request: AnyRequest) -> Response[str]:
    """The game to go on with, or a new one like the last."""
    game, begun = await HomeServices.of(request).new_games.current()
    return game_page(request, game, resume=begun)


@get("/game/{game:str}")
async def one_game(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """A game by its id. Who comes here has chosen it, so the page does not ask whether to go on."""
    if await HomeServices.of(request).store.games.get(game) is None:
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
    }
    return page(request, "game/page.html", data, shown={"dialogs": DIALOGS, "phrases": PHRASES})


ROUTES = (home, one_game)
