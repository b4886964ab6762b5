"""Pictures of positions, for downloads and sharing."""

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from damaci.services.pictures import picture
from damaci.site.costs import PICTURE
from damaci.site.services import PictureServices

A_DAY = 24 * 3600
LONGEST_FEN = 400
"""Characters; a full board of damas needs 330."""


@get("/api/picture.svg", opt=PICTURE)
async def draw(
    fen: Annotated[str, QueryParameter(max_length=LONGEST_FEN)],
    ruleset: FromQuery[str] = "turkish",
    flipped: FromQuery[bool] = False,
) -> Response[str]:
    """A position as SVG. Raises FenError, UnknownRuleset."""
    return Response(picture(fen, ruleset, flipped=flipped), media_type="image/svg+xml")


@get("/api/pictures/{game:str}", opt=PICTURE)
async def draw_game(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[str]:
    """The last position of a game as a small board. Raises UnknownGame, StoreError.

    Lists of games put the number of plies into the query, so that a browser may keep the answer."""
    drawing = await PictureServices.of(request).pictures.of_game(game)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": f"private, max-age={A_DAY}"})


ROUTES = (draw,)
GAME_ROUTES = (draw_game,)
