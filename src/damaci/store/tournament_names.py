"""The names of players in the logs of tournaments: a renamed player gets the new name there, and a deleted player is
replaced by a number."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.schema import (
    ANNOUNCED,
    PLAYERS,
    TOURNAMENT_ACTS,
    TOURNAMENT_EVENTS,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from damaci.tournament import Tournament
from damaci.tournament.events import Amended, AnyEvent, Entered


class Names(NamedTuple):
    """What a player is called in the log of a tournament."""

    acting: str
    """The name under which a player has done something."""
    entered: str
    """The name in the standings, which is different if somebody else has the same name."""


_decoder = msgspec.json.Decoder[AnyEvent](AnyEvent)


async def rename(connection: AsyncConnection, player: str, name: str) -> None:
    """Gives a player another name in the logs of all tournaments that the player has announced or joined, in the
    transaction of `connection`, in which the player has the former name still."""
    former = await _name_of(connection, player)
    for tournament, entrant in sorted((await _parts(connection, player)).items()):
        happened = await _locked(connection, tournament)
        names = Names(former, _entered_as(happened, entrant) or former)
        await _rewrite(connection, tournament, happened, [_renamed(event, names, name, name) for event in happened])


async def forget(connection: AsyncConnection, player: str, at: float) -> Collection[str]:
    """Rewrites the logs of all tournaments that a player has announced or joined, in the transaction of `connection`,
    and returns their ids. Those who have a tournament in memory learn of it by one more event, at the moment `at`."""
    former = await _name_of(connection, player)
    parts = await _parts(connection, player)
    for tournament, entrant in sorted(parts.items()):
        happened = await _locked(connection, tournament)
        names = Names(former, _entered_as(happened, entrant) or former)
        number = f"#{entrant}"
        await _rewrite(connection, tournament, happened, [_renamed(event, names, number, "") for event in happened])
        if entrant:
            await _tell(connection, tournament, happened, entrant, at)
    return parts.keys()


async def _name_of(connection: AsyncConnection, player: str) -> str:
    """The name, which nobody changes before the transaction is over."""
    return await connection.scalar(select(PLAYERS.c.name).where(PLAYERS.c.id == player).with_for_update()) or ""


async def _parts(connection: AsyncConnection, player: str) -> Mapping[str, int]:
    """The player's number in each tournament; 0 for one whose arbiter the player is, or in which the player's entry
    has been undone."""
    table = TOURNAMENT_PLAYERS.c
    owned = select(ANNOUNCED.c.tournament).where(ANNOUNCED.c.owner == player)
    joined = select(TOURNAMENT_ACTS.c.tournament).where(TOURNAMENT_ACTS.c.player == player)
    found = dict.fromkeys(await connection.scalars(owned.union(joined)), 0)
    query = select(table.tournament, table.entrant).where(table.player == player, table.entrant.is_not(None))
    return found | {row.tournament: row.entrant for row in await connection.execute(query)}


async def _locked(connection: AsyncConnection, tournament: str) -> Sequence[AnyEvent]:
    """What has happened, while nothing else can happen."""
    await connection.execute(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == tournament).with_for_update())
    table = TOURNAMENT_EVENTS.c
    query = select(table.event).where(table.tournament == tournament).order_by(table.version)
    return [_decoder.decode(text) for text in await connection.scalars(query)]


def _entered_as(happened: Sequence[AnyEvent], entrant: int) -> str:
    """The name in the standings, with a mark if somebody else has the same name."""
    return Tournament.fold(happened).entrants[entrant].name if entrant else ""


async def _rewrite(
    connection: AsyncConnection, tournament: str, happened: Sequence[AnyEvent], renamed: Sequence[AnyEvent]
) -> None:
    table = TOURNAMENT_EVENTS.c
    for version, (before, after) in enumerate(zip(happened, renamed, strict=True), 1):
        if before != after:
            one = (table.tournament == tournament) & (table.version == version)
            await connection.execute(update(TOURNAMENT_EVENTS).where(one).values(event=_text(after)))


async def _tell(
    connection: AsyncConnection, tournament: str, happened: Sequence[AnyEvent], entrant: int, at: float
) -> None:
    version = len(happened) + 1
    rating = Tournament.fold(happened).entrants[entrant].rating
    told = Amended(at=at, player=entrant, name=f"#{entrant}", rating=rating)
    row = {"tournament": tournament, "version": version, "event": _text(told)}
    await connection.execute(insert(TOURNAMENT_EVENTS), row)
    await connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament).values(version=version))


def _renamed(event: AnyEvent, former: Names, name: str, by: str) -> AnyEvent:
    """An event with another name for a player who is entered, and another one for who has done it."""
    if event.by and event.by == former.acting:
        event = msgspec.structs.replace(event, by=by)
    if isinstance(event, Entered):
        players = [
            msgspec.structs.replace(each, name=name) if each.name == former.entered else each for each in event.players
        ]
        return msgspec.structs.replace(event, players=players)
    if isinstance(event, Amended) and event.name == former.entered:
        return msgspec.structs.replace(event, name=name)
    return event


def _text(event: AnyEvent) -> str:
    return msgspec.json.encode(event).decode()
