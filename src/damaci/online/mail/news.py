"""What a queued notice says now: what has been seen or is over is not told any more."""

import math
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import msgspec

from damaci.explanations import end_code
from damaci.game.outcome import Reason
from damaci.online.holiday_allowance import day_of
from damaci.online.mail.letters import MailNotice
from damaci.online.mail.mailing import BACK_SECONDS, hurry_seconds
from damaci.online.tournaments.steps import takes_part
from damaci.play.events import Color
from damaci.site.explaining import explained
from damaci.site.guest_names import display_name
from damaci.site.language import Catalog
from damaci.store import Store
from damaci.store.mail_queue import WaitingMail
from damaci.store.players import Player
from damaci.stored import Summary
from damaci.tournament import Tournament

WON: dict[Color, str] = {"white": "1-0", "black": "0-1"}
"""The result with which a side has won."""
LASTING = ("turn", "hurry", "holiday", "ended")
"""What is told as long as it is so, also late, after an outage of the server or of the mail."""
UNSEEN = (Reason.TIME, Reason.RESIGNATION)
"""Ends that the last move does not show, nor the result."""
UNDECIDED_SECONDS = 10.0
"""By then a game whose time was over has ended, or the time of an outage has been given back."""
LooksOn = Callable[[str, Color], Awaitable[bool]]
"""Whether the player of a side has a page with that game open, at any process."""


class PageAddresses(Protocol):
    """Makes the addresses of the server's pages."""

    def page(self, path: str) -> str:
        """The address of a page."""
        ...


class MailNews:
    """Looks into the store. Every method raises StoreError."""

    def __init__(self, store: Store, links: PageAddresses, looks_on: LooksOn) -> None:
        self._store = store
        self._links = links
        self._looks_on = looks_on

    async def of(self, waiting: WaitingMail, words: Catalog, now: float) -> MailNotice | WaitingMail | None:
        """What is to be told; the same with a later moment if it is too early; None if there is nothing to tell."""
        if waiting.until <= now and waiting.kind not in LASTING:
            return None
        match waiting.kind:
            case "challenge":
                return await self._challenge(waiting, words, now)
            case "tournament":
                return await self._tournament(waiting, words)
            case "holiday":
                return await self._holiday(waiting, words, now)
            case "ended":
                return await self._ended(waiting, words)
            case "absence":
                return await self._absence(waiting, words, now)
        return await self._game(waiting, words, now)

    async def _game(self, waiting: WaitingMail, words: Catalog, now: float) -> MailNotice | WaitingMail | None:
        found = await self._store.games.get(waiting.about)
        if found is None or found.result != "*" or found.plies != waiting.ply or found.due is None:
            return None
        later = _later(waiting, found, now)
        away = None if later else await self._away(waiting)
        if away is None:
            return later
        opponent = opponent_of(*away, words)
        if waiting.kind == "turn":
            return self._turn(found, opponent, words)
        return self._hurry(found, opponent, words, now)

    async def _away(self, waiting: WaitingMail) -> tuple[Mapping[Color, Player], Color] | None:
        """The players of the game, and the side of who is to be told; None if that player has no seat or looks on."""
        seated = await self._store.seats.players_of(waiting.about)
        mine = next((color for color, player in seated.items() if player.id == waiting.player), None)
        if mine is None or await self._looks_on(waiting.about, mine):
            return None
        return seated, mine

    def _turn(self, game: Summary, name: str, words: Catalog) -> MailNotice:
        _ = words.translations.gettext
        return MailNotice(
            _("Your turn against {name}").format(name=name),
            _("It is your turn in the game against {name}.").format(name=name),
            self._links.page(f"/game/{game.id}"),
        )

    def _hurry(self, game: Summary, name: str, words: Catalog, now: float) -> MailNotice:
        text = words.translations
        hours = math.ceil(((game.due or 0.0) - now) / 3600)
        sentence = text.ngettext(
            "You have less than {n} hour left for your move against {name}.",
            "You have less than {n} hours left for your move against {name}.",
            hours,
        )
        subject = text.gettext("Little time is left against {name}").format(name=name)
        return MailNotice(subject, sentence.format(n=hours, name=name), self._links.page(f"/game/{game.id}"))

    async def _challenge(self, waiting: WaitingMail, words: Catalog, now: float) -> MailNotice | None:
        found = await self._store.challenges.get(waiting.about, now)
        if found is None or found.declined or found.target != waiting.player:
            return None
        _ = words.translations.gettext
        return MailNotice(
            _("{name} challenges you").format(name=found.name),
            _("{name} challenges you to a game.").format(name=found.name),
            self._links.page(f"/game/{found.id}"),
        )

    async def _tournament(self, waiting: WaitingMail, words: Catalog) -> MailNotice | None:
        found = await self._store.announced.get(waiting.about)
        member = await self._store.announced.membership(waiting.about, waiting.player)
        if found is None or found.plan.over or member is None:
            return None
        if member.entrant and not await self._takes_part(waiting.about, member.entrant):
            return None
        _ = words.translations.gettext
        name = found.stored.name
        return MailNotice(
            _("{name} begins soon").format(name=name),
            _("The tournament {name}, in which you take part, begins in a few minutes.").format(name=name),
            self._links.page(f"/tournaments/{waiting.about}"),
        )

    async def _takes_part(self, tournament: str, entrant: int) -> bool:
        return takes_part(Tournament.fold(await self._store.tournaments.read(tournament)), entrant)

    async def _holiday(self, waiting: WaitingMail, words: Catalog, now: float) -> MailNotice | WaitingMail | None:
        taken = await self._store.holidays.of(waiting.player)
        mine = next((each for each in taken if each.id == waiting.about), None)
        if mine is None or mine.until < waiting.until - BACK_SECONDS - 1:
            return None  # The player has ended it, and knows.
        if mine.until > now:
            return msgspec.structs.replace(waiting, due=mine.until)
        games = len(await self._store.daily.of(waiting.player))
        if not games or any(each.until > now for each in taken):
            return None
        return self._back(games, words)

    async def _ended(self, waiting: WaitingMail, words: Catalog) -> MailNotice | None:
        found = await self._store.games.get(waiting.about)
        if found is None or found.result == "*":
            return None
        away = await self._away(waiting)
        if away is None:
            return None
        subject, sentence = result_text(found.result, away[1], opponent_of(*away, words), words)
        told = " ".join(filter(None, [sentence, reason_text(found, words)]))
        return MailNotice(subject, told, self._links.page(f"/game/{found.id}"))

    async def _absence(self, waiting: WaitingMail, words: Catalog, now: float) -> MailNotice | None:
        taken = await self._store.holidays.of(waiting.about)
        until = next((each.until for each in taken if each.until > now), None)
        player = await self._store.players.get(waiting.about)
        games = await self._store.daily.between(waiting.player, waiting.about)
        if until is None or player is None or not games:
            return None
        text = words.translations
        name = display_name(player.name, words.translations.gettext)
        sentence = text.ngettext(
            "Until {date} the clock of {name} stands still in {n} game with you.",
            "Until {date} the clock of {name} stands still in {n} games with you.",
            games,
        )
        subject = text.gettext("{name} is on holiday").format(name=name)
        told = sentence.format(date=day_of(until - 1).isoformat(), name=name, n=games)
        return MailNotice(subject, told, self._links.page("/games"))

    def _back(self, games: int, words: Catalog) -> MailNotice:
        text = words.translations
        sentence = text.ngettext(
            "Your holiday is over: in {n} game by the day your clock runs again.",
            "Your holiday is over: in {n} games by the day your clock runs again.",
            games,
        )
        return MailNotice(text.gettext("Welcome back!"), sentence.format(n=games), self._links.page("/games"))


def _later(waiting: WaitingMail, game: Summary, now: float) -> WaitingMail | None:
    """The notice about a game again, put off to the right moment; None for one that is not put off.

    It comes too early if the time stood still in a holiday or an outage, or if a holiday was ended. If the time has run
    out, it waits until it is known whether the game is over."""
    left = (game.due or 0.0) - now
    if left <= 0:
        return msgspec.structs.replace(waiting, due=now + UNDECIDED_SECONDS)
    early = left - hurry_seconds(game.days)
    if waiting.kind != "hurry" or early <= 1:
        return None
    return msgspec.structs.replace(waiting, due=now + early, until=now + left)


def opponent_of(seated: Mapping[Color, Player], mine: Color, words: Catalog) -> str:
    """The name of the player on the other side, as others read it."""
    names = [player.name for color, player in seated.items() if color != mine]
    _ = words.translations.gettext
    if not names:
        return _("Guest")
    return display_name(names[0], _)


def result_text(result: str, mine: Color, name: str, words: Catalog) -> tuple[str, str]:
    """How a game has ended for the player of a side, against somebody of that name: in short, and as a sentence."""
    _ = words.translations.gettext
    if result == "1/2-1/2":
        told = _("Draw against {name}"), _("Your game by the day against {name} is a draw.")
    elif result == WON[mine]:
        told = _("You won against {name}"), _("You won your game by the day against {name}.")
    else:
        told = _("You lost to {name}"), _("You lost your game by the day against {name}.")
    return told[0].format(name=name), told[1].format(name=name)


def reason_text(game: Summary, words: Catalog) -> str:
    """Why it has ended, where the last move does not show it."""
    if game.reason in UNSEEN:
        return explained(words, end_code(game.reason, game.result))
    return ""
