"""Studies: a row for each, and a row for each chapter's PDN."""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.store.database import Database
from damaci.store.schema import STUDIES, STUDY_CHAPTERS
from damaci.stored.errors import StoreError, VersionConflict
from damaci.stored.studies import StoredStudy, Texts
from damaci.studies import Study

_LISTED = [STUDIES.c[name] for name in StoredStudy.__struct_fields__]


class Studies:
    """See damaci.stored.studies.Studies."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self, limit: int = 200) -> Sequence[StoredStudy]:
        """All studies, the last changed first. Raises StoreError."""
        query = select(*_LISTED).order_by(STUDIES.c.updated.desc(), STUDIES.c.id).limit(limit)
        async with self._database.reading() as connection:
            return [StoredStudy(**row) for row in (await connection.execute(query)).mappings()]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """The ids after an id, in order. Raises StoreError."""
        table = STUDIES.c
        async with self._database.reading() as connection:
            found = await connection.scalars(select(table.id).where(table.id > after).order_by(table.id).limit(limit))
            return [*found]

    async def read(self, study: str) -> Study | None:
        """A study; None if there is none of that id. Raises StoreError."""
        async with self._database.reading() as connection:
            text = await connection.scalar(select(STUDIES.c.study).where(STUDIES.c.id == study))
        try:
            return msgspec.json.decode(text, type=Study) if text else None
        except msgspec.DecodeError as error:
            raise StoreError(f"{self._database.name}: study {study} cannot be read: {error}") from error

    async def texts(self, study: str, chapters: Collection[str]) -> dict[str, str]:
        """What is in some chapters of a study; those that are gone are left out. Raises StoreError."""
        table = STUDY_CHAPTERS.c
        query = select(table.chapter, table.pdn).where(table.study == study, table.chapter.in_(chapters))
        async with self._database.reading() as connection:
            return {row.chapter: row.pdn for row in await connection.execute(query)}

    async def add(self, study: str, value: Study, texts: Texts, at: float) -> None:
        """Stores a new study. Raises VersionConflict when there is one with that id, StoreError."""
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(STUDIES), {"id": study, "created": at, **_row(value, at)})
                await self._begin(connection, study)
                await self._write(connection, study, texts)
        except IntegrityError:
            raise VersionConflict(study, 0) from None

    async def change(self, study: str, version: int, value: Study, texts: Texts, at: float) -> None:
        """Replaces a study that is at a version, and the chapters that are other than before. Raises VersionConflict
        when it is at another version, or gone; StoreError."""
        table = STUDIES.c
        step = update(STUDIES).where(table.id == study, table.version == version).values(_row(value, at))
        async with self._database.writing() as connection:
            if not (await connection.execute(step)).rowcount:
                raise VersionConflict(study, version)
            await self._write(connection, study, texts)

    async def delete(self, study: str) -> bool:
        """Deletes a study and its chapters; returns whether it existed. Raises StoreError."""
        async with self._database.changing() as connection:
            gone = await connection.execute(delete(STUDIES).where(STUDIES.c.id == study))
        return bool(gone.rowcount)

    async def _begin(self, connection: AsyncConnection, study: str) -> None:
        """What is stored together with a new study: nothing, where all studies are one person's."""

    async def _write(self, connection: AsyncConnection, study: str, texts: Texts) -> None:
        if not texts:
            return
        table = STUDY_CHAPTERS.c
        which = (table.study == study) & table.chapter.in_(texts)
        await connection.execute(delete(STUDY_CHAPTERS).where(which))
        rows = [{"study": study, "chapter": chapter, "pdn": pdn} for chapter, pdn in texts.items() if pdn is not None]
        if rows:
            await connection.execute(insert(STUDY_CHAPTERS), rows)


def _row(study: Study, at: float) -> dict[str, object]:
    return {
        "version": study.version,
        "updated": at,
        "title": study.title,
        "chapters": len(study.chapters),
        "study": msgspec.json.encode(study).decode(),
    }
