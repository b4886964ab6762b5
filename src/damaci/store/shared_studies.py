"""Studies on a server for many players: whose they are, who may read them, and who else may write."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Select, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.schema import PLAYERS, STUDIES, STUDY_ACCESS, STUDY_CHAPTERS, STUDY_MEMBERS
from damaci.store.studies import Studies
from damaci.stored.studies import StoredStudy, Texts

Visibility = Literal["private", "link"]
"""Who may read a study besides those who write in it: nobody, or whoever has its link."""

_ACCESS = STUDY_ACCESS.c
_MEMBERS = STUDY_MEMBERS.c


class StudyMember(msgspec.Struct, frozen=True):
    """A player with an account. `account` is the last part of the address of the player's page."""

    id: str
    name: str
    account: str


class Access(msgspec.Struct, frozen=True):
    """The owner of a study and who may read it, and whether the player who was asked about is a member. `open`: the
    owner's account has not been closed."""

    owner: StudyMember
    visibility: Visibility
    open: bool
    member: bool


class SharedStudy(msgspec.Struct, frozen=True):
    """A study in the list of somebody who may write in it."""

    stored: StoredStudy
    visibility: Visibility
    owner: StudyMember


class Used(msgspec.Struct, frozen=True):
    """How much a player keeps: studies, and characters in all of them."""

    studies: int
    size: int


class OwnedStudies(Studies):
    """Studies that count how long they are. Those that are added belong to `owner`."""

    def __init__(self, database: Database, owner: str = "") -> None:
        super().__init__(database)
        self._owner = owner

    async def _begin(self, connection: AsyncConnection, study: str) -> None:
        row = {"study": study, "owner": self._owner, "visibility": "private", "size": 0}
        await connection.execute(insert(STUDY_ACCESS), row)

    async def _write(self, connection: AsyncConnection, study: str, texts: Texts) -> None:
        chapters = STUDY_CHAPTERS.c
        which = (chapters.study == study) & chapters.chapter.in_(texts)
        before = await connection.scalar(select(func.sum(func.length(chapters.pdn))).where(which))
        await super()._write(connection, study, texts)
        grown = sum(len(text) for text in texts.values() if text) - int(before or 0)
        await connection.execute(update(STUDY_ACCESS).where(_ACCESS.study == study).values(size=_ACCESS.size + grown))


class SharedStudies:
    """Owners and members of studies. Every method that waits raises StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, owner: str) -> OwnedStudies:
        """The studies; what is added belongs to a player."""
        return OwnedStudies(self._database, owner)

    async def access(self, study: str, player: str) -> Access | None:
        """Who may do what with a study; None if there is none of that id, or it belongs to nobody. `player`: who is
        asked about as a member; empty for nobody."""
        mine = (_MEMBERS.study == study) & (_MEMBERS.player == player)
        member = select(literal(1)).where(mine).exists().label("member")
        query = select(_ACCESS.visibility, PLAYERS.c.closed, *_NAMED, member).join(
            PLAYERS, PLAYERS.c.id == _ACCESS.owner
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query.where(_ACCESS.study == study))).mappings().one_or_none()
        if row is None:
            return None
        return Access(_member(row), row["visibility"], row["closed"] is None, bool(row["member"]))

    async def owned(self, player: str, limit: int = 200) -> Sequence[SharedStudy]:
        """A player's own studies, last changed first."""
        return await self._list(_LISTED.where(_ACCESS.owner == player), limit)

    async def shared(self, player: str, limit: int = 200) -> Sequence[SharedStudy]:
        """The studies of others in which a player may write, last changed first; none of closed accounts."""
        query = _LISTED.join(STUDY_MEMBERS, _MEMBERS.study == STUDIES.c.id)
        return await self._list(query.where(_MEMBERS.player == player, PLAYERS.c.closed.is_(None)), limit)

    async def used(self, player: str) -> Used:
        """How much of what a player may keep is used."""
        query = select(func.count(), func.coalesce(func.sum(_ACCESS.size), 0)).where(_ACCESS.owner == player)
        async with self._database.reading() as connection:
            studies, size = (await connection.execute(query)).one()
        return Used(studies, int(size))

    async def show_to(self, study: str, visibility: Visibility) -> None:
        """Changes who may read a study."""
        async with self._database.changing() as connection:
            change = update(STUDY_ACCESS).where(_ACCESS.study == study).values(visibility=visibility)
            await connection.execute(change)

    async def members(self, study: str) -> Sequence[StudyMember]:
        """Who may write besides the owner, in the order in which they came."""
        query = select(*_NAMED).join(STUDY_MEMBERS, _MEMBERS.player == PLAYERS.c.id)
        query = query.where(_MEMBERS.study == study).order_by(_MEMBERS.joined, PLAYERS.c.id)
        async with self._database.reading() as connection:
            return [_member(row) for row in (await connection.execute(query)).mappings()]

    async def join(self, study: str, player: str, at: float) -> bool:
        """Lets a player write in a study; returns False for one who is a member, or if either of them is gone."""
        row = {"study": study, "player": player, "joined": at}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(STUDY_MEMBERS), row)
        except IntegrityError:
            return False
        return True

    async def leave(self, study: str, player: str) -> bool:
        """Takes a member out of a study; returns whether there was one."""
        which = (_MEMBERS.study == study) & (_MEMBERS.player == player)
        async with self._database.changing() as connection:
            return bool((await connection.execute(delete(STUDY_MEMBERS).where(which))).rowcount)

    async def _list(self, query: Select[Any], limit: int) -> Sequence[SharedStudy]:
        query = query.order_by(STUDIES.c.updated.desc(), STUDIES.c.id).limit(limit)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        fields = StoredStudy.__struct_fields__
        return [
            SharedStudy(StoredStudy(**{name: row[name] for name in fields}), row["visibility"], _member(row))
            for row in rows
        ]


_NAMED = [PLAYERS.c[name].label(f"player_{name}") for name in StudyMember.__struct_fields__]
_LISTED = (
    select(*(STUDIES.c[name] for name in StoredStudy.__struct_fields__), _ACCESS.visibility, *_NAMED)
    .join(STUDY_ACCESS, _ACCESS.study == STUDIES.c.id)
    .join(PLAYERS, PLAYERS.c.id == _ACCESS.owner)
)


def _member(row: Any) -> StudyMember:
    return StudyMember(row["player_id"], row["player_name"], row["player_account"] or "")
