"""The JSON API of conditional moves in games by the day: only a player's own."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import get, put
from litestar.params import FromPath, JSONBody

from damaci.host.ids import new_id
from damaci.host.room import Room
from damaci.online.identity import Visitor
from damaci.online.openapi import FAILURES
from damaci.online.seats import seats_of
from damaci.online.services import OnlineServices
from damaci.play.conditional import LONGEST, MOST, BadLines, Conditional, lines_for
from damaci.play.events import Color
from damaci.site.connection import AnyRequest
from damaci.site.costs import COST
from damaci.site.rejection import Rejected
from damaci.store.conditional import StoredLines
from damaci.store.players import Player

CHANGE = {COST: 5.0}
"""Every move of every line is tried."""

Text = Annotated[str, msgspec.Meta(min_length=2, max_length=80)]
Moves = Annotated[list[Text], msgspec.Meta(min_length=2, max_length=LONGEST)]


class WantedLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lines that the player wants to have, at the position after `ply` plies. A line begins with a move of the
    opponent, which the player's answer follows, and so on; it ends with an answer."""

    ply: int
    lines: Annotated[list[Moves], msgspec.Meta(max_length=MOST)]


class ConditionalLines(msgspec.Struct, frozen=True):
    """The player's lines from the position after `ply` plies. `most`: lines that a player may have in a game;
    `longest`: moves that a line may have, both sides' together."""

    ply: int
    lines: Sequence[Sequence[str]]
    most: int = MOST
    longest: int = LONGEST


@get("/api/v1/games/{game:str}/conditional-moves", responses=FAILURES)
async def read(request: AnyRequest, game: FromPath[str]) -> ConditionalLines:
    """The player's own conditional moves in a game by the day. Raises UnknownGame, Rejected."""
    services = OnlineServices.of(request)
    _, color = await _seat(request, game)
    room = await services.rooms.get(game)
    for kept in await services.store.conditional.of_game(game):
        if kept.moves.color == color:
            return ConditionalLines(room.table.ply, kept.moves.left(room.table, room.events))
    return ConditionalLines(room.table.ply, ())


@put("/api/v1/games/{game:str}/conditional-moves", responses=FAILURES, opt=CHANGE)
async def write(request: AnyRequest, game: FromPath[str], data: JSONBody[WantedLines]) -> ConditionalLines:
    """Stores conditional moves in place of the former ones; no lines removes them all. When the opponent plays what a
    line says, the server plays the answer at once. Raises UnknownGame, Rejected."""
    services = OnlineServices.of(request)
    player, color = await _seat(request, game)
    room = await services.rooms.get(game)
    if not data.lines:
        await _clear(services, game, color)
        return ConditionalLines(room.table.ply, ())
    moves = _read(room, color, data)
    if not await services.store.conditional.put(StoredLines(new_id(), game, player.id, moves)):
        raise Rejected(401, "nobody")
    if room.table.version != moves.version:  # The opponent has moved meanwhile.
        await services.answering.look(game)
    return ConditionalLines(moves.ply, moves.lines)


def _read(room: Room, color: Color, wanted: WantedLines) -> Conditional:
    if wanted.ply != room.table.ply:
        raise Rejected(409, "lines-moved-on")
    try:
        return lines_for(room.table, color, wanted.lines)
    except BadLines as error:
        raise Rejected(409, error.why) from None


async def _clear(services: OnlineServices, game: str, color: Color) -> None:
    for kept in await services.store.conditional.of_game(game):
        if kept.moves.color == color:
            await services.store.conditional.remove(kept)


async def _seat(request: AnyRequest, game: str) -> tuple[Player, Color]:
    """The player who asks, and the side that is the player's. Raises Rejected for everybody else."""
    player = await Visitor.of(request).known()
    mine = await seats_of(OnlineServices.of(request), player, game)
    if player is None or len(mine) != 1:
        raise Rejected(403, "not-your-seat")
    return player, mine[0]


ROUTES = (read, write)
