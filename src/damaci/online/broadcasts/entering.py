"""Entering the moves of a broadcast's board: everybody who has opened the board's link may, because the browser keeps
the link's secret in a cookie."""

from collections.abc import Sequence

from litestar.datastructures import Cookie

from damaci.host.conversation import Submit
from damaci.online.cookies import BOARD_COOKIE, HOST_ONLY
from damaci.online.identity import Visitor
from damaci.online.seats import seats_of
from damaci.online.secret import hashed
from damaci.online.services import OnlineServices
from damaci.play import commands
from damaci.play.events import Color
from damaci.play.refusal import Refusal, TableCode
from damaci.site.connection import Connection

SECONDS = 7 * 24 * 3600
"""How long a browser keeps the secret of a link. Opening the link again renews it."""
BOTH: Sequence[Color] = ("white", "black")
ENTERED = (
    commands.Move
    | commands.Touch
    | commands.Resign
    | commands.OfferDraw
    | commands.DeclineDraw
    | commands.OfferTakeback
    | commands.DeclineTakeback
)
"""What is entered for the players of a board. They say nothing here, and play no other game here."""


def cookie(services: OnlineServices, game: str, secret: str) -> Cookie:
    """The cookie by which a browser enters the moves of a game."""
    return Cookie(
        _name(services, game),
        value=secret,
        path="/",
        max_age=SECONDS,
        httponly=True,
        samesite="lax",
        secure=services.settings.secure,
    )


async def enters(connection: Connection, game: str) -> bool:
    """Whether the visitor may enter the moves of a game now. Raises StoreError."""
    services = OnlineServices.of(connection)
    secret = secret_of(connection, game)
    return bool(secret) and await services.store.broadcasts.permits(hashed(secret), game)


def secret_of(connection: Connection, game: str) -> str:
    """The secret of a link that the browser keeps for a game; empty for none."""
    return connection.cookies.get(_name(OnlineServices.of(connection), game), "")


async def held_by(connection: Connection, game: str) -> Sequence[Color]:
    """The seats that a visitor may play: the player's own, or both if the visitor enters the moves of the game. Raises
    Rejected for an invalid token, StoreError."""
    if await enters(connection, game):
        return BOTH
    return await seats_of(OnlineServices.of(connection), await Visitor.of(connection).known(), game)


def guarded(connection: Connection, game: str, held: Sequence[Color], submit: Submit) -> Submit:
    """`submit`; for a visitor who enters moves, only as long as the link is valid, and nothing but what is entered."""
    if held is not BOTH:
        return submit

    async def guard(command: commands.SeatCommand) -> Refusal | int:
        if not isinstance(command, ENTERED):
            return Refusal(TableCode.NOT_YOUR_SEAT, "the players of this game are not here")
        if not await enters(connection, game):
            return Refusal(TableCode.NOT_YOUR_SEAT, "the link of this board is not valid any more")
        return await submit(command)

    return guard


def _name(services: OnlineServices, game: str) -> str:
    name = f"{BOARD_COOKIE}-{game}"
    if services.settings.secure:
        return HOST_ONLY + name
    return name
