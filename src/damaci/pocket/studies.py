"""Studies in records: one for each, and one for each chapter's PDN."""

from collections.abc import Collection, Sequence

import msgspec

from damaci.pocket import keys
from damaci.pocket.records import Records
from damaci.stored import VersionConflict
from damaci.stored.studies import StoredStudy, Texts
from damaci.studies import Study
from damaci.studies.study import MOST_CHAPTERS

AT_ONCE = 500
"""Records that are read together."""


class _Row(msgspec.Struct):
    stored: StoredStudy
    study: Study


class Studies:
    """See damaci.stored.studies.Studies."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def list(self, limit: int = 200) -> Sequence[StoredStudy]:
        """See damaci.stored.studies.Studies."""
        start, end = keys.kind("study")
        found: list[StoredStudy] = []
        while some := await self._records.range(start, end, AT_ONCE):
            found += [_decode(text).stored for _, text in some]
            start = some[-1][0]
        return sorted(found, key=lambda each: (-each.updated, each.id))[:limit]

    async def ids(self, after: str, limit: int) -> Sequence[str]:
        """See damaci.stored.studies.Studies."""
        found = await self._records.range(keys.study(after), keys.kind("study")[1], limit)
        return [key.partition(":")[2] for key, _ in found]

    async def read(self, study: str) -> Study | None:
        """See damaci.stored.studies.Studies."""
        text = await self._text(study)
        return _decode(text).study if text else None

    async def texts(self, study: str, chapters: Collection[str]) -> dict[str, str]:
        """See damaci.stored.studies.Studies."""
        wanted = [*chapters]
        found = await self._records.get([keys.study_chapter(study, chapter) for chapter in wanted])
        return {chapter: text for chapter, text in zip(wanted, found, strict=True) if text is not None}

    async def add(self, study: str, value: Study, texts: Texts, at: float) -> None:
        """See damaci.stored.studies.Studies."""
        if not await self._write(study, None, value, texts, (at, at)):
            raise VersionConflict(study, 0)

    async def change(self, study: str, version: int, value: Study, texts: Texts, at: float) -> None:
        """See damaci.stored.studies.Studies."""
        former = await self._text(study)
        stored = _decode(former).stored if former else None
        if stored is None or stored.version != version:
            raise VersionConflict(study, version)
        if not await self._write(study, former, value, texts, (stored.created, at)):
            raise VersionConflict(study, version)

    async def delete(self, study: str) -> bool:
        """See damaci.stored.studies.Studies."""
        while former := await self._text(study):
            chapters = await self._records.range(*keys.study_chapters(study), MOST_CHAPTERS)
            gone = dict.fromkeys([keys.study(study), *(key for key, _ in chapters)])
            if await self._records.write({keys.study(study): former}, gone):
                return True
        return False

    async def _text(self, study: str) -> str | None:
        return (await self._records.get([keys.study(study)]))[0]

    async def _write(
        self, study: str, former: str | None, value: Study, texts: Texts, times: tuple[float, float]
    ) -> bool:
        """Writes a study that was made and changed at these times, if the stored one is still `former`."""
        stored = StoredStudy(study, value.version, *times, value.title, len(value.chapters))
        changes = {keys.study_chapter(study, chapter): text for chapter, text in texts.items()}
        row = msgspec.json.encode(_Row(stored, value)).decode()
        return await self._records.write({keys.study(study): former}, changes | {keys.study(study): row})


def _decode(text: str) -> _Row:
    return msgspec.json.decode(text, type=_Row)
