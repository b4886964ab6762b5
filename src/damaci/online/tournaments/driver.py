"""Runs the tournaments by the clock: one process at a time, and another one soon after that has died.

Nothing depends on there being only one: every step is stored after a version of its tournament, once."""

import asyncio
import logging
import time

from damaci.host.repeating import Repeating
from damaci.online.tournaments.club import Club, first_side
from damaci.online.tournaments.outcomes import outcome
from damaci.online.tournaments.steps import next_command, takes_now, waited_since
from damaci.services.tournaments import Held, TournamentRefused, UnknownTournament
from damaci.store import Store, StoreError
from damaci.store.announced import TournamentPlan
from damaci.store.leases import Lease
from damaci.stored import VersionConflict
from damaci.tournament import Tournament, TournamentCode, commands
from damaci.tournament.events import Amended, Entered, Result, Returned, Undone

LOOK_SECONDS = 1.0
"""Seconds between two looks at what is due."""
LEASE = "tournaments"
LEASE_SECONDS = 6.0
"""Seconds after which another process takes over from one that has died."""
RETRY_SECONDS = 5.0
"""Seconds until a tournament is looked at again that could not go on."""
LEFT_SECONDS = 3 * 24 * 3600.0
"""Seconds after which a tournament ends whose arbiter should go on by hand, and in which nobody has done anything."""
PEOPLE = (Entered, Amended, Returned, Undone)
"""Steps after which a participant may have been deleted: a deletion amends the participant's name."""
LOST: dict[tuple[bool, bool], Result] = {(True, False): "-/+", (False, True): "+/-", (True, True): "-/-"}

_logger = logging.getLogger(__name__)


class Driver:
    """Looks at every running tournament again and again. Each has a task of its own, so that the pairing of a large
    one holds up no other."""

    def __init__(self, store: Store, club: Club) -> None:
        self._store = store
        self._club = club
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        self.background = Repeating(self._lead, LOOK_SECONDS, "tournaments cannot go on", at_end=self._leave)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._driven: float | None = None
        """Since when this process has had the lease without a break (epoch seconds)."""
        self._checked: dict[str, int] = {}
        """By tournament, the version up to which deleted players have been looked for."""

    async def _leave(self) -> None:
        """Lets another process go on at once."""
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        await self._lease.leave()

    async def _lead(self) -> float:
        """Looks after the tournaments if it is this process's turn. Returns the seconds until the next time."""
        began = time.monotonic()
        try:
            if await self._leads():
                await self._look()
        except StoreError:
            self._driven = None
            raise
        return max(LOOK_SECONDS / 4, began + LOOK_SECONDS - time.monotonic())

    async def _leads(self) -> bool:
        if not await self._lease.keep():
            self._driven = None
        elif self._driven is None:
            self._driven = self._club.now
        return self._driven is not None

    async def _look(self) -> None:
        self._busy = {id: task for id, task in self._busy.items() if not task.done()}
        running = await self._store.announced.running(by=self._club.now)
        self._checked = {id: version for id, version in self._checked.items() if id in running}
        for id in running:
            if id not in self._busy:
                self._busy[id] = asyncio.create_task(self._go_on(id), name=f"tournament {id}")

    async def _go_on(self, id: str) -> None:
        try:
            await self.drive(id)
        except (VersionConflict, UnknownTournament):
            pass  # Somebody else has done something meanwhile: the next look sees it.
        except StoreError as error:
            _logger.error("tournament %s: %s", id, error)
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            _logger.exception("tournament %s cannot go on", id)
            await asyncio.sleep(RETRY_SECONDS)

    async def drive(self, id: str) -> None:
        """Does what is due in a tournament. Each step finds the tournament anew: the one found before may not be the
        one in memory any more, and then knows nothing of what was stored since. Raises VersionConflict,
        UnknownTournament, StoreError."""
        plan = await self._club.plan(id)
        await self._enter_results(id)
        await self._drop_deleted(id)
        await self._take(id, plan)
        if command := await self._due(id, plan):
            await self._do(id, command, plan)

    async def _enter_results(self, id: str) -> None:
        tournament = (await self._club.find(id)).tournament
        now = self._club.now
        version = tournament.version
        since = waited_since(tournament, self._driven or now, now)
        boards = await self._store.announced.open_boards(id, since)
        first = first_side(tournament.settings.ruleset)
        if boards:
            await self._club.enter_results(id, version, [outcome(board, first, now) for board in boards])

    async def _take(self, id: str, plan: TournamentPlan) -> None:
        held = await self._club.find(id)
        if not takes_now(held.tournament, plan, held.happened):
            return
        if waiting := await self._store.announced.waiting(id):
            await self._club.take(id, waiting)

    async def _due(self, id: str, plan: TournamentPlan) -> commands.AnyCommand | None:
        """The next command, now that the results are entered and who waited is too."""
        held = await self._club.find(id)
        command = next_command(held.tournament, plan, held.happened, self._club.now)
        if await self._is_left(id, held, plan):
            return commands.Close()
        return command

    async def _is_left(self, id: str, held: Held, plan: TournamentPlan) -> bool:
        """Whether the arbiter who should go on by hand has not come for so long that the standings are final."""
        tournament = held.tournament
        before = self._club.now - LEFT_SECONDS
        if not plan.held or tournament.closed or tournament.pending or max(held.happened[-1].at, plan.starts) > before:
            return False
        return await self._store.tournament_acts.last(id) <= before

    async def _drop_deleted(self, id: str) -> None:
        """Looks for deleted players after the steps that can bring some."""
        held = await self._club.find(id)
        version = held.tournament.version
        since = self._checked.get(id, 0)
        if not since or any(isinstance(event, PEOPLE) for event in held.happened[since:]):
            await self._withdraw_deleted(id, held.tournament)
        self._checked[id] = version

    async def _withdraw_deleted(self, id: str, tournament: Tournament) -> None:
        """Players who have been deleted withdraw; what they have not begun to play is lost."""
        members = await self._store.announced.members(id)
        gone = set(tournament.entrants) - {each.entrant for each in members}
        for entrant in gone:
            if not tournament.is_out(entrant):
                await self._club.do(id, commands.Withdraw(player=entrant))
        if not gone:
            return
        pending = [place for place in tournament.pending if _players(tournament, place) & gone]
        rounds = {round for round, _ in pending}
        begun = {(each.round, each.board) for each in await self._store.announced.boards(id, rounds)}
        for place in pending:
            if place not in begun:
                await self._lose(id, tournament, place, gone)

    async def _lose(self, id: str, tournament: Tournament, place: tuple[int, int], gone: set[int]) -> None:
        round, board = place
        game = tournament.game(round, board)
        assert game is not None
        result = LOST[game.white in gone, game.black in gone]
        await self._club.do(id, commands.Score(round=round, board=board, result=result))

    async def _do(self, id: str, command: commands.AnyCommand, plan: TournamentPlan) -> None:
        try:
            await self._club.do(id, command)
        except TournamentRefused as refused:
            await self._give_up(id, refused.reason_code, plan)

    async def _give_up(self, id: str, code: TournamentCode, plan: TournamentPlan) -> None:
        """What is done where the next round cannot be paired: an arena waits, nobody to play is the end, and
        everything else is for the arbiter."""
        tournament = (await self._club.find(id)).tournament
        if tournament.settings.system == "arena":
            return
        if code in (TournamentCode.TOO_FEW, TournamentCode.ALL_PAIRED):
            await self._club.do(id, commands.Close())
        elif not plan.held:
            await self._store.announced.hold(id, held=True, at=self._club.now)


def _players(tournament: Tournament, place: tuple[int, int]) -> set[int]:
    game = tournament.game(*place)
    return {game.white, game.black} if game else set()
