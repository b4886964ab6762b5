"""Notices to players who are away: some are sent at once, others are queued to be sent later."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Literal

import msgspec

from damaci.host.tasks import Tasks
from damaci.online.mail.mailing import Mailing
from damaci.online.push_outbox import Outbox, PushMessage
from damaci.online.push_post import Rules, post
from damaci.online.reminders import Reminders
from damaci.online.settings import OnlineSettings
from damaci.play.events import Color, other
from damaci.play.table import Table
from damaci.site.guest_names import display_name
from damaci.site.language import catalog
from damaci.store import Store, StoreError
from damaci.store.announced import TournamentPlan
from damaci.store.challenges import Challenge
from damaci.store.holidays import Holiday
from damaci.store.mail_queue import MailKind
from damaci.store.push import Browser

Immediate = Literal["turn", "challenge"]
CALM = ("turn", "holiday", "ended", "absence")
"""Kinds of notices that need not wake anybody."""
MUTE = "/api/v1/push/mute"
SWITCHES = "/account#notices"
LASTS_SECONDS = 24 * 3600
"""For so long a push service keeps a message for a browser that is switched off."""

_logger = logging.getLogger(__name__)


class Mute(msgspec.Struct, frozen=True):
    """The button of a notice that ends all of its kind: its words, where its press is posted, and the page with all
    the switches, for when that fails."""

    title: str
    url: str = MUTE
    page: str = SWITCHES


class BrowserNotice(msgspec.Struct, frozen=True):
    """What a browser shows: `tag` is the same for notices of which only the last one matters."""

    kind: MailKind
    title: str
    body: str
    url: str
    tag: str
    mute: Mute


Words = Callable[[str], BrowserNotice]
"""The notice in a language."""


class Notifier:
    """Sends by Web Push in the background, where there is the library `cryptography`, and puts mails into their queue,
    where there is a mail server."""

    def __init__(
        self, store: Store, settings: OnlineSettings, present: Callable[[str, Color], bool], mailing: Mailing
    ) -> None:
        """`present`: whether the player of a side looks at a game just now."""
        self._store = store
        self._contact = settings.public_url or "mailto:operator@localhost"
        self._own = frozenset(settings.push_hosts)
        self._present = present
        self._mailing = mailing
        self._reminders = Reminders(store)
        self._keys: Any = None
        self._outbox = Outbox(store.push.remove)
        self._telling = Tasks()

    @property
    def key(self) -> str:
        """What browsers need to subscribe; empty: there are no notices here."""
        return self._keys.public if self._keys else ""

    async def open(self) -> None:
        """Begins to send. Raises StoreError."""
        try:
            from damaci.online.push_keys import PushKeys
        except ImportError:
            _logger.info("no notices by Web Push: cryptography is not installed")
            return
        self._keys = await PushKeys.open(self._store.settings)
        self._outbox.start()

    async def close(self) -> None:
        """Stops; what waits is lost."""
        self._telling.cancel()
        await self._telling.ended()
        await self._outbox.close()

    # ---- what there is to tell ---------------------------------------------------------------------------------------

    def moved(self, game: str, table: Table, former: str = "") -> None:
        """Tells the side to move in a game by the day, unless it looks on, and later that its time runs short.
        `former`: the game from which its players come; who looks at that one is led to this one. Does not wait."""
        wanted = self._keys or self._mailing.on
        if wanted and table.settings.days and not table.ended:
            self._telling.start(self._tell_turn(game, table.turn, table.ply, table.settings.days, former))

    def ended(self, game: str, table: Table) -> None:
        """Has the players told that a game by the day is over, unless they look on. Does not wait."""
        wanted = self._keys or self._mailing.on
        if wanted and table.settings.days and table.ended:
            self._telling.start(self._tell_end(game))

    def challenged(self, challenge: Challenge, name: str) -> None:
        """Tells a player of a challenge by the player of that name. Does not wait."""
        if self._keys or self._mailing.on:
            self._telling.start(self._tell_challenge(challenge, name))

    def joined(self, player: str, tournament: str, plan: TournamentPlan) -> None:
        """Has a player told, when the time comes, that a tournament begins. Does not wait."""
        self._telling.start(self._remind_of_begin(player, tournament, plan))

    def away(self, holiday: Holiday) -> None:
        """Has the opponents told that a player is on holiday and, when the time comes, the player that it is over. Does
        not wait."""
        self._telling.start(self._remind_of_return(holiday))
        self._telling.start(self._tell_absence(holiday))

    def send(self, browser: Browser, notice: BrowserNotice) -> None:
        """Sends a notice to a browser. Does not wait."""
        if self._keys:
            self._outbox.put(PushMessage(browser.endpoint, partial(self._post, browser, notice)))

    async def _remind_of_begin(self, player: str, tournament: str, plan: TournamentPlan) -> None:
        with suppress(StoreError):  # Pages call the players all the same.
            await self._mailing.joined(player, tournament, plan)
            await self._reminders.joined(player, tournament, plan)

    async def _remind_of_return(self, holiday: Holiday) -> None:
        with suppress(StoreError):  # The queue of games shows it all the same.
            await self._mailing.away(holiday)
            await self._reminders.away(holiday)

    async def _tell_end(self, game: str) -> None:
        with suppress(StoreError):  # The list of games shows it all the same.
            for color, player in (await self._store.seats.players_of(game)).items():
                if not self._present(game, color):
                    await self._mailing.ended(player.id, game)
                    await self._reminders.ended(player.id, game)

    async def _tell_absence(self, holiday: Holiday) -> None:
        with suppress(StoreError):  # Each game shows it all the same.
            for opponent in await self._store.daily.opponents(holiday.player):
                await self._mailing.absent(opponent, holiday)
                await self._reminders.absent(opponent, holiday)

    async def _tell_challenge(self, challenge: Challenge, name: str) -> None:
        with suppress(StoreError):  # The lobby shows it all the same.
            await self._mailing.challenged(challenge)
            await self._tell(challenge.target, "challenge", partial(_challenge, challenge.id, name))

    async def _tell_turn(self, game: str, color: Color, ply: int, days: int, former: str) -> None:
        with suppress(StoreError):  # The queue of games shows it all the same.
            seated = await self._store.seats.players_of(game)
            mine = seated.get(color)
            opponent = next((each.name for side, each in seated.items() if side != color), "")
            if mine:
                seen = self._present(game, color) or self._present(former, other(color))
                await self._mailing.turn(mine.id, game, ply, days, seen=seen)
                await self._reminders.turn(mine.id, game, ply, days)
                if not seen:
                    await self._tell(mine.id, "turn", partial(_turn, game, opponent))

    async def _tell(self, player: str, kind: Immediate, words: Words) -> None:
        if not self._keys:
            return
        try:
            browsers = await self._store.push.of(player)
        except StoreError as error:
            _logger.error("a notice is lost: %s", error)
            return
        for browser in browsers:
            if getattr(browser, kind):
                self.send(browser, words(browser.language))

    def _post(self, browser: Browser, notice: BrowserNotice) -> int:
        from damaci.online.push_keys import decode
        from damaci.online.push_sealing import seal

        body = seal(msgspec.json.encode(notice), decode(browser.key), decode(browser.secret))
        headers = {
            "authorization": self._keys.authorization(browser.endpoint, self._contact, time.time()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": f"{LASTS_SECONDS}",
            "urgency": "normal" if notice.kind in CALM else "high",
        }
        return post(browser.endpoint, body, headers, rules_for(browser.endpoint, self._own))


def rules_for(endpoint: str, own: frozenset[str]) -> Rules:
    """Where this message may be sent: to public addresses, or to a host of the operator's own."""
    host = endpoint.partition("//")[2].partition("/")[0].rpartition("@")[2]
    if host in own:
        return Rules(("http", "https"), (), lambda address: True)
    return Rules()


def _turn(game: str, opponent: str, language: str) -> BrowserNotice:
    text = catalog(language).translations.gettext
    name = display_name(opponent, text) or text("Guest")
    body = text("Against {name}").format(name=name)
    return BrowserNotice("turn", text("Your turn"), body, f"/game/{game}", f"turn-{game}", mute_in(language))


def _challenge(challenge: str, name: str, language: str) -> BrowserNotice:
    text = catalog(language).translations.gettext
    title = text("{name} challenges you").format(name=name)
    tag = f"challenge-{challenge}"
    return BrowserNotice("challenge", title, text("To a game"), f"/game/{challenge}", tag, mute_in(language))


def mute_in(language: str) -> Mute:
    """The button that ends notices of a kind, in a language."""
    return Mute(catalog(language).translations.gettext("No more of these"))
