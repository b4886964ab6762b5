"""Tournaments of an arbiter: every step is stored before anybody sees it, and several arbiters may enter at once."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, Protocol

import msgspec

from damaci.book import ballots
from damaci.errors import DamaciError
from damaci.host.ids import new_id
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.roster import read_roster
from damaci.stored import Store, VersionConflict
from damaci.stored.tournaments import Row, StoredTournament, row_of
from damaci.titles import readable
from damaci.tournament import Refusal, Tournament, commands, decide
from damaci.tournament.commands import AnyCommand
from damaci.tournament.crosstable import Color, Points
from damaci.tournament.decide import LONGEST_NAME, Decision
from damaci.tournament.events import Amended, AnyEvent, Bye, Paired, Scored, Settings, Started, System
from damaci.tournament.ranking import ranking
from damaci.tournament.records import to_report
from damaci.tournament.resumed import from_report
from damaci.tournament.standings import WITH_TIEBREAKS, Standing, standings, usual
from damaci.tournament.trf import Report, read_trf, write_trf

MOST_HELD = 16
"""Tournaments that are kept in memory."""
LONGEST_BY = 40


class UnknownTournament(Exception):
    """There is no tournament of that id."""


class TournamentRefused(DamaciError):
    """A tournament does not do what was asked. `code` is that of damaci.explanations."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.reason_code = refusal.code
        self.refused = f"tournament-{refusal.code}"
        self.round = refusal.round


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is agreed for a new tournament. `report`: a report file (TRF) from which it goes on; `initial`: "" draws
    the first colour by lot; no tie-breaks: those that are usual in the system."""

    name: str
    system: System = "swiss"
    rounds: int = 9
    cycles: int = 1
    extra_pairs: int = 1
    tiebreaks: tuple[str, ...] = ()
    points: Points = Points()
    initial: Color | Literal[""] = ""
    minutes_late: float = 15.0
    forfeits_out: int = 2
    half_byes: int = 2
    ruleset: str = "turkish"
    minutes: float = 45.0
    increment: float = 0.0
    ballots: bool = False
    report: str = ""


class Pairer(Protocol):
    """Decides a command that may take seconds: damaci.services.pairing_process.pair_elsewhere where there are
    processes."""

    def __call__(self, happened: Sequence[AnyEvent], command: AnyCommand, at: float, /) -> Awaitable[Decision]:
        """What the command leads to after all that has happened."""


@dataclass(eq=False)
class Held:
    """A tournament in memory."""

    tournament: Tournament
    happened: list[AnyEvent]
    pairing: asyncio.Lock = field(default_factory=asyncio.Lock)

    _ranked: tuple[int, Sequence[Standing]] = (0, ())
    """The version of the last ranking, and the ranking."""

    @property
    def ranking(self) -> Sequence[Standing]:
        """The ranking, computed once for all readers until something happens."""
        version = self.tournament.version
        if self._ranked[0] != version:
            self._ranked = (version, ranking(self.tournament))
        return self._ranked[1]

    def renew(self, happened: list[AnyEvent]) -> None:
        """Takes all events in the place of those that were held."""
        self.tournament = Tournament.fold(happened)
        self.happened = happened

    def absorb(self, version: int, events: Sequence[AnyEvent]) -> None:
        """Takes events that follow a version, unless they have been taken already. Events after a gap are left to the
        next read of the store."""
        if self.tournament.version < version:
            return
        for event in events[self.tournament.version - version :]:
            self.tournament.apply(event)
            self.happened.append(event)


def _as_filed(wish: NewTournament, report: Report) -> NewTournament:
    """The rounds of a file that calls itself a round robin or a knock-out go on as one."""
    if wish.system == "swiss" and report.table.rounds:
        return msgspec.structs.replace(wish, system=report.system)
    return wish


def _ranks(held: Held, report: Report) -> dict[int, int]:
    """The places of a report's players after its last round, by their starting numbers."""
    tournament = held.tournament
    settings = tournament.settings
    if settings.system in WITH_TIEBREAKS:
        found = standings(report.table, settings.tiebreaks, settings.system == "swiss")
        return {each.player.id: each.rank for each in found}
    places = {each.player.id: each.rank for each in held.ranking}
    return {number: places[player] for number, player in enumerate(tournament.seeds, 1)}


class Tournaments:
    """The tournaments of one store, which other processes may change too."""

    def __init__(
        self, store: Store, pair: Pairer, many: int, lots: Random, now: Callable[[], float] = time.time
    ) -> None:
        """`pair` decides the pairings of tournaments with `many` players and more."""
        self._store = store.tournaments
        self._pair = pair
        self._lots = lots
        self._now = now
        self._many = many
        self._held: dict[str, Held] = {}

    # ---- looking -----------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The moment (epoch seconds) by the clock of these tournaments."""
        return self._now()

    async def list(self) -> Sequence[StoredTournament]:
        """All tournaments, the last changed first. Raises StoreError."""
        return await self._store.list()

    async def version(self, id: str) -> int:
        """How many events there are; 0 for a tournament that does not exist. Raises StoreError."""
        return await self._store.version(id)

    async def find(self, id: str) -> Held:
        """A tournament as it is stored now. Raises UnknownTournament, StoreError."""
        held = self._held.get(id)
        if held is None:
            return await self._load(id)
        version = held.tournament.version
        stored = await self._store.version(id)
        if not stored:
            self._held.pop(id, None)
            raise UnknownTournament(f"no tournament {id!r}")
        if stored > version:
            fresh = await self._store.read(id, version)
            if any(isinstance(event, Amended) for event in fresh):
                held.renew(await self._store.read(id))  # A deleted player has no name any more in older events.
            else:
                held.absorb(version, fresh)
        return held

    async def _load(self, id: str) -> Held:
        kept = self._held  # Another one by the time it is read, if all are forgotten meanwhile.
        happened = await self._store.read(id)
        if not happened:
            raise UnknownTournament(f"no tournament {id!r}")
        held = Held(Tournament.fold(happened), happened)
        while len(kept) >= MOST_HELD:
            del kept[next(iter(kept))]
        return kept.setdefault(id, held)

    async def report(self, id: str) -> str:
        """The report file of a tournament, up to its last complete round. Raises UnknownTournament, StoreError."""
        held = await self.find(id)
        report = to_report(held.tournament)
        return write_trf(report, _ranks(held, report))

    # ---- changing ----------------------------------------------------------------------------------------------------

    async def open(self, wish: NewTournament) -> str:
        """Opens a tournament, from a report file if there is one; returns its id. Raises DamaciError, StoreError."""
        at = self._now()
        if wish.report.strip():
            report = read_trf(wish.report.encode())
            happened = from_report(report, self._settings(_as_filed(wish, report)), at)
        else:
            happened = [Tournament.open(self._settings(wish), at)]
        id = new_id()
        await self._store.add(id, happened, row_of(Tournament.fold(happened), at))
        return id

    def _settings(self, wish: NewTournament) -> Settings:
        values = msgspec.structs.asdict(wish)
        del values["report"]
        values |= {
            "name": readable(wish.name)[:LONGEST_NAME] or "?",
            "tiebreaks": wish.tiebreaks or usual(wish.system),
            "initial": wish.initial or self._lots.choice(("white", "black")),
            "ruleset": find_ruleset(wish.ruleset).name,
        }
        return Settings(**values)

    async def enter(self, id: str, text: str, missed: Bye = "Z", by: str = "") -> int:
        """Enters the players of a text; returns how many. Raises what `do` raises, DamaciError."""
        players = read_roster(text, missed)
        await self.do(id, commands.Enter(players=players), by)
        return len(players)

    async def do(self, id: str, command: AnyCommand, by: str = "", *, helper: bool = False) -> int:
        """Carries a command out, and returns the tournament's version after it. `helper`: `by` was admitted as a
        helper. Raises TournamentRefused, UnknownTournament, StoreError."""
        held = await self.find(id)
        if not isinstance(command, commands.Pair | commands.PairByHand):
            return await self._do(id, command, by, helper)
        async with held.pairing:
            return await self._do(id, self._drawn(held.tournament, command), by, helper)

    async def _do(self, id: str, command: AnyCommand, by: str, helper: bool) -> int:
        while True:
            held = await self.find(id)
            version = held.tournament.version
            at = self._now()
            decision = await self._decide(held, command, at)
            if isinstance(decision, Refusal):
                raise TournamentRefused(decision)
            events = [msgspec.structs.replace(event, by=by[:LONGEST_BY], helper=helper) for event in decision]
            if not events:
                return version
            try:
                await self._append(id, held, version, events, at)
            except VersionConflict:
                continue
            return version + len(events)

    async def _decide(self, held: Held, command: AnyCommand, at: float) -> Decision:
        slow = isinstance(command, commands.Pair) and held.tournament.settings.system == "swiss"
        if slow and len(held.tournament.entrants) >= self._many:
            return await self._pair(held.happened, command, at)
        return decide(held.tournament, command, at)

    async def _append(self, id: str, held: Held, version: int, events: Sequence[AnyEvent], at: float) -> None:
        await self._store.append(id, version, events, self._row(held, version, events, at))
        held.absorb(version, events)

    def _row(self, held: Held, version: int, events: Sequence[AnyEvent], at: float) -> Row:
        """What lists show after these events."""
        if all(isinstance(event, Scored | Started | Paired) for event in events):
            # The most frequent ones change nothing else there, and the log of a long evening is not folded for them.
            rounds = len(held.tournament.rounds) + sum(isinstance(event, Paired) for event in events)
            return row_of(held.tournament, at) | {"version": version + len(events), "rounds": rounds}
        return row_of(Tournament.fold([*held.happened[:version], *events]), at)

    def _drawn(
        self, tournament: Tournament, command: commands.Pair | commands.PairByHand
    ) -> commands.Pair | commands.PairByHand:
        """The command with a ballot, if the tournament has ballots."""
        settings = tournament.settings
        found = ballots(settings.ruleset) if settings.ballots else ()
        if not found:
            return msgspec.structs.replace(command, ballot="")
        return msgspec.structs.replace(command, ballot=" ".join(self._lots.choice(found).moves))

    async def delete(self, id: str) -> None:
        """Deletes a tournament. Raises UnknownTournament, StoreError."""
        self._held.pop(id, None)
        if not await self._store.delete(id):
            raise UnknownTournament(f"no tournament {id!r}")
