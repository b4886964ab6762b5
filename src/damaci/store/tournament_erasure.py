"""The removal of a deleted player's name from the logs of tournaments: a number stands in its place."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.schema import ANNOUNCED, PLAYERS, TOURNAMENT_EVENTS, TOURNAMENT_PLAYERS, TOURNAMENTS
from damaci.tournament import Tournament
from damaci.tournament.events import Amended, AnyEvent, Entered

_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)


async def forget(connection: AsyncConnection, player: str, at: float) -> None:
    """Rewrites the logs of all tournaments in which a player takes part or is the arbiter, in the transaction of
    `connection`. Those who have a tournament in memory learn of it by one more event, at the moment `at`."""
    name = await connection.scalar(select(PLAYERS.c.name).where(PLAYERS.c.id == player))
    for tournament, entrant in sorted((await _parts(connection, player)).items()):
        await _forget_in(connection, tournament, entrant, name or "", at)


async def _parts(connection: AsyncConnection, player: str) -> Mapping[str, int]:
    """The player's number in each tournament; 0 for one whose arbiter alone the player is."""
    table = TOURNAMENT_PLAYERS.c
    owned = await connection.scalars(select(ANNOUNCED.c.tournament).where(ANNOUNCED.c.owner == player))
    found = dict.fromkeys(owned, 0)
    query = select(table.tournament, table.entrant).where(table.player == player, table.entrant.is_not(None))
    return found | {row.tournament: row.entrant for row in await connection.execute(query)}


async def _forget_in(connection: AsyncConnection, tournament: str, entrant: int, name: str, at: float) -> None:
    locked = select(TOURNAMENTS.c.version).where(TOURNAMENTS.c.id == tournament).with_for_update()
    version = await connection.scalar(locked) or 0
    table = TOURNAMENT_EVENTS.c
    query = select(table.event).where(table.tournament == tournament).order_by(table.version)
    happened = [_decoder.decode(text) for text in await connection.scalars(query)]
    entered = Tournament.fold(happened).entrants[entrant] if entrant else None
    for number, event in enumerate(happened, 1):
        nameless = _nameless(event, name, entered.name if entered else None, f"#{entrant}")
        if nameless != event:
            one = (table.tournament == tournament) & (table.version == number)
            await connection.execute(update(TOURNAMENT_EVENTS).where(one).values(event=_text(nameless)))
    if entered:
        told = Amended(at=at, player=entrant, name=f"#{entrant}", rating=entered.rating)
        row = {"tournament": tournament, "version": version + 1, "event": _text(told)}
        await connection.execute(insert(TOURNAMENT_EVENTS), row)
        mine = TOURNAMENTS.c.id == tournament
        await connection.execute(update(TOURNAMENTS).where(mine).values(version=version + 1))


def _nameless(event: AnyEvent, by: str, entered: str | None, instead: str) -> AnyEvent:
    """An event without the name under which somebody acted, and without that of the player."""
    if event.by == by:
        event = msgspec.structs.replace(event, by="")
    if isinstance(event, Entered):
        players = [
            msgspec.structs.replace(each, name=instead) if each.name == entered else each for each in event.players
        ]
        return msgspec.structs.replace(event, players=players)
    if isinstance(event, Amended) and event.name == entered:
        return msgspec.structs.replace(event, name=instead)
    return event


def _text(event: AnyEvent) -> str:
    return msgspec.json.encode(event).decode()
