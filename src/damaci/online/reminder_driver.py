"""Sends by Web Push what is due by now: one process at a time, and another one soon after that has died. A reminder is
taken out of the store before it is sent, so that nobody is told twice."""

import time
from collections.abc import Callable, Sequence

from damaci.host.repeating import Repeating
from damaci.online.mail import letters
from damaci.online.mail.news import LooksOn, MailNews
from damaci.online.notifying import BrowserNotice, mute_in
from damaci.site.language import catalog
from damaci.store import Store
from damaci.store.leases import Lease
from damaci.store.mail_queue import WaitingMail
from damaci.store.push import Browser

LOOK_SECONDS = 5.0
"""Seconds between two looks for what is due."""
LEASE = "reminders"
LEASE_SECONDS = 30.0
"""Seconds after which another process takes over from one that has died."""
AT_ONCE = 100
"""Reminders that one look takes up, with others of the same players."""

Send = Callable[[Browser, BrowserNotice], None]
"""Has a notice sent to a browser. Does not wait."""


class Paths:
    """Pages as the browser that gets a notice opens them: it knows the server."""

    def page(self, path: str) -> str:
        """A page of the server."""
        return path


class ReminderDriver:
    """Looks again and again."""

    def __init__(self, store: Store, looks_on: LooksOn, send: Send) -> None:
        self._store = store
        self._news = MailNews(store, Paths(), looks_on)
        self._send = send
        self._lease = Lease(store.leases, LEASE, LEASE_SECONDS)
        self.background = Repeating(self.look, LOOK_SECONDS, "reminders cannot be sent", at_end=self._lease.leave)

    async def look(self) -> None:
        """Sends what is due now, if it is this process's turn. Raises StoreError."""
        for player in await self._store.push_queue.due(time.time(), AT_ONCE):
            if not await self._lease.keep():
                return
            now = time.time()
            for each in await self._store.push_queue.take(player, now):
                await self._remind(each, now)

    async def _remind(self, waiting: WaitingMail, now: float) -> None:
        browsers = [each for each in await self._store.push.of(waiting.player) if each.wishes[waiting.kind]]
        for language in sorted({each.language for each in browsers}):
            found = await self._news.of(waiting, catalog(language), now)
            if isinstance(found, WaitingMail):
                await self._store.push_queue.put_back([found])
            if not isinstance(found, letters.MailNotice):
                return
            self._tell([each for each in browsers if each.language == language], notice_of(waiting, found, language))

    def _tell(self, browsers: Sequence[Browser], notice: BrowserNotice) -> None:
        for browser in browsers:
            self._send(browser, notice)


def notice_of(waiting: WaitingMail, found: letters.MailNotice, language: str) -> BrowserNotice:
    """What a browser shows of a notice in that language."""
    tag = f"{waiting.kind}-{waiting.about}"
    return BrowserNotice(waiting.kind, found.subject, found.sentence, found.url, tag, mute_in(language))
