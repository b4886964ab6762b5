"""Queues the notices that players want by mail. No move waits for it."""

import time

from damaci.online.mail.address import parse
from damaci.play.clock import DAY
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.challenges import Challenge
from damaci.store.holidays import Holiday
from damaci.store.mail_addresses import KINDS, MailAddress
from damaci.store.mail_queue import MailKind, WaitingMail
from damaci.store.players import Player

GATHER_SECONDS = 60.0
"""A notice waits for so long, so that others can go in the same mail, and so that no mail tells what the player has
seen already."""
TURN_SECONDS = DAY
"""A notice that could not be sent for so long is dropped."""
AHEAD_SECONDS = 15 * 60.0
"""So long before it begins, the players of a tournament are told."""
BACK_SECONDS = DAY / 2
"""For so long after a holiday its end is told."""
ENDED_SECONDS = DAY
"""For so long after a game its end is told."""
LINK_SECONDS = DAY
"""For so long a link confirms an address."""
WHEREVER = ("tournament", "holiday")
"""Notices that are sent to the address that the player has when they are due."""


def hurry_seconds(days: int) -> float:
    """How much of the time for a move is left when the player is told: a quarter, twelve hours at most.

    >>> hurry_seconds(1) / 3600, hurry_seconds(14) / 3600
    (6.0, 12.0)
    """
    return min(DAY / 2, days * DAY / 4)


class Mailing:
    """Every method raises StoreError."""

    def __init__(self, store: Store, *, on: bool) -> None:
        """`on`: whether the operator has a mail server."""
        self._store = store
        self.on = on

    async def ask(self, player: Player, text: str, language: str) -> None:
        """Has a player asked at an address whether it is the player's. The notices that were chosen stay. Raises
        BadMailAddress."""
        address = parse(text)
        former = await self._store.mail_addresses.of(player.id)
        wishes = former.wishes if former else {}
        wanted = MailAddress(player=player.id, address=address, language=language, **wishes)
        now = time.time()
        if await self._store.mail_addresses.put(wanted, now + LINK_SECONDS):
            asked = WaitingMail(player=player.id, kind="confirm", about="", due=now, until=now + LINK_SECONDS)
            await self._store.mail_queue.put(asked)

    async def forget(self, player: str) -> None:
        """Forgets a player's address, and what waits to be sent there; what comes later by itself may still be told to
        another one."""
        await self._store.mail_addresses.remove(player)
        kinds = [kind for kind in KINDS if kind not in WHEREVER]
        await self._store.mail_queue.remove(player, ["confirm", *kinds])

    async def turn(self, player: str, game: str, ply: int, days: int, *, seen: bool = False) -> None:
        """It is a player's turn in a game by the day, after `ply` moves, which the player may have `seen`; and the time
        for the move will run out."""
        wanted = await self._wanted(player)
        now = time.time()
        if wanted and wanted.turn and not seen:
            await self._put(player, "turn", game, now + GATHER_SECONDS, now + TURN_SECONDS, ply)
        if wanted and wanted.hurry:
            end = now + days * DAY
            await self._put(player, "hurry", game, end - hurry_seconds(days), end, ply)

    async def challenged(self, challenge: Challenge) -> None:
        """Somebody challenges a player."""
        wanted = await self._wanted(challenge.target)
        if wanted and wanted.challenge:
            due = time.time() + GATHER_SECONDS
            await self._put(challenge.target, "challenge", challenge.id, due, challenge.until)

    async def joined(self, player: str, tournament: str, plan: TournamentPlan) -> None:
        """A player takes part in a tournament. Whether there is an address is asked when it begins: it may be entered
        after the tournament was joined."""
        due = plan.starts - AHEAD_SECONDS
        if self.on and due > time.time():
            await self._put(player, "tournament", tournament, due, plan.starts + AHEAD_SECONDS)

    async def away(self, holiday: Holiday) -> None:
        """A player has begun a holiday, and is told when it is over. The address is looked up then."""
        if self.on:
            await self._put(holiday.player, "holiday", holiday.id, holiday.until, holiday.until + BACK_SECONDS)

    async def ended(self, player: str, game: str) -> None:
        """A game by the day is over, which the player has not seen."""
        wanted = await self._wanted(player)
        now = time.time()
        if wanted and wanted.ended:
            await self._put(player, "ended", game, now + GATHER_SECONDS, now + ENDED_SECONDS)

    async def absent(self, player: str, holiday: Holiday) -> None:
        """An opponent in games by the day has begun a holiday."""
        wanted = await self._wanted(player)
        if wanted and wanted.absence:
            await self._put(player, "absence", holiday.player, time.time() + GATHER_SECONDS, holiday.until)

    async def _wanted(self, player: str) -> MailAddress | None:
        """The address to which a player gets notices; None without one."""
        found = await self._store.mail_addresses.of(player) if self.on else None
        return found if found and found.usable else None

    async def _put(self, player: str, kind: MailKind, about: str, due: float, until: float, ply: int = 0) -> None:
        await self._store.mail_queue.put(
            WaitingMail(player=player, kind=kind, about=about, ply=ply, due=due, until=until)
        )
