"""Every statement of the server finds its rows by an index, however many games there are.

Each method of the store is called; the database is then asked for the plans of the statements that it was sent. A new
method of the store must be added to `calls`, or to `SELDOM` with the reason why it may read a whole table.
"""

import inspect
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from sqlalchemy import ForeignKeyConstraint, event
from sqlalchemy.ext.asyncio import AsyncConnection

from damaci.play.conditional import Conditional
from damaci.play.events import Moved, Opened, Rematched, Seat, Settings
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.audit import Act
from damaci.store.bookmark import Bookmark
from damaci.store.broadcasts import BoardPlace
from damaci.store.challenges import Challenge
from damaci.store.conditional import StoredLines
from damaci.store.direct import Direct
from damaci.store.holidays import Holiday
from damaci.store.mail_addresses import MailAddress
from damaci.store.mail_queue import WaitingMail
from damaci.store.outdated import ABANDONED, GUESTS, INVITATIONS, SESSIONS_ENDED, UNBEGUN
from damaci.store.players import Player, Token
from damaci.store.push import Browser
from damaci.store.ratings import RatingKey
from damaci.store.schema import METADATA
from damaci.store.seeks import Seek
from damaci.store.tournament_steps import NewBoardGame, Parts
from damaci.stored.explorer import Way
from damaci.stored.incoming import NewRecord
from damaci.stored.solvers import PuzzleChange
from damaci.stored.tournaments import row_of
from damaci.studies import Study
from damaci.tournament import Settings as TournamentSettings
from damaci.tournament import Tournament
from damaci.tournament.events import Closed
from tests.servers import Postgres
from tests.store.many import Many, fill

pytestmark = pytest.mark.anyio

LARGE = {
    *("explorer", "games", "events", "contents", "reviews", "players", "sessions", "tokens", "seats", "seeks"),
    *("mail_addresses", "mail_queue", "push_queue"),
    *("ratings", "rating_changes", "studies", "study_chapters", "study_access", "study_members"),
}
"""The tables that grow with use."""
FEW = tuple(
    f"Seq Scan of {table}:"
    for table in (
        *("seeks", "studies", "study_chapters", "study_access", "study_members"),
        *("mail_addresses", "mail_queue", "push_queue"),
    )
)
"""How plans begin that read a table in which tests.store.many makes few rows."""
SELDOM = {
    "log.ended": "waits for the appends that have been requested, and sends no statement",
    "games.list": "the archive of one person, searched by names; the server for many does not call it",
    "games.unfinished": "of one person",
    "contents.missing": "after an upgrade of one person's archive",
    "players.called": "an operator searches names",
    "players.find": "an operator searches names",
    "halves.seats": "once, after the upgrade from an older version",
    "halves.remove_seats": "once, after the upgrade from an older version",
    "halves.remove_seeks": "once, after the upgrade from an older version",
    "halves.remove_games": "once, after the upgrade from an older version",
    "recount.check": "an operator has everything counted again",
    "recount.repair": "an operator has all ratings replaced",
    "studies.list": "of one person; the server lists those of a player",
    "settings.all": "of one person; small",
    "settings.clear": "of one person; small",
}
SMALL = {"bans", "audit", "notices", "processes", "reports", "sign_in_links", "heartbeats", "comparisons"}
"""Parts of the store whose tables stay small: operators, reports and running processes add rows to them, but games do
not."""

CLUB = Tournament.open(TournamentSettings("Club"), 1.0)
STUDY = Study(title="Openings", version=1)
PLAN = TournamentPlan("p3", 1.0, 0.0, 0.0, rated=False)
WAY = Way("turkish", "1-0", [(7, 8), (8, 9)])

Call = Callable[[], Awaitable[object]]


def calls(store: Store, many: Many) -> dict[str, Call]:
    """A call of every method that the server for many players uses."""
    now = many.now
    player = Player("p3", "Ada", now, passphrase="x")
    opened = Opened(at=now, settings=Settings(), white=Seat("person"), black=Seat("person"))
    again = Rematched(at=now, by="white", game="next")
    challenge = Challenge(id="new", player="p3", target="p5", wish="{}", created=now, until=now + 9)
    seek = Seek(id="new", player="p3", name="", open=True, wish="{}", created=now, seen=now, address="a")
    kept = StoredLines("new", "g3", "p3", Conditional("white", 1, 0, (("d6-d5", "e3-e4"),)))
    holiday = Holiday("new", "p3", now, now + 86400)
    browser = Browser(
        player="p3",
        endpoint="https://push.example/x",
        key="",
        secret="",
        language="en",
        turn=True,
        challenge=True,
        hurry=True,
        tournament=True,
        holiday=True,
        created=now,
    )
    address = MailAddress(player="p3", address="ada@example.org", language="en")
    waiting = WaitingMail(player="p3", kind="turn", about="g3", due=now, until=now + 9)
    act = Act(at=now, who="operator", what="close", on="p3", why="test")
    return {
        "games.get": lambda: store.games.get("g7"),
        "games.between_people": lambda: store.games.between_people(now - 900, 50),
        "games.some": lambda: store.games.some([f"g{number}" for number in range(1, 50)]),
        "games.edit": lambda: store.games.edit("g7", {"White": "Ada"}, "Ada", "Bora"),
        "games.edited": lambda: store.games.edited([f"g{number}" for number in range(1, 25)]),
        "games.ids": lambda: store.games.ids("g5", 25),
        "log.append": lambda: _append(store, opened),
        "log.read": lambda: store.log.read("g7"),
        "log.read_many": lambda: store.log.read_many({"g7": 0, "g8": 1}),
        "log.texts": lambda: store.log.texts(["g7", "g8"]),
        "log.probe": lambda: store.log.probe(),
        "log.opened": lambda: store.log.opened("g7"),
        "log.rename": lambda: store.log.rename("g7", "white", "Eve"),
        "contents.find": lambda: store.contents.find(["c2"]),
        "contents.put": lambda: store.contents.put({"g3": "c3"}),
        "contents.add": lambda: store.contents.add([NewRecord("imported", [opened], "hash")]),
        "reviews.get": lambda: store.reviews.get("g7"),
        "reviews.put": lambda: store.reviews.put("g7", "{}"),
        "settings.get": lambda: store.settings.get("key"),
        "settings.put": lambda: store.settings.put("key", 1),
        "settings.change": lambda: store.settings.change("key", lambda value: [value]),
        "settings.put_new": lambda: store.settings.put_new("key", 1),
        "settings.secret": lambda: store.settings.secret("secret"),
        "players.add": lambda: store.players.add(Player("new", "New", now)),
        "players.get": lambda: store.players.get("p3"),
        "players.some": lambda: store.players.some(["p3", "p5"]),
        "players.change": lambda: store.players.change(player),
        "players.begin_anew": lambda: store.players.begin_anew(player, tokens="revoke"),
        "players.rename": lambda: store.players.rename(player, act),
        "players.close": lambda: store.players.close("p3", act),
        "players.reopen": lambda: store.players.reopen("p3", act),
        "players.with_account": lambda: store.players.with_account("account2"),
        "bots.listed": lambda: store.bots.listed(),
        "bots.of": lambda: store.bots.of("p3"),
        "bots.put": lambda: store.bots.put("p3", listed=True),
        "bots.own": lambda: store.bots.own("p3", "p4"),
        "players.give_to_program": lambda: store.players.give_to_program("p3"),
        "players.keep_recovery": lambda: store.players.keep_recovery("p3", "x"),
        "players.closed": lambda: store.players.closed(["p3", "p4"]),
        "players.open_session": lambda: store.players.open_session(player, "s", now),
        "players.by_session": lambda: store.players.by_session("s7", 0.0),
        "players.standing": lambda: store.players.standing(["s7", "t10"], 0.0),
        "players.close_session": lambda: store.players.close_session("s"),
        "players.close_sessions": lambda: store.players.close_sessions("p3"),
        "players.add_token": lambda: store.players.add_token(player, Token("i", "bot", now), "t"),
        "players.tokens": lambda: store.players.tokens("p10"),
        "players.by_token": lambda: store.players.by_token("t10"),
        "players.remove_token": lambda: store.players.remove_token("p10", "i10"),
        "pairings.begin": lambda: store.pairings.begin("k4", [opened], {"white": "p3", "black": "p5"}, seek=True),
        "pairings.go_on": lambda: store.pairings.go_on("mine", 2, [again], "next", [opened]),
        "pairings.is_whole": lambda: store.pairings.is_whole("g7"),
        "pairings.make_up": lambda: store.pairings.make_up("g8", "other", [opened]),
        "seats.accounts_of": lambda: store.seats.accounts_of([f"g{n}" for n in range(50)]),
        "seats.playing": lambda: store.seats.playing(["p3", "p5"]),
        "seats.of_game": lambda: store.seats.of_game("g7"),
        "seats.of_games": lambda: store.seats.of_games([f"g{n}" for n in range(50)]),
        "seats.players_of": lambda: store.seats.players_of("g7"),
        "seats.games_of": lambda: store.seats.games_of("p3"),
        "seats.games_after": lambda: store.seats.games_after("p3", Bookmark(now - 50, "g7"), 41),
        "seats.games_after, over": lambda: store.seats.games_after("p3", Bookmark(now - 50, "g7"), 41, over=True),
        "seats.live": lambda: store.seats.live(["p3", "p5"], now - 900),
        "live_games.list": lambda: store.live_games.list(now - 900, 200),
        "seats.ids_of": lambda: store.seats.ids_of("p1", "g5", 25),
        "seats.count_running": lambda: store.seats.count_running("p3", engine=True),
        "seats.count_games": lambda: store.seats.count_games(["p3", "p5"]),
        "daily.any": lambda: store.daily.any(),
        "daily.due": lambda: store.daily.due(now, 50),
        "daily.count": lambda: store.daily.count("p3"),
        "daily.opponents": lambda: store.daily.opponents("p3"),
        "daily.between": lambda: store.daily.between("p3", "p4"),
        "daily.of": lambda: store.daily.of("p3"),
        "conditional.put": lambda: store.conditional.put(kept),
        "conditional.of_game": lambda: store.conditional.of_game("g3"),
        "conditional.of_player": lambda: store.conditional.of_player("p3"),
        "conditional.to_look_at": lambda: store.conditional.to_look_at(50),
        "conditional.looked": lambda: store.conditional.looked(kept, 2),
        "conditional.remove": lambda: store.conditional.remove(kept),
        "holidays.begin": lambda: store.holidays.begin("p3", lambda taken: holiday),
        "holidays.of": lambda: store.holidays.of("p3"),
        "holidays.of_game": lambda: store.holidays.of_game("g3"),
        "holidays.away": lambda: store.holidays.away(["g3", "g4"], now),
        "holidays.untold": lambda: store.holidays.untold(20),
        "holidays.mark_noted": lambda: store.holidays.mark_noted(holiday),
        "holidays.end": lambda: store.holidays.end("p3", now),
        "bans.named": lambda: store.bans.named(now),
        "push.put": lambda: store.push.put(browser, 10),
        "push.of": lambda: store.push.of("p3"),
        "push.count": lambda: store.push.count("p3"),
        "push.mute": lambda: store.push.mute("https://push.example/x", "turn"),
        "push.remove": lambda: store.push.remove("https://push.example/x"),
        "push.remove_all": lambda: store.push.remove_all("p3"),
        "mail_addresses.put": lambda: store.mail_addresses.put(address, now),
        "mail_addresses.of": lambda: store.mail_addresses.of("p3"),
        "mail_addresses.ask": lambda: store.mail_addresses.ask(address, "hash", now),
        "mail_addresses.confirm": lambda: store.mail_addresses.confirm("hash", now),
        "mail_addresses.wish": lambda: store.mail_addresses.wish("p3", {"turn": False}, "tr"),
        "mail_addresses.count": lambda: store.mail_addresses.count("p3", 7),
        "mail_addresses.bounce": lambda: store.mail_addresses.bounce("p3", "ada@example.org"),
        "mail_addresses.remove_unconfirmed": lambda: store.mail_addresses.remove_unconfirmed(now),
        "mail_addresses.remove": lambda: store.mail_addresses.remove("p3"),
        "push_queue.put": lambda: store.push_queue.put(waiting),
        "push_queue.put_back": lambda: store.push_queue.put_back([waiting]),
        "push_queue.bring_forward": lambda: store.push_queue.bring_forward("p3", "hurry", now),
        "push_queue.due": lambda: store.push_queue.due(now, 50),
        "push_queue.of": lambda: store.push_queue.of("p3"),
        "push_queue.take": lambda: store.push_queue.take("p3", now),
        "push_queue.remove": lambda: store.push_queue.remove("p3"),
        "mail_queue.put": lambda: store.mail_queue.put(waiting),
        "mail_queue.put_back": lambda: store.mail_queue.put_back([waiting]),
        "mail_queue.bring_forward": lambda: store.mail_queue.bring_forward("p3", "hurry", now),
        "mail_queue.due": lambda: store.mail_queue.due(now, 50),
        "mail_queue.of": lambda: store.mail_queue.of("p3"),
        "mail_queue.take": lambda: store.mail_queue.take("p3", now),
        "mail_queue.remove": lambda: store.mail_queue.remove("p3"),
        "seeks.add": lambda: store.seeks.add(seek),
        "seeks.get": lambda: store.seeks.get("k6"),
        "seeks.open": lambda: store.seeks.open(now - 5, 50),
        "seeks.ids_of_players": lambda: store.seeks.ids_of_players(["p3", "p5"]),
        "seeks.some": lambda: store.seeks.some(["k4", "k6"]),
        "seeks.count": lambda: store.seeks.count("p3"),
        "seeks.count_open": lambda: store.seeks.count_open("a3"),
        "seeks.keep": lambda: store.seeks.keep(["p3", "p5"], now),
        "seeks.remove": lambda: store.seeks.remove("k6", "p6"),
        "seeks.remove_begun": lambda: store.seeks.remove_begun("k6"),
        "seeks.remove_open": lambda: store.seeks.remove_open("p8", now),
        "seeks.remove_stale": lambda: store.seeks.remove_stale(now - 98),
        "challenges.add": lambda: store.challenges.add(challenge),
        "challenges.get": lambda: store.challenges.get("c6", now),
        "challenges.of_players": lambda: store.challenges.of_players(["p3", "p5"], now),
        "challenges.count": lambda: store.challenges.count(now, player="p3", target="p5"),
        "challenges.decline": lambda: store.challenges.decline("c6", "p7", "later", now, now + 9),
        "challenges.remove": lambda: store.challenges.remove("c6", "p6"),
        "challenges.remove_ended": lambda: store.challenges.remove_ended(now - 98),
        "player_settings.get": lambda: store.player_settings.get("p3"),
        "player_settings.unseen": lambda: store.player_settings.unseen(["p3", "p5"]),
        "player_settings.change": lambda: store.player_settings.change("p3", {"presence": "nobody"}),
        "follows.add": lambda: store.follows.add("p3", "p5", now),
        "follows.has": lambda: store.follows.has("p3", "p5"),
        "follows.count": lambda: store.follows.count("p3"),
        "follows.of": lambda: store.follows.of("p3"),
        "follows.remove": lambda: store.follows.remove("p3", "p5"),
        "erasure.erase": lambda: store.erasure.erase("p7", now),
        "outdated.find": lambda: _look_for_outdated(store, now),
        "outdated.remove": lambda: _remove_outdated(store, now),
        "explorer.find": lambda: store.explorer.find("turkish", 7),
        "explorer.missing": lambda: store.explorer.missing(100),
        "explorer.count": lambda: store.explorer.count({"g1": WAY, "g3": WAY}),
        "solvers.get": lambda: store.solvers.get("p3"),
        "solvers.rating": lambda: store.solvers.rating("z7"),
        "solvers.replace": lambda: _replace_solver(store),
        "tournaments.list": lambda: store.tournaments.list(50),
        "tournaments.ids": lambda: store.tournaments.ids("t5", 25),
        "tournaments.add": lambda: store.tournaments.add("new", [CLUB], row_of(Tournament(CLUB), 1.0)),
        "tournaments.append": lambda: _close_tournament(store),
        "tournaments.version": lambda: store.tournaments.version("new"),
        "tournaments.read": lambda: store.tournaments.read("new", 1),
        "tournaments.delete": lambda: store.tournaments.delete("new"),
        "announced.announce": lambda: store.announced.announce("swiss", [CLUB], row_of(Tournament(CLUB), 1.0), PLAN, 5),
        "announced.remove": lambda: store.announced.remove("gone", act),
        "announced.plan": lambda: store.announced.plan("swiss"),
        "announced.get": lambda: store.announced.get("swiss"),
        "announced.open": lambda: store.announced.open(),
        "announced.over_after": lambda: store.announced.over_after(Bookmark(now - 50, "swiss"), 41),
        "announced.running": lambda: store.announced.running(now),
        "announced.versions": lambda: store.announced.versions(["swiss", "other"]),
        "announced.last_round": lambda: store.announced.last_round("swiss"),
        "announced.members": lambda: store.announced.members("swiss"),
        "announced.entrants": lambda: store.announced.entrants("swiss", [1, 2]),
        "announced.waiting": lambda: store.announced.waiting("swiss"),
        "announced.membership": lambda: store.announced.membership("swiss", "p3"),
        "announced.open_boards": lambda: store.announced.open_boards("swiss", now),
        "announced.boards": lambda: store.announced.boards("swiss", [1, 2]),
        "announced.on_show": lambda: store.announced.on_show("swiss", 0, 48, now),
        "announced.of_owner": lambda: store.announced.of_owner("p3"),
        "announced.of_game": lambda: store.announced.of_game("g7"),
        "announced.calls": lambda: store.announced.calls("swiss", 1),
        "announced.call_of": lambda: store.announced.call_of("p3"),
        "announced.joined": lambda: store.announced.joined("p3"),
        "announced.of_player": lambda: store.announced.of_player("p3"),
        "announced.join": lambda: store.announced.join("swiss", "p3", now),
        "announced.hold": lambda: store.announced.hold("swiss", held=True),
        "announced.missing": lambda: store.announced.missing("g7"),
        "announced.came": lambda: store.announced.came("g7", ["white"]),
        "announced.append": lambda: _begin_tournament_game(store, opened),
        "announced.leave": lambda: store.announced.leave("swiss", "p3", now),
        "tournament_acts.of": lambda: store.tournament_acts.of("swiss"),
        "tournament_acts.last": lambda: store.tournament_acts.last("swiss"),
        "shared_studies.access": lambda: _keep_study(store),
        "shared_studies.owned": lambda: store.shared_studies.owned("p3"),
        "shared_studies.shared": lambda: store.shared_studies.shared("p5"),
        "shared_studies.used": lambda: store.shared_studies.used("p3"),
        "shared_studies.show_to": lambda: store.shared_studies.show_to("s3", "link"),
        "shared_studies.join": lambda: store.shared_studies.join("s3", "p5", now),
        "shared_studies.members": lambda: store.shared_studies.members("s3"),
        "shared_studies.leave": lambda: store.shared_studies.leave("s3", "p5"),
        "studies.ids": lambda: store.studies.ids("s1", 25),
        "studies.read": lambda: store.studies.read("s3"),
        "studies.texts": lambda: store.studies.texts("s3", ["1", "2"]),
        "studies.add": lambda: store.studies.add("home", STUDY, {"1": "*"}, now),
        "studies.change": lambda: store.studies.change("home", 1, STUDY, {"1": None}, now),
        "studies.delete": lambda: store.studies.delete("home"),
        "mistakes.change": lambda: store.mistakes.change("p3", lambda _: "{}"),
        "mistakes.get": lambda: store.mistakes.get("p3"),
        "played.summaries": lambda: store.played.summaries("p3", 100),
        "played.dated": lambda: store.played.dated("p3", "turkish", 100),
        "broadcasts.create": lambda: store.broadcasts.create("b3", "p3", "Open", now, 20),
        "broadcasts.add_board": lambda: _add_boards(store, opened),
        "broadcasts.get": lambda: store.broadcasts.get("b3"),
        "broadcasts.list": lambda: store.broadcasts.list(50),
        "broadcasts.set_tournament": lambda: store.broadcasts.set_tournament("b3", "swiss"),
        "broadcasts.of_tournament": lambda: store.broadcasts.of_tournament("swiss", 20),
        "broadcasts.of_player": lambda: store.broadcasts.of_player("p3"),
        "broadcasts.boards": lambda: store.broadcasts.boards("b3"),
        "broadcasts.board": lambda: store.broadcasts.board(BOARD),
        "broadcasts.games_of": lambda: store.broadcasts.games_of("p3"),
        "broadcasts.of_game": lambda: store.broadcasts.of_game("e1"),
        "broadcasts.replace": lambda: store.broadcasts.replace(BOARD, "e1", "e3", [opened]),
        "broadcasts.set_key": lambda: store.broadcasts.set_key(BOARD, "hash"),
        "broadcasts.with_key": lambda: store.broadcasts.with_key("hash"),
        "broadcasts.permits": lambda: store.broadcasts.permits("hash", "e3"),
        "broadcasts.remove_board": lambda: store.broadcasts.remove_board(BOARD),
        "broadcasts.delete": lambda: store.broadcasts.delete("b3", act),
        "played.of": lambda: store.played.of("p3", 100),
        "seats.running": lambda: store.seats.running("p3"),
        "ratings.uncounted": lambda: store.ratings.uncounted(),
        "ratings.count": lambda: store.ratings.count(),
        "ratings.of_players": lambda: store.ratings.of_players(["p2", "p4"]),
        "ratings.of_game": lambda: store.ratings.of_game("g7"),
        "ratings.at": lambda: store.ratings.at(RatingKey("p2", "turkish", "blitz"), now),
        "ratings.games_before": lambda: store.ratings.games_before(RatingKey("p2", "turkish", "blitz"), 50),
        "ratings.history": lambda: store.ratings.history("p2", "turkish", "blitz", 100),
        "ratings.best": lambda: store.ratings.best("turkish", "blitz", now, 75.0, 50),
        "leases.take": lambda: store.leases.take("work", "me", now, now + 1),
        "games.ended_at": lambda: store.games.ended_at("g7"),
        "games.delete": lambda: store.games.delete("g1", WAY),
    }


async def _replace_solver(store: Store) -> None:
    former = (1500.0, 90.0, 0.09)
    rating = (1510.0, 88.0, 0.09)
    await store.solvers.replace("p3", None, "{}", PuzzleChange("z7", None, former))
    await store.solvers.replace("p3", "{}", "[]", PuzzleChange("z7", former, rating))


async def _keep_study(store: Store) -> None:
    await store.shared_studies.of("p3").add("s3", STUDY, {"1": "*"}, 1.0)
    await store.shared_studies.of("p5").change("s3", 1, STUDY, {"1": "1. d3-d4 *"}, 2.0)
    assert await store.shared_studies.access("s3", "p5")


BOARD = BoardPlace("b3", 1, 1)


async def _add_boards(store: Store, opened: Opened) -> None:
    for number in (1, 2):
        await store.broadcasts.add_board(BoardPlace("b3", 1, number), f"e{number}", [opened], 100)


async def _append(store: Store, opened: Opened) -> None:
    await store.log.append("mine", 0, [opened])
    await store.log.append("mine", 1, [Moved(at=opened.at, ply=1, path=["d3", "d4"], id="m")])


async def _close_tournament(store: Store) -> None:
    club = Tournament.fold([CLUB, Closed(at=2.0)])
    await store.tournaments.append("new", 1, [Closed(at=2.0)], row_of(club, 2.0))


async def _begin_tournament_game(store: Store, opened: Opened) -> None:
    begun = NewBoardGame(1, 1, "board", [opened], {"white": "p3", "black": "p5"})
    parts = Parts([begun], [], [(1, 1)], {"p3": 1}, rounds_left=1, entrants_left=1, held=False, over=True)
    await store.announced.append("swiss", 1, [Closed(at=2.0)], row_of(Tournament(CLUB), 2.0) | {"version": 2}, parts)


KINDS = (ABANDONED, GUESTS, INVITATIONS, SESSIONS_ENDED, UNBEGUN)


async def _look_for_outdated(store: Store, now: float) -> None:
    for kind in KINDS:
        await store.outdated.find(kind, now - 50, None)
        await store.outdated.find(kind, now - 50, (now - 80, "x"))


async def _remove_outdated(store: Store, now: float) -> None:
    for kind in KINDS:
        await store.outdated.remove(kind, now - 50, ["x", "y"])


def methods(store: Store) -> Iterator[str]:
    """The methods of the store's parts that use the database, as `part.method`."""
    for name, part in vars(store).items():
        if not name.startswith("_") and hasattr(part, "_database") and name not in SMALL:
            yield from (f"{name}.{method}" for method, _ in inspect.getmembers(part, inspect.iscoroutinefunction))


async def test_every_method_is_known_here(store: Store) -> None:
    known = {*calls(store, Many(0, 0, 0, 0.0)), *SELDOM}
    found = {method for method in methods(store) if not method.rpartition(".")[2].startswith("_")}
    assert found - known == set()


def test_every_row_that_goes_with_another_is_found_by_an_index() -> None:
    for table in METADATA.tables.values():
        keys = [[column.name for column in index.columns] for index in table.indexes]
        keys.append([column.name for column in table.primary_key.columns])
        for constraint in table.constraints:
            if isinstance(constraint, ForeignKeyConstraint):
                column = constraint.column_keys[0]
                assert any(key[0] == column for key in keys), f"{table.name}.{column}"


async def test_every_statement_uses_an_index(store: Store) -> None:
    many = await fill(store, 20_000, time.time())
    assert await whole_tables(store, many, by_choice=False) == {}


async def test_a_move_is_stored_and_read_by_the_index_among_some_thousands(store: Store) -> None:
    """PostgreSQL may choose its plan here; if the statement named no ids, it would read all events."""
    many = await fill(store, 4_000, time.time())
    with statements(store) as sent:
        await _append(store, Opened(at=many.now, settings=Settings(), white=Seat("person"), black=Seat("person")))
        await store.log.read_many({"g3": 1, "g5": 1})
    assert [await explain(store, statement, values, by_choice=True) for statement, values in sent] == [[]] * len(sent)


async def test_plans_made_for_empty_tables_are_those_of_large_ones(postgres: Postgres) -> None:
    """PostgreSQL keeps the plans that it has made while the first games were played."""
    async with Store(await postgres.new_database()) as store:
        await store.log.append(
            "mine", 0, [Opened(at=1.0, settings=Settings(), white=Seat("person"), black=Seat("person"))]
        )
        with statements(store) as sent:
            await store.log.append("mine", 1, [Moved(at=1.0, ply=1, path=["d3", "d4"], id="m")])
            await store.log.read_many({"mine": 1})
            await store.log.read("mine")
        for statement, values in list(sent):
            [[plan]] = await store._database.fetch(f"EXPLAIN (FORMAT JSON) {statement}", *values)
            assert list(wide(msgspec.json.decode(plan))) == []


@pytest.mark.nightly
async def test_every_statement_uses_an_index_among_a_million_games(store: Store) -> None:
    """PostgreSQL may choose its plans here."""
    many = await fill(store, 1_000_000, time.time())
    assert await whole_tables(store, many, by_choice=True) == {}


async def whole_tables(store: Store, many: Many, *, by_choice: bool) -> dict[str, list[str]]:
    """The methods that read a whole table or index, with their plans. If `by_choice` is false, PostgreSQL is told to
    avoid this, as it would in larger tables."""
    found: dict[str, list[str]] = {}
    for method, call in calls(store, many).items():
        with statements(store) as sent:
            await call()
        assert sent, method
        for statement, values in sent:
            plan = await explain(store, statement, values, by_choice)
            if by_choice:  # For few rows, reading all of them is the faster plan.
                plan = [each for each in plan if not each.startswith(FEW)]
            if any(plan):
                found.setdefault(method, []).extend(plan)
    return found


@contextmanager
def statements(store: Store) -> Iterator[list[tuple[str, Any]]]:
    """Collects the statements that the store sends, with the values of the first row."""
    sent: list[tuple[str, Any]] = []
    engines = [store._database._engine.sync_engine, store._database._single.sync_engine]

    def note(_c: object, _cursor: object, statement: str, values: Any, _context: object, many: bool) -> None:
        sent.append((statement, values[0] if many else values))

    async def fetch(direct: Direct, statement: str, *values: object) -> Sequence[Any]:
        sent.append((statement, values))
        return await fetched(direct, statement, *values)

    for engine in {id(engine): engine for engine in engines}.values():
        event.listen(engine, "before_cursor_execute", note)
    fetched = Direct.fetch
    Direct.fetch = fetch  # type: ignore[method-assign]
    try:
        yield sent
    finally:
        Direct.fetch = fetched  # type: ignore[method-assign]
        for engine in {id(engine): engine for engine in engines}.values():
            event.remove(engine, "before_cursor_execute", note)


async def explain(store: Store, statement: str, values: Any, by_choice: bool) -> list[str]:
    """The parts of a statement's plan that read large tables as a whole."""
    async with store._database.writing() as connection:
        if store._database.dialect == "sqlite":
            return await explain_sqlite(connection, statement, values)
        if not by_choice:
            for avoided in ("enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"):
                await connection.exec_driver_sql(f"SET LOCAL {avoided} = off")
        return await explain_postgresql(connection, statement, values)


async def explain_sqlite(connection: AsyncConnection, statement: str, values: Any) -> list[str]:
    rows = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)).fetchall()
    return [row[3] for row in rows if row[3].startswith("SCAN") and row[3].split()[1] in LARGE]


async def explain_postgresql(connection: AsyncConnection, statement: str, values: Any) -> list[str]:
    plan = (await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values)).scalar_one()
    return list(wide(plan if isinstance(plan, list) else msgspec.json.decode(plan)))


def wide(plan: Any) -> Iterator[str]:
    """The nodes of a plan that read a large table, or an index of one, without a condition."""
    if isinstance(plan, list):
        for each in plan:
            yield from wide(each.get("Plan", each))
        return
    kind = plan["Node Type"]
    if (
        plan.get("Relation Name") in LARGE
        and "Scan" in kind
        and kind != "Bitmap Heap Scan"
        and not plan.get("Index Cond")
    ):
        yield f"{kind} of {plan['Relation Name']}: {plan.get('Filter', '')}"
    if kind == "Bitmap Index Scan" and not plan.get("Index Cond"):
        yield f"{kind} of {plan['Index Name']}"
    yield from wide(plan.get("Plans", []))
