"""What players are told later by Web Push: that the time for a move runs short, a tournament begins, a holiday is over,
a game has ended, an opponent is absent. It waits in the store, over restarts and kills."""

import time

from damaci.online.mail.mailing import AHEAD_SECONDS, BACK_SECONDS, ENDED_SECONDS, hurry_seconds
from damaci.play.clock import DAY
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.holidays import Holiday
from damaci.store.mail_addresses import Wish
from damaci.store.mail_queue import MailKind, WaitingMail


class Reminders:
    """Whether a browser wants a notice is looked up when it is due: the player's first browser may subscribe until
    then, except to notices about games and opponents. Every method raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def turn(self, player: str, game: str, ply: int, days: int) -> None:
        """It is a player's turn in a game by the day, after `ply` moves."""
        if await self._wanted(player, "hurry"):
            end = time.time() + days * DAY
            await self._put(player, "hurry", game, end - hurry_seconds(days), end, ply)

    async def joined(self, player: str, tournament: str, plan: TournamentPlan) -> None:
        """A player takes part in a tournament."""
        due = plan.starts - AHEAD_SECONDS
        if due > time.time():
            await self._put(player, "tournament", tournament, due, plan.starts + AHEAD_SECONDS)

    async def away(self, holiday: Holiday) -> None:
        """A player has begun a holiday."""
        await self._put(holiday.player, "holiday", holiday.id, holiday.until, holiday.until + BACK_SECONDS)

    async def ended(self, player: str, game: str) -> None:
        """A game by the day is over, which the player has not seen."""
        if await self._wanted(player, "ended"):
            now = time.time()
            await self._put(player, "ended", game, now, now + ENDED_SECONDS)

    async def absent(self, player: str, holiday: Holiday) -> None:
        """An opponent in games by the day has begun a holiday."""
        if await self._wanted(player, "absence"):
            await self._put(player, "absence", holiday.player, time.time(), holiday.until)

    async def _wanted(self, player: str, kind: Wish) -> bool:
        return any(each.wishes[kind] for each in await self._store.push.of(player))

    async def _put(self, player: str, kind: MailKind, about: str, due: float, until: float, ply: int = 0) -> None:
        await self._store.push_queue.put(
            WaitingMail(player=player, kind=kind, about=about, ply=ply, due=due, until=until)
        )
