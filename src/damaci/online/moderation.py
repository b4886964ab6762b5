"""What an operator does, for the command line and the operator's page: each act is stored with its line in the audit
log."""

import time
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Literal

import msgspec

from damaci.errors import DamaciError
from damaci.online.names import fold, safe
from damaci.online.secret import hashed, new_secret
from damaci.play.events import Color
from damaci.store import Store
from damaci.store.audit import Act, What
from damaci.store.bans import Ban, BanKind, NamedBan
from damaci.store.broadcasts import Broadcast
from damaci.store.comparisons import MOST_WAITING
from damaci.store.notices import OperatorNotice
from damaci.store.players import PROGRAM, NameTaken, Player
from damaci.store.processes import Process
from damaci.store.ratings import RatingKey
from damaci.store.reports import ListedReport
from damaci.stored.tournaments import StoredTournament

SILENT_SECONDS = 30.0
"""Seconds after which a process that has not been seen is not listed."""
MOST_FOUND = 200
SMALLEST_IPV6 = 64
"""The network of one IPv6 connection."""
LONGEST_TEXT = 500
"""Characters of a text that an operator gives."""


OrderRefusal = Literal[
    "unknown-player",
    "several-players",
    "name-taken",
    "guest",
    "closed-already",
    "not-closed",
    "closed-account",
    "not-banned",
    "no-text",
    "nothing-announced",
    "not-maintained",
    "unknown-process",
    "unknown-report",
    "report-closed",
    "report-open",
    "long-text",
    "unrated",
    "compared-already",
    "too-many-compared",
    "nobody-near",
    "unknown-broadcast",
    "unknown-tournament",
    "everybody",
    "computer",
]


class BadOrder(DamaciError):
    """What an operator asks for cannot be done: `refusal` says why to pages, which tell it in the operator's language,
    the text to the command line."""

    code = "bad-order"

    def __init__(self, refusal: OrderRefusal, text: str) -> None:
        super().__init__(text)
        self.refusal: OrderRefusal = refusal


class PlayerFile(msgspec.Struct, frozen=True):
    """What an operator sees of a player. Times are epoch seconds."""

    id: str
    name: str
    account: bool
    created: float
    closed: float | None
    ban: Ban | None
    games: int


class SignInLink(msgspec.Struct, frozen=True):
    """A one-time sign-in link: the secret, shown once, and until when it can be used (epoch seconds)."""

    player: str
    name: str
    secret: str
    until: float


class Moderation:
    """The acts of one operator. Every method raises StoreError, and BadOrder for what cannot be done."""

    def __init__(self, store: Store, who: str) -> None:
        """`who`: the operator, as the audit log names him."""
        self._store = store
        self._who = who

    # ---- players -----------------------------------------------------------------------------------------------------

    async def find(self, text: str, limit: int = 50) -> list[PlayerFile]:
        """The players with that id, or with that part in their name."""
        bans = {ban.subject: ban for ban in await self.bans() if ban.kind == "player"}
        found = await self._store.players.find(text, fold(text), min(limit, MOST_FOUND))
        games = await self._store.seats.count_games([player.id for player in found])
        return [
            PlayerFile(
                player.id,
                player.name,
                player.account is not None,
                player.created,
                player.closed,
                bans.get(player.id),
                games.get(player.id, 0),
            )
            for player in found
        ]

    async def player(self, who: str) -> Player:
        """The player with that id, that account, or that name if nobody else has it. Raises BadOrder."""
        found = await self._store.players.get(who) or await self._store.players.with_account(fold(who) or "-")
        if found:
            return found
        named = await self._store.players.called(who)
        if not named:
            raise BadOrder(
                "unknown-player",
                f"there is no player {who!r}: `damaci admin players TEXT` finds players by a part of the name",
            )
        if len(named) > 1:
            raise BadOrder(
                "several-players",
                f"{len(named)} players are called {who!r}: give one of the ids {', '.join(p.id for p in named)}",
            )
        return named[0]

    async def rename(self, who: str, name: str, why: str = "") -> Player:
        """Gives a player another name, in all games and tournaments too. Raises BadName."""
        player = await self.player(who)
        name = safe(name)
        owner = await self._store.players.with_account(fold(name))
        if owner and owner.id != player.id:
            raise BadOrder("name-taken", f"the name {name!r} belongs to an account, or looks like one that does")
        renamed = msgspec.structs.replace(player, name=name)
        if player.account is not None:
            renamed = msgspec.structs.replace(renamed, account=fold(name))
        # First: what open games have in memory is read again when the act is seen.
        await self._rename_in_games(player.id, name)
        act = self._act("rename", player.id, f"{player.name} -> {name}", why)
        try:
            await self._store.players.rename(renamed, act)
        except NameTaken:
            raise BadOrder(
                "name-taken", f"the name {name!r} belongs to an account, or looks like one that does"
            ) from None
        return renamed

    async def _rename_in_games(self, player: str, name: str) -> None:
        for game in await self._store.seats.games_of(player, limit=None):
            seats: dict[Color, str] = await self._store.seats.of_game(game.id)
            for color, owner in seats.items():
                if owner == player:
                    await self._store.log.rename(game.id, color, name)

    async def close(self, who: str, why: str) -> Player:
        """Closes an account: it is signed out everywhere, its programs' tokens end, and nobody signs in to it."""
        player = await self.player(who)
        if player.account is None:
            raise BadOrder("guest", f"{player.name} ({player.id}) is a guest: ban the player instead")
        if not await self._store.players.close(player.id, self._act("close", player.id, "", why)):
            raise BadOrder("closed-already", f"the account {player.name} ({player.id}) is closed already")
        return player

    async def reopen(self, who: str, why: str) -> Player:
        """Opens a closed account again."""
        player = await self.player(who)
        if not await self._store.players.reopen(player.id, self._act("reopen", player.id, "", why)):
            raise BadOrder("not-closed", f"the account {player.name} ({player.id}) is not closed")
        return player

    async def link(self, who: str, seconds: float, why: str = "") -> SignInLink:
        """Makes a one-time link by which the player signs in and, with an account, chooses a new passphrase."""
        player = await self.player(who)
        if player.closed is not None:
            raise BadOrder("closed-account", f"the account {player.name} ({player.id}) is closed: reopen it first")
        if player.computer not in (None, PROGRAM):
            raise BadOrder(
                "computer", f"{player.name} ({player.id}) is a computer of this server: nobody signs in as it"
            )
        secret = new_secret()
        act = self._act("link", player.id, "", why)
        await self._store.sign_in_links.add(hashed(secret), player.id, act.at, act.at + seconds, act)
        return SignInLink(player.id, player.name, secret, act.at + seconds)

    # ---- bans --------------------------------------------------------------------------------------------------------

    async def bans(self) -> Sequence[Ban]:
        """The bans that have not ended."""
        return await self._store.bans.running(time.time())

    async def named_bans(self) -> Sequence[NamedBan]:
        """The same, with the names of players."""
        return await self._store.bans.named(time.time())

    async def ban(self, who: str, why: str, say: str = "", seconds: float | None = None) -> Ban:
        """Bans a player, or an address or network such as 192.0.2.0/24, for that long or for ever. `say` is shown to
        those who are banned."""
        kind, subject = await self._subject(who)
        if kind == "network" and ip_network(subject).prefixlen == 0:
            text = f"{subject} is everybody: `damaci admin maintenance on` closes the server for a while"
            raise BadOrder("everybody", text)
        at = time.time()
        until = None
        if seconds is not None:
            until = at + seconds
        ban = Ban(kind, subject, _short(say), at, until)
        await self._store.bans.put(ban, self._act("ban", subject, say, why))
        return ban

    async def unban(self, who: str, why: str) -> str:
        """Lifts the ban of a player, an address or a network; returns its id or the network."""
        kind, subject = await self._subject(who)
        # Earlier versions stored networks as they were typed.
        stored = [ban.subject for ban in await self.bans() if ban.kind == kind and _plain(ban.subject) == subject]
        lifted = [await self._store.bans.lift(kind, each, self._act("unban", each, "", why)) for each in stored]
        if not any(lifted):
            raise BadOrder("not-banned", f"{who} is not banned: `damaci admin bans` lists who is")
        return subject

    async def _subject(self, who: str) -> tuple[BanKind, str]:
        if is_network(who):
            return "network", _plain(who)
        try:
            return "player", (await self.player(who)).id
        except BadOrder as error:
            if error.refusal == "unknown-player" and who[:1].isdigit() and set(who) & set("./:"):
                text = f"{who!r} is no player, and neither an address nor a network such as 192.0.2.0/24"
                raise BadOrder("unknown-player", text) from None
            raise

    # ---- everybody ---------------------------------------------------------------------------------------------------

    async def announce(self, text: str, seconds: float, why: str = "") -> OperatorNotice:
        """Shows a text to everybody for that long."""
        if not text.strip():
            raise BadOrder("no-text", "an announcement needs a text")
        at = time.time()
        notice = OperatorNotice("announcement", _short(text), at, at + seconds)
        await self._store.notices.put(notice, self._act("announce", "", notice.text, why))
        return notice

    async def stop_announcing(self, why: str = "") -> None:
        """Takes the announcement back."""
        if not await self._store.notices.end("announcement", self._act("unannounce", "", "", why)):
            raise BadOrder("nothing-announced", "nothing is being announced")

    async def maintain(self, text: str, seconds: float, why: str = "") -> OperatorNotice:
        """Answers everybody that the server is being maintained, expected for that long, until `resume`."""
        at = time.time()
        notice = OperatorNotice("maintenance", _short(text), at, at + seconds)
        await self._store.notices.put(notice, self._act("maintain", "", notice.text, why))
        return notice

    async def resume(self, why: str = "") -> None:
        """Ends the maintenance."""
        if not await self._store.notices.end("maintenance", self._act("resume", "", "", why)):
            raise BadOrder("not-maintained", "the server is not being maintained")

    async def notices(self) -> Sequence[OperatorNotice]:
        """The announcement and the maintenance, if there are any."""
        return await self._store.notices.running(time.time())

    # ---- broadcasts --------------------------------------------------------------------------------------------------

    async def remove_broadcast(self, which: str, why: str = "") -> Broadcast:
        """Removes a broadcast with its games; returns what it was. `which`: its id, or the address of its page."""
        id = _id_in(which)
        found = await self._store.broadcasts.get(id)
        act = self._act("remove-broadcast", id[:64], found.name if found else "", why)
        if found is None or await self._store.broadcasts.delete(id, act) is None:
            raise BadOrder("unknown-broadcast", f"there is no broadcast {id!r}")
        return found

    # ---- tournaments -------------------------------------------------------------------------------------------------

    async def remove_tournament(self, which: str, why: str = "") -> StoredTournament:
        """Removes a tournament, not the games that were begun in it; returns what it was. `which`: its id, or the
        address of its page."""
        id = _id_in(which)
        found = await self._store.announced.get(id)
        act = self._act("remove-tournament", id[:64], found.stored.name if found else "", why)
        if found is None or not await self._store.announced.remove(id, act):
            raise BadOrder("unknown-tournament", f"there is no tournament {id!r}")
        return found.stored

    # ---- processes ---------------------------------------------------------------------------------------------------

    async def processes(self) -> Sequence[Process]:
        """The processes that serve these games."""
        return await self._store.processes.seen(time.time() - SILENT_SECONDS)

    async def drain(self, process: str, why: str = "") -> None:
        """Makes a process end: it takes nothing new, waits for what it is doing, and exits. One that has been silent
        was killed, or cannot read its orders."""
        act = self._act("drain", process, "", why)
        if not await self._store.processes.drain(process, act, time.time() - SILENT_SECONDS):
            known = ", ".join(each.id for each in await self.processes()) or "none"
            raise BadOrder("unknown-process", f"there is no process {process!r}; there are: {known}")

    # ---- reports -----------------------------------------------------------------------------------------------------

    async def reports(self, *, closed: bool | None = None, limit: int = 100) -> Sequence[ListedReport]:
        """Open or closed reports, or all."""
        return await self._store.reports.list(closed=closed, limit=limit)

    async def report(self, report: str) -> ListedReport:
        """One report."""
        found = await self._store.reports.get(report)
        if found is None:
            raise BadOrder("unknown-report", f"there is no report {report!r}")
        return found

    async def close_report(self, report: str, verdict: str) -> None:
        """Closes a report, with what was decided."""
        await self.report(report)
        act = self._act("close-report", report, "", verdict)
        if not await self._store.reports.settle(report, act.at, _short(verdict), act):
            raise BadOrder("report-closed", f"the report {report} is closed already")

    async def reopen_report(self, report: str, why: str = "") -> None:
        """Opens a closed report again."""
        await self.report(report)
        if not await self._store.reports.settle(report, None, "", self._act("reopen-report", report, "", why)):
            raise BadOrder("report-open", f"the report {report} is open already")

    # ---- fair play ---------------------------------------------------------------------------------------------------

    async def compare(self, who: str, ruleset: str = "", speed: str = "", why: str = "") -> RatingKey:
        """Asks for a comparison of a player's rated games with the engine's moves, which takes minutes. Returns which
        rating is compared: the one with most games, among those of the given ruleset and speed."""
        key = await self.rated(who, ruleset, speed)
        act = self._act("compare", key.player, f"{key.ruleset} {key.speed}", why)
        refused = await self._store.comparisons.ask(key, act.at, act)
        if refused == "waits":
            raise BadOrder("compared-already", "this comparison has been asked for already, and is waited for")
        if refused == "full":
            raise BadOrder("too-many-compared", f"{MOST_WAITING} comparisons wait already: ask again later")
        return key

    async def rated(self, who: str, ruleset: str = "", speed: str = "") -> RatingKey:
        """The rating of a player with most games, of those that are meant."""
        player = await self.player(who)
        standings = await self._store.ratings.of_players([player.id])
        meant = [key for key in standings if ruleset in ("", key.ruleset) and speed in ("", key.speed)]
        if not meant:
            raise BadOrder(
                "unrated", f"{player.name} ({player.id}) has no such rated games: there is nothing to compare"
            )
        return max(meant, key=lambda key: standings[key].games)

    # ---- the audit log -----------------------------------------------------------------------------------------------

    async def audit(self, *, on: str = "", limit: int = 50) -> Sequence[Act]:
        """The newest acts first; `on`: of one player (by id or whole name), network, process or report."""
        found = await self._store.audit.list(on=on, limit=limit)
        if found or not on:
            return found
        try:
            _, on = await self._subject(on)
        except BadOrder:  # somebody who has been deleted, or a process
            return found
        return await self._store.audit.list(on=on, limit=limit)

    def _act(self, what: What, on: str, detail: str, why: str) -> Act:
        return Act(at=time.time(), who=self._who, what=what, on=on, detail=_short(detail), why=_short(why))


def is_network(text: str) -> bool:
    """Whether a text is an address or a network. Names and ids never are: they have a letter and no colon."""
    try:
        ip_network(text.strip(), strict=False)
    except ValueError:
        return False
    return True


def _plain(who: str) -> str:
    """A network in one way of writing, however it was typed: of an IPv6 address at least the /64 that a connection has;
    an id as it is.

    >>> _plain("198.51.100.7/24"), _plain("198.51.100.7"), _plain("2001:DB8:1:2::1")
    ('198.51.100.0/24', '198.51.100.7', '2001:db8:1:2::/64')
    """
    if not is_network(who):
        return who
    network = ip_network(who.strip(), strict=False)
    if network.version == 4:
        return str(network).removesuffix("/32")
    if network.prefixlen == 128 and (mapped := network.network_address.ipv4_mapped):
        return str(mapped)
    return str(network.supernet(new_prefix=min(network.prefixlen, SMALLEST_IPV6)))


def _id_in(which: str) -> str:
    """The id in the address of a page, or the id itself."""
    return which.strip().partition("?")[0].rpartition("/")[2]


def _short(text: str) -> str:
    text = " ".join(text.split())
    if len(text) > LONGEST_TEXT:
        raise BadOrder("long-text", f"a text has {LONGEST_TEXT} letters at most, this one has {len(text)}")
    return text
