"""Positions as pictures, to be kept or shared."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from damaci.services.pictures import picture

LONGEST_FEN = 400
"""Characters: a full board of damas needs 330."""


@get("/api/picture.svg")
async def draw(
    fen: Annotated[str, QueryParameter(max_length=LONGEST_FEN)],
    ruleset: FromQuery[str] = "turkish",
    flipped: FromQuery[bool] = False,
) -> Response[str]:
    """A position as SVG. Raises FenError, UnknownRuleset."""
    return Response(picture(fen, ruleset, flipped=flipped), media_type="image/svg+xml")


ROUTES = (draw,)
