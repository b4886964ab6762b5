"""Sends the mails that wait in the store: one process at a time, in a thread, and another process soon after that has
died. A notice is taken out of the store before it is sent, so that nobody is told twice."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from damaci.host.repeating import Repeating
from damaci.online.mail.letters import End, Letter, Letters, MailNotice
from damaci.online.mail.links import MailLinks
from damaci.online.mail.mailing import GATHER_SECONDS, LINK_SECONDS
from damaci.online.mail.news import LooksOn, MailNews
from damaci.online.mail.server import Fate, MailAway, MailServer, SmtpSession
from damaci.online.secret import hashed, new_secret
from damaci.online.settings import OnlineSettings
from damaci.play.clock import DAY
from damaci.site.language import Catalog, catalog
from damaci.store import Store
from damaci.store.leases import Lease
from damaci.store.mail_addresses import KINDS, MailAddress
from damaci.store.mail_queue import WaitingMail
from damaci.store.players import Player

LOOK_SECONDS = 5.0
"""Seconds between two looks for what is due."""
TIDY_SECONDS = 600.0
LEASE = "mail"
LEASE_SECONDS = 30.0
"""Seconds after which another process takes over from one that has died."""
AT_ONCE = 100
"""Notices that one look takes up, with what goes with them."""
AGAIN_SECONDS = (5 * 60.0, 15 * 60.0, 45 * 60.0, 2 * 3600.0, 4 * 3600.0)
"""The delays in seconds before a mail is tried again that the server refused for now. After the last one it is
dropped."""
AWAY_SECONDS = (5.0, 20.0, 60.0, 300.0)
"""For so long a server that is away is left alone, the longer the oftener it was away."""

T = TypeVar("T")

_logger = logging.getLogger(__name__)


class Parcel(NamedTuple):
    """A letter on its way: its address, and the entries of the queue that are in it."""

    to: MailAddress
    letter: Letter
    told: Sequence[WaitingMail]


class PostOffice:
    """Looks again and again. While the mail server is away everything waits in the store."""

    def __init__(
        self, store: Store, server: MailServer, letters: Letters, links: MailLinks, news: MailNews, most: int
    ) -> None:
        """`most`: mails to one player in a day."""
        self._store = store
        self._server = server
        self._letters = letters
        self._links = links
        self._news = news
        self._most = most
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        self._thread = ThreadPoolExecutor(1, "mail")
        self.background = Repeating(self._tidy_and_look, LOOK_SECONDS, "mail cannot be sent", at_end=self._leave)
        self._failed = 0
        """How often in a row the server was away."""
        self._not_before = 0.0
        self._tidied = 0.0

    async def _leave(self) -> None:
        """Lets another process go on at once. A mail that is under way counts as sent."""
        self._thread.shutdown(wait=False)
        await self._lease.leave()

    async def _tidy_and_look(self) -> None:
        await self._tidy()
        await self.look()

    async def _tidy(self) -> None:
        """Forgets addresses that nobody has confirmed."""
        now = time.time()
        if now - self._tidied > TIDY_SECONDS:
            self._tidied = now
            await self._store.mail_addresses.remove_unconfirmed(now)

    async def look(self) -> None:
        """Sends what is due now, if it is this process's turn and the server is there. Raises StoreError."""
        if time.monotonic() < self._not_before:
            return
        players = await self._store.mail_queue.due(time.time(), AT_ONCE)
        if not players or not await self._lease.keep():
            return
        try:
            session = await self._waited(self._server.connect)
        except MailAway as error:
            self._leave_alone(error)
            return
        self._failed = 0
        try:
            await self._serve(session, players)
        finally:
            self._thread.submit(session.close)

    def _leave_alone(self, error: MailAway) -> None:
        seconds = AWAY_SECONDS[min(self._failed, len(AWAY_SECONDS) - 1)]
        self._not_before = time.monotonic() + seconds
        self._failed += 1
        _logger.warning("mail waits for %g s: %s", seconds, error)

    async def _serve(self, session: SmtpSession, players: Sequence[str]) -> None:
        for player in players:
            if not session.alive or not await self._lease.keep():
                return
            parcel = await self._parcel(player, time.time())
            if parcel:
                await self._send(session, parcel)

    # ---- what is sent ------------------------------------------------------------------------------------------------

    async def _parcel(self, id: str, now: float) -> Parcel | None:
        """What is due for a player by now, in one letter; None if there is nothing to tell."""
        address = await self._store.mail_addresses.of(id)
        player = await self._store.players.get(id)
        waiting = await self._store.mail_queue.take(id, now + GATHER_SECONDS)
        if address is None or player is None or player.closed is not None or address.stopped:
            return None
        if address.sent_on(_day(now)) >= self._most:
            await self._put_off(waiting, (_day(now) + 1) * DAY)
            return None
        if address.confirmed is None:
            return await self._question(player, address, [each for each in waiting if each.kind == "confirm"], now)
        return await self._news_for(player, address, waiting, now)

    async def _put_off(self, waiting: Sequence[WaitingMail], due: float) -> None:
        still = [msgspec.structs.replace(each, due=due) for each in waiting if each.until > due]
        await self._store.mail_queue.put_back(still)

    async def _question(
        self, player: Player, address: MailAddress, asked: Sequence[WaitingMail], now: float
    ) -> Parcel | None:
        """Asks whether this is the player's address. The secret of the link is made here, and only its hash kept."""
        if not any(each.until > now for each in asked):
            return None
        secret = new_secret()
        if not await self._store.mail_addresses.ask(address, hashed(secret), now + LINK_SECONDS):
            return None
        link = self._links.confirm(secret)
        letter = self._letters.question(catalog(address.language), player.name, link, self._end(address))
        return Parcel(address, letter, asked)

    async def _news_for(
        self, player: Player, address: MailAddress, waiting: Sequence[WaitingMail], now: float
    ) -> Parcel | None:
        words = catalog(address.language)
        notices: list[MailNotice] = []
        told: list[WaitingMail] = []
        for each in waiting:
            if found := await self._notice(each, address, words, now):
                notices.append(found)
                told.append(each)
        if not notices:
            return None
        kinds = [kind for kind in KINDS if any(each.kind == kind for each in told)]
        return Parcel(address, self._letters.notices(words, player.name, notices, kinds, self._end(address)), told)

    def _end(self, address: MailAddress) -> End:
        return partial(self._links.end, address.player, address.address)

    async def _notice(
        self, waiting: WaitingMail, address: MailAddress, words: Catalog, now: float
    ) -> MailNotice | None:
        if waiting.kind == "confirm" or not getattr(address, waiting.kind):
            return None
        found = await self._news.of(waiting, words, now)
        if isinstance(found, WaitingMail):
            await self._store.mail_queue.put_back([found])
            return None
        return found

    # ---- what becomes of it ------------------------------------------------------------------------------------------

    async def _send(self, session: SmtpSession, parcel: Parcel) -> None:
        to = parcel.to
        message = self._letters.message(parcel.letter, to.address)
        fate: Fate = await self._waited(session.send, message, to.address)
        if fate != "sent":
            # Never with the address, which nobody may see; the server's answer may have it.
            _logger.warning("a mail to player %s: %s", to.player, fate)
        match fate:
            case "sent" | "lost":
                await self._store.mail_addresses.count(to.player, _day(time.time()))
            case "refused":
                await self._store.mail_addresses.bounce(to.player, to.address)
            case "later":
                await self._try_later(parcel.told)

    async def _try_later(self, told: Sequence[WaitingMail]) -> None:
        now = time.time()
        again = [
            msgspec.structs.replace(each, due=now + AGAIN_SECONDS[each.tries], tries=each.tries + 1)
            for each in told
            if each.tries < len(AGAIN_SECONDS)
        ]
        await self._store.mail_queue.put_back([each for each in again if each.until > each.due])

    async def _waited(self, work: Callable[..., T], *arguments: object) -> T:
        """Does something in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)


def post_office_of(store: Store, settings: OnlineSettings, links: MailLinks, looks_on: LooksOn) -> PostOffice | None:
    """What sends the mails of a server; None without a mail server."""
    server = MailServer.of(settings)
    if server is None:
        return None
    letters = Letters(settings.public_url.rstrip("/"), server.sender)
    return PostOffice(store, server, letters, links, MailNews(store, links, looks_on), settings.mail_per_day)


def _day(at: float) -> int:
    return int(at // DAY)
