"""The game pages: the game to resume, and any other game."""

from litestar import Response, get
from litestar.params import FromPath

from damaci.home.services import HomeServices
from damaci.play.phrases import PHRASES
from damaci.site import page_data
from damaci.site.choices import choices
from damaci.site.connection import AnyRequest
from damaci.site.language import catalog
from damaci.site.pages import language_of, page

DIALOGS = ("game/new_game.html", "devices/dialog.html", "devices/leave.html", "game/say.html")
"""The dialogs of the game page that not every app has."""


@get("/")
async def home(request: AnyRequest) -> Response[str]:
    """The unfinished game changed last, or a new game with the settings of the last one."""
    game, begun = await HomeServices.of(request).new_games.current()
    return await game_page(request, game, resume=begun)


@get("/game/{game:str}")
async def one_game(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """A game by its id. The visitor has chosen it, so the page does not ask whether to resume it."""
    return await game_page(request, game, resume=False)


async def game_page(request: AnyRequest, game: str, *, resume: bool) -> Response[str]:
    """The page of a game, with the choices of its dialogs. Raises UnknownGame, StoreError."""
    words = catalog(language_of(request))
    data = await page_data.game(HomeServices.of(request).store, game, resume=resume)
    data |= choices(words)
    return page(request, "game/page.html", data, shown={"dialogs": DIALOGS, "phrases": PHRASES})


ROUTES = (home, one_game)
