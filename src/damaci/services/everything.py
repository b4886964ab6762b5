"""One file with all that is kept of a person: written, and read again here or on another device.

Lines of JSON, in UTF-8: first `{"damaci": 1}`, then one for each setting (`setting`, `value`), one for each tournament
(`tournament`, its id; `steps`, its events), one for each study (`study`, its id; `pdn`, its chapters) and one for each
game (`game`, its id; `events`, as they are stored; `review`, if it has one; `tags`, those that were edited). A page may
add one with the analyses that its browser keeps (`analyses`); a page that brings the file in keeps them."""

import codecs
import hashlib
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterator
from itertools import islice
from typing import IO, Any

import msgspec

from damaci.errors import DamaciError
from damaci.host.ids import new_id
from damaci.notation.encodings import decoded, in_utf_8
from damaci.play.events import AnyEvent
from damaci.play.table import Table
from damaci.sentence import Sentence
from damaci.services.content import hash_of
from damaci.services.merging import check, merged
from damaci.services.progress import KEY as LESSONS
from damaci.services.run import Run
from damaci.services.study_texts import read_text, text_of
from damaci.services.tags import Tags, keep
from damaci.stored import Store, VersionConflict
from damaci.stored.incoming import NewRecord
from damaci.stored.tournaments import Row, row_of
from damaci.tournament import Tournament
from damaci.tournament.events import AnyEvent as TournamentEvent

FORMAT = 1
"""The version of the file. A reader refuses later ones."""
HEAD = b'{"damaci":'
GAMES_AT_ONCE = 25
LINES_AT_ONCE = 5
"""Lines read between two steps of progress."""
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes; a game of 5,000 events needs one million."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class _Analysis(msgspec.Struct):
    """What pages keep of an analysis, as far as it has to be right for them."""

    origin: str
    data: dict[str, Any]
    at: int


class _Line(msgspec.Struct, omit_defaults=True):
    damaci: int = 0
    setting: str = ""
    value: Any = None
    game: str = ""
    events: list[AnyEvent] = []
    review: msgspec.Raw = msgspec.Raw()
    tags: Tags = Tags()
    tournament: str = ""
    steps: list[TournamentEvent] = []
    study: str = ""
    pdn: str = ""
    analyses: list[msgspec.Raw] = []


class BroughtIn(msgspec.Struct):
    """A step: how many bytes of the file are read, and which games have come in or were there already. `analyses` are
    for the page to keep."""

    read: int
    games: list[str] = []
    known: list[str] = []
    analyses: list[msgspec.Raw] = []


_lines = msgspec.json.Decoder(_Line)


def is_everything(file: IO[bytes]) -> bool:
    """Whether a file is one of these, also if an editor has saved it in UTF-16. It is left at its beginning."""
    head = file.read(len(codecs.BOM_UTF8) + 2 * len(HEAD))
    file.seek(0)
    return decoded(head).startswith(HEAD.decode())


class Everything:
    """Writes and reads the file of one store. `secret`: the settings that are neither written to it nor accepted from
    it."""

    def __init__(
        self, store: Store, run: Run, secret: Collection[str] = (), now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._now = now
        self._run = run
        self._secret = secret

    async def write(self) -> AsyncIterator[bytes]:
        """The lines of the file, a few games at a time. Raises StoreError."""
        yield HEAD + b" %d}\n" % FORMAT
        for key, value in (await self._store.settings.all()).items():
            if key not in self._secret:
                yield msgspec.json.encode({"setting": key, "value": value}) + b"\n"
        after = ""
        while tournaments := await self._store.tournaments.ids(after, GAMES_AT_ONCE):
            for id in tournaments:
                yield msgspec.json.encode({"tournament": id, "steps": await self._store.tournaments.read(id)}) + b"\n"
            after = tournaments[-1]
        after = ""
        while studies := await self._store.studies.ids(after, GAMES_AT_ONCE):
            for id in studies:
                yield msgspec.json.encode({"study": id, "pdn": await self._study(id)}) + b"\n"
            after = studies[-1]
        after = ""
        while games := await self._store.games.ids(after, GAMES_AT_ONCE):
            edited = await self._store.games.edited(games)
            for game, events in (await self._store.log.texts(games)).items():
                yield _written(game, events, await self._store.reviews.get(game), edited.get(game))
            after = games[-1]

    async def _study(self, id: str) -> str:
        return await text_of(self._store.studies, id, self._run)

    async def read(self, given: IO[bytes]) -> AsyncGenerator[BroughtIn]:
        """Checks the whole file, then takes over what is in it: settings replace those here, what has been learnt and
        solved is added (damaci.services.merging), and a game that is there already is left, or goes on as it does in
        the file; one that went on otherwise is kept beside it.

        Raises DamaciError before anything is taken over, and StoreError."""
        file = await self._run(in_utf_8, given)
        size = file.seek(0, 2)
        async for _, at in self._steps(file):
            yield BroughtIn(at // 2)
        async for lines, at in self._steps(file):
            step = BroughtIn((size + at) // 2)
            for line in lines:
                await self._take(line, step)
                step.analyses += line.analyses
            yield step

    async def _steps(self, file: IO[bytes]) -> AsyncIterator[tuple[list[_Line], int]]:
        """Some lines at a time, and how many bytes have been read."""
        file.seek(0)
        lines = _read(file)
        while some := await self._run(lambda: list(islice(lines, LINES_AT_ONCE))):
            yield some, file.tell()

    async def _take(self, line: _Line, step: BroughtIn) -> None:
        if line.tournament:
            await self._take_tournament(line)
        elif line.study:
            await self._take_study(line)
        elif line.game:
            await self._take_game(line, step)
        elif line.setting and line.setting not in self._secret:
            await self._store.settings.change(line.setting, lambda here: merged(line.setting, here, line.value))

    async def _take_tournament(self, line: _Line) -> None:
        """One that has come further there goes on here; one that went on otherwise is kept beside it."""
        there = await self._store.tournaments.read(line.tournament)
        if line.steps == there[: len(line.steps)]:
            return
        row = row_of(Tournament.fold(line.steps), line.steps[-1].at)
        try:
            if not there:
                await self._store.tournaments.add(line.tournament, line.steps, row)
            elif there == line.steps[: len(there)]:
                await self._store.tournaments.append(line.tournament, len(there), line.steps[len(there) :], row)
            else:
                await self._add_tournament_beside(line, row)
        except VersionConflict:  # Somebody goes on with it just now.
            await self._add_tournament_beside(line, row)

    async def _add_tournament_beside(self, line: _Line, row: Row) -> None:
        # The id follows from the content, so that the same file brings it only once.
        id = hashlib.sha256(msgspec.json.encode(line.steps)).hexdigest()[:20]
        if not await self._store.tournaments.version(id):
            await self._store.tournaments.add(id, line.steps, row)

    async def _take_study(self, line: _Line) -> None:
        """One that is other here is kept beside that in the file."""
        there = await self._study(line.study)
        id = line.study
        if there:
            # The id follows from the content, so that the same file brings it only once.
            id = hashlib.sha256(line.pdn.encode()).hexdigest()[:20]
        if there == line.pdn or await self._store.studies.read(id):
            return
        change = await self._run(read_text, line.pdn)
        await self._store.studies.add(id, change.study, change.texts, self._now())

    async def _take_game(self, line: _Line, step: BroughtIn) -> None:
        there = await self._store.log.read(line.game)
        if line.events == there[: len(line.events)]:
            step.known.append(line.game)
            await self._take_tags(line.game, line)
            if len(line.events) == len(there):
                await self._take_review(line.game, line)
        elif there == line.events[: len(there)]:
            await self._go_on(line, len(there))
            step.games.append(line.game)
        else:
            await self._add_beside(line, step)

    async def _go_on(self, line: _Line, version: int) -> None:
        try:
            await self._store.log.append(line.game, version, line.events[version:])
        except VersionConflict:  # Somebody plays it just now.
            return
        if bytes(line.review):
            await self._store.reviews.put(line.game, bytes(line.review).decode())
        await self._take_tags(line.game, line)

    async def _take_review(self, game: str, line: _Line) -> None:
        """A review that is here stays."""
        if bytes(line.review) and await self._store.reviews.get(game) is None:
            await self._store.reviews.put(game, bytes(line.review).decode())

    async def _take_tags(self, game: str, line: _Line) -> None:
        """Tags that were edited here stay."""
        tags = line.tags.values()
        if tags and not await self._store.games.edited([game]):
            await keep(self._store, self._run, game, line.events, tags)

    async def _add_beside(self, line: _Line, step: BroughtIn) -> None:
        hash = await self._run(hash_of, line.events, line.tags.values())
        known = await self._store.contents.find([hash]) if hash else {}
        if hash in known:
            step.known.append(known[hash])
            return
        game = new_id()
        await self._store.contents.add([NewRecord(game, line.events, hash)])
        await self._take_tags(game, line)
        await self._take_review(game, line)
        step.games.append(game)


def _written(game: str, events: list[str], review: str | None, edited: dict[str, str] | None) -> bytes:
    line = f'{{"game": "{game}", "events": [{",".join(events)}]'
    if review:
        line += f', "review": {review}'
    if edited:
        line += f', "tags": {msgspec.json.encode(edited).decode()}'
    return f"{line}}}\n".encode()


def _read(file: IO[bytes]) -> Iterator[_Line]:
    number = 0
    while text := file.readline(LONGEST_LINE):
        number += 1
        try:
            line = _lines.decode(text.removeprefix(codecs.BOM_UTF8))
            _check(line)
        except (msgspec.DecodeError, UnicodeDecodeError, DamaciError, ValueError, RecursionError) as error:
            raise DamaciError(Sentence("line {n} of the file is damaged: {reason}", _why(number, error))) from None
        yield line


def _why(number: int, error: Exception) -> dict[str, object]:
    return {"n": number, "reason": error.reason if isinstance(error, DamaciError) else str(error)}


def _check(line: _Line) -> None:
    if line.damaci > FORMAT:
        raise DamaciError(Sentence("it was written by a newer Damacı: please update this one"))
    if line.setting:
        _check_setting(line)
    for analysis in line.analyses:
        msgspec.json.decode(analysis, type=_Analysis)
    if line.tournament:
        if not _ID.fullmatch(line.tournament) or not line.steps:
            raise DamaciError(Sentence("a tournament has an impossible name or no beginning"))
        Tournament.fold(line.steps)
    if line.study:
        if not _ID.fullmatch(line.study):
            raise DamaciError(Sentence("a study has an impossible name"))
        read_text(line.pdn)
    if line.game:
        if not _ID.fullmatch(line.game):
            raise DamaciError(Sentence("a game has an impossible name"))
        if not line.events:
            raise DamaciError(Sentence("a game has no beginning"))
        Table.fold(line.events)


def _check_setting(line: _Line) -> None:
    try:
        check(line.setting, line.value)
    except msgspec.ValidationError:
        if line.setting == LESSONS:
            raise DamaciError(Sentence("expected a list of lessons")) from None
        raise
