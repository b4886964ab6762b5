"""Games from outside: PDN and FEN, from texts and from files of any size."""

import asyncio
import io
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import IO, Self

import msgspec

from damaci.board.position import Position
from damaci.errors import DamaciError
from damaci.host.ids import new_id
from damaci.notation.encodings import decoded
from damaci.notation.pdn import PdnError, PdnGame, read
from damaci.play.events import AnyEvent
from damaci.play.record import NONE, date_of, events_of
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.sentence import Sentence
from damaci.services.content import hash_of
from damaci.services.everything import Everything, is_everything
from damaci.services.run import Run
from damaci.stored import Store
from damaci.stored.incoming import NewRecord

GAMES_AT_ONCE = 100
"""Games stored in one transaction, and reported as one step of progress."""
LONGEST_FEN = 1000
"""Bytes."""
APART = 0.001
"""Seconds by which games of the same day differ, so that a list shows them in the order of their file."""
_FEN = re.compile(r"\s*[WB]:[WB][^\[]*", re.IGNORECASE)


def is_fen(text: str) -> bool:
    """Whether a text is meant as a FEN."""
    return _FEN.fullmatch(text) is not None


def first_game(text: str, ruleset: str) -> tuple[PdnGame, bool]:
    """The first game of a text, or the position that it is a FEN of, and whether more games follow.

    `ruleset` is for a text that leaves it open. Raises FenError, PdnError, UnknownRuleset, and DamaciError for a text
    without a game."""
    if is_fen(text):
        return PdnGame(Position.from_fen(text.strip(), ruleset)), False
    found = list(islice(read(io.StringIO(text), ruleset), 2))
    if not found:
        raise DamaciError(_no_game())
    return found[0], len(found) > 1


def _no_game() -> Sentence:
    return Sentence("no game in this text: expected PDN or a FEN")


class Imported(msgspec.Struct, frozen=True):
    """A step of an import: how many bytes of the file are read, and what has come in since the step before."""

    read: int
    games: list[str]
    """The ids of new games, in the order of the file."""
    known: list[str]
    """The ids of games that were there already."""
    faults: list[Sentence]
    """Why games cannot be read."""
    analyses: list[msgspec.Raw] = []
    """The analyses of a file with everything, for the page to keep."""


class ImportStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of an import as pages are told it, in their reader's language."""

    read: int
    games: list[str]
    known: list[str]
    faults: list[str]
    analyses: list[msgspec.Raw] = []

    @classmethod
    def of(cls, step: Imported, translate: Callable[[Sentence], str]) -> Self:
        """The step in a language."""
        return cls(step.read, step.games, step.known, [translate(fault) for fault in step.faults], step.analyses)

    def line(self) -> bytes:
        """As a line of JSON."""
        return msgspec.json.encode(self) + b"\n"


class Importer:
    """Brings games into a store, or everything that another device had. `run` does what takes long; `at_once` is how
    many games it may read in one piece; `now` are seconds since the epoch."""

    def __init__(
        self,
        store: Store,
        everything: Everything,
        run: Run,
        at_once: int = GAMES_AT_ONCE,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._everything = everything
        self._at_once = at_once
        self._run = run
        self._now = now
        self._keeping = asyncio.Lock()
        """Held while games are stored: if two imports bring the same game, it is stored once."""

    async def import_games(self, file: IO[bytes], ruleset: str = "turkish") -> AsyncGenerator[Imported, None]:
        """The games of a PDN file, or the position that it is a FEN of, kept in the order of the file under their own
        dates; games that are there already are left out. What has come in stays when the reader leaves the loop.
        A file of damaci.services.everything comes in with its settings, or not at all if it is damaged.

        `file` can seek; `ruleset` is for games that leave it open. Raises UnknownRuleset, OSError, StoreError."""
        find_ruleset(ruleset)
        await self._hash_finished()
        if await self._run(is_everything, file):
            async for part in self._bring_in(file):
                yield part
            return
        reading = _Reading(file, ruleset, self._now(), self._at_once)
        while step := await self._run(reading.step):
            async with self._keeping:
                kept = await self._keep(step)
            yield kept

    async def _bring_in(self, file: IO[bytes]) -> AsyncGenerator[Imported, None]:
        try:
            async for step in self._everything.read(file):
                yield Imported(step.read, step.games, step.known, [], step.analyses)
        except DamaciError as error:
            yield Imported(0, [], [], [error.reason])

    async def _hash_finished(self) -> None:
        """Games that were finished here can come in again too."""
        while games := await self._store.contents.missing(self._at_once):
            logs = await self._store.log.read_many(dict.fromkeys(games, 0))
            edited = await self._store.games.edited(games)
            await self._store.contents.put(await self._run(_hashes, logs, edited))

    async def _keep(self, step: "_Step") -> Imported:
        known = await self._store.contents.find([each.hash for each in step.games if each.hash])
        fresh: list[NewRecord] = []
        there: list[str] = []
        for each in step.games:
            if each.hash in known:
                there.append(known[each.hash])
                continue
            fresh.append(each)
            if each.hash:
                known[each.hash] = each.game
        if fresh:
            await self._store.contents.add(fresh)
        return Imported(step.read, [each.game for each in fresh], there, step.faults)


class _Step(msgspec.Struct):
    """Games read together."""

    read: int = 0
    games: list[NewRecord] = []
    faults: list[Sentence] = []


class _Reading:
    """One file, read step by step."""

    def __init__(self, file: IO[bytes], ruleset: str, now: float, at_once: int) -> None:
        self._file = file
        self._ruleset = ruleset
        self._now = now
        self._at_once = at_once
        self._number = 0
        self._faults: list[Sentence] = []
        self._found = False
        self._games = self._read()

    def _read(self) -> Iterator[PdnGame]:
        head = decoded(self._file.read(4 * LONGEST_FEN + 4))
        self._file.seek(0)
        if len(head) <= LONGEST_FEN and is_fen(head):
            yield PdnGame(Position.from_fen(head.strip(), self._ruleset))
            return
        yield from read(self._file, self._ruleset, on_error=self._skip)

    def _skip(self, error: PdnError) -> None:
        self._number += 1
        self._faults.append(error.reason)

    def step(self) -> _Step | None:
        """The next games; None at the end."""
        step = _Step()
        while len(step.games) + len(self._faults) < self._at_once and (game := self._next()):
            self._add(step, game)
        step.faults = self._faults
        self._faults = []
        step.read = self._file.tell()
        if not step.games and not step.faults:
            return self._end()
        self._found = True
        return step

    def _next(self) -> PdnGame | None:
        try:
            return next(self._games, None)
        except DamaciError as error:
            self._faults.append(error.reason)
            return None

    def _add(self, step: _Step, game: PdnGame) -> None:
        self._number += 1
        date = date_of(game)
        at = (self._now if date is None else date) - APART * self._number
        try:
            events = events_of(game, at)
        except DamaciError as error:
            self._faults.append(Sentence("game {n}, {reason}", {"n": self._number, "reason": error.reason}))
            return
        # A position without moves is a game to begin, again and again.
        content = hash_of(events) if len(events) > 1 else ""
        step.games.append(NewRecord(new_id(), events, content))

    def _end(self) -> _Step | None:
        if self._found:
            return None
        self._found = True
        return _Step(self._file.tell(), faults=[_no_game()])


def _hashes(logs: Mapping[str, Sequence[AnyEvent]], edited: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {game: hash_of(events, edited.get(game, NONE)) for game, events in logs.items()}
