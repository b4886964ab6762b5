"""The commands of operators, on the database of a server."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from damaci.online.secret import hashed
from damaci.play.events import Seat, Settings
from damaci.play.table import Table
from damaci.store import Store
from damaci.store.announced import TournamentPlan
from damaci.store.audit import Act
from damaci.store.bans import Ban
from damaci.store.players import Player, Token
from damaci.store.reports import PlayerReport
from damaci.stored.tournaments import row_of
from damaci.tournament import Settings as Agreed
from damaci.tournament import Tournament
from tests.cli.console import Cli, complaint
from tests.online.fair_play.games import fill
from tests.online.mail.smtp import listening

T = TypeVar("T")
ADA = Player("ada1", "Ada", 1.0, "ada", "hash")
ALI = Player("ali1", "Guest 1234", 2.0)
TWIN = Player("ali2", "Guest 1234", 3.0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAMACI_DATABASE", str(tmp_path))

    async def fill(store: Store) -> None:
        for player in (ADA, ALI, TWIN):
            await store.players.add(player)
        opened = Table.open(Settings(), Seat("person"), Seat("person"), at=1.0)
        await store.pairings.begin("g", opened, {"white": "ada1", "black": "ali1"})

    kept(tmp_path, fill)
    return tmp_path


def kept(folder: Path, act: Callable[[Store], Awaitable[T]]) -> T:
    async def run() -> T:
        async with Store(folder) as store:
            return await act(store)

    return asyncio.run(run())


def test_players_are_found_by_id_and_by_parts_of_names(cli: Cli, folder: Path) -> None:
    assert [each["id"] for each in cli("admin", "players", "--json").json["players"]] == ["ada1", "ali2", "ali1"]
    assert [each["id"] for each in cli("admin", "players", "guest", "--json").json["players"]] == ["ali2", "ali1"]
    assert [each["id"] for each in cli("admin", "players", "ali1", "--json").json["players"]] == ["ali1"]
    [ada] = cli("admin", "players", "АDА", "--json").json["players"]  # looks like ADA, with a Cyrillic A and D
    assert (ada["account"], ada["games"], ada["closed"], ada["ban"]) == (True, 1, None, None)
    assert "Ada" in cli("admin", "players", "ada").out
    nobody = cli("admin", "players", "zzz")
    assert (nobody.status, nobody.out) == (0, "")


def test_a_player_is_renamed_in_the_games_too(cli: Cli, folder: Path) -> None:
    assert cli("admin", "rename", "ali1", "Deniz", "--why", "asked", "--json").json == {"id": "ali1", "name": "Deniz"}
    summary = kept(folder, lambda store: store.games.get("g"))
    assert summary
    assert (summary.white.name, summary.black.name) == ("Ada", "Deniz")
    opened = kept(folder, lambda store: store.log.read("g"))[0]
    assert opened.black.name == "Deniz"  # type: ignore[union-attr]
    assert "belongs to an account" in complaint(cli("admin", "rename", "ali1", "AdA"))
    assert "reserved" in complaint(cli("admin", "rename", "ali1", "Administrator"))
    cli("admin", "rename", "Ada", "Ada L.")
    assert kept(folder, lambda store: store.players.with_account("adal"))


def test_who_is_meant_has_to_be_clear(cli: Cli, folder: Path) -> None:
    assert "ali1" in complaint(cli("admin", "ban", "Guest 1234"))
    assert "no player 'nobody'" in complaint(cli("admin", "ban", "nobody"))


def test_a_name_is_found_among_many_that_contain_it(cli: Cli, folder: Path) -> None:
    async def fill(store: Store) -> None:
        for number in range(60):
            account = f"guest1234x{number}"
            await store.players.add(Player(f"other{number}", f"Guest 1234 x{number}", 9.0, account, "hash"))

    kept(folder, fill)
    refused = complaint(cli("admin", "ban", "Guest 1234"))
    assert "2 players" in refused
    assert "ali1" in refused
    assert "ali2" in refused


def test_bans_of_players_and_networks(cli: Cli, folder: Path) -> None:
    ban = cli("admin", "ban", "Ada", "--for", "7d", "--say", "Be polite.", "--why", "report r1", "--json").json
    assert (ban["kind"], ban["subject"], ban["reason"]) == ("player", "ada1", "Be polite.")
    assert ban["until"] - ban["created"] == 7 * 86400
    assert cli("admin", "ban", "192.0.2.0/24").out == "network 192.0.2.0/24 is banned for ever\n"
    assert [each["subject"] for each in cli("admin", "bans", "--json").json["bans"]] == ["192.0.2.0/24", "ada1"]
    assert "player Ada (ada1) is banned" in cli("admin", "bans").out
    assert "everybody" in complaint(cli("admin", "ban", "0.0.0.0/0"))
    assert "everybody" in complaint(cli("admin", "ban", "::/0"))
    assert cli("admin", "players", "ada", "--json").json["players"][0]["ban"]["subject"] == "ada1"
    assert cli("admin", "unban", "192.0.2.0/24").status == 0
    assert cli("admin", "unban", "ada1").status == 0
    assert "not banned" in complaint(cli("admin", "unban", "ada1"))
    assert cli("admin", "bans").out == ""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("198.51.100.7/24", "198.51.100.0/24"),
        ("198.51.100.7/32", "198.51.100.7"),
        ("2001:DB8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
    ],
)
def test_a_network_is_the_same_however_it_is_typed(cli: Cli, folder: Path, typed: str, meant: str) -> None:
    assert cli("admin", "ban", typed, "--json").json["subject"] == meant
    assert len(cli("admin", "audit", "--on", typed, "--json").json["acts"]) == 1
    assert cli("admin", "unban", meant, "--json").json["subject"] == meant
    assert "not banned" in complaint(cli("admin", "unban", typed))


def test_a_ban_that_was_stored_as_it_was_typed_is_lifted(cli: Cli, folder: Path) -> None:
    act = Act(at=5.0, who="root", what="ban", on="198.51.100.7/24", detail="", why="")
    kept(folder, lambda store: store.bans.put(Ban("network", act.on, "", 5.0), act))
    assert cli("admin", "unban", "198.51.100.0/24").status == 0
    assert cli("admin", "bans").out == ""


def test_what_is_no_network_is_not_taken_for_a_player(cli: Cli, folder: Path) -> None:
    assert "neither an address nor a network" in complaint(cli("admin", "ban", "10.0.0.0/33"))


@pytest.mark.parametrize("given", ["0d", "7", "d", "1y", "-1d", "9999999d", "999999w", "5300w"])
def test_durations_that_are_none(cli: Cli, folder: Path, given: str) -> None:
    assert "--for" in complaint(cli("admin", "ban", "Ada", f"--for={given}"))


def test_a_closed_account_is_signed_out_until_it_is_reopened(cli: Cli, folder: Path) -> None:
    async def sign_in(store: Store) -> bool:
        return await store.players.open_session(ADA, "s", 5.0) and await store.players.add_token(
            ADA, Token("t", "bot", 5.0), "h"
        )

    assert kept(folder, sign_in)
    assert cli("admin", "close", "Ada").status == 0
    assert kept(folder, lambda store: store.players.standing(["s", "h"], since=0.0)) == set()
    assert not kept(folder, sign_in)
    assert "already" in complaint(cli("admin", "close", "Ada"))
    assert "reopen" in complaint(cli("admin", "link", "Ada"))
    assert "guest" in complaint(cli("admin", "close", "ali1"))
    assert cli("admin", "reopen", "Ada").status == 0
    assert kept(folder, sign_in)
    assert "not closed" in complaint(cli("admin", "reopen", "Ada"))


def test_a_link_is_shown_and_only_its_hash_is_stored(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMACI_PUBLIC_URL", "https://dama.example")
    url = cli("admin", "link", "Ada", "--json").json["url"]
    assert url.startswith("https://dama.example/sign-in#")
    secret = url.partition("#")[2]
    assert len(secret) >= 40
    assert all(secret not in file.read_bytes().decode("latin-1") for file in folder.iterdir())


def test_a_new_link_ends_the_earlier_ones(cli: Cli, folder: Path) -> None:
    first, guests, second = (
        hashed(cli("admin", "link", who, "--json").json["url"].partition("#")[2]) for who in ("Ada", "ali1", "Ada")
    )
    now = time.time()
    assert kept(folder, lambda store: store.sign_in_links.player(first, now)) is None
    assert kept(folder, lambda store: store.sign_in_links.player(guests, now)) == "ali1"
    assert kept(folder, lambda store: store.sign_in_links.player(second, now)) == "ada1"


def test_announcements_and_maintenance(cli: Cli, folder: Path) -> None:
    assert cli("admin", "announce", "Tournament at eight", "--for", "2h").out.startswith("announced until 20")
    assert cli("admin", "announce", "--end", "--json").json == {"announcement": None}
    assert "nothing" in complaint(cli("admin", "announce", "--end"))
    assert "give a text" in complaint(cli("admin", "announce"))
    assert "give a text" in complaint(cli("admin", "announce", "x", "--end"))
    assert "500" in complaint(cli("admin", "announce", "x" * 501))
    assert cli("admin", "maintenance", "on", "--json").json["maintenance"]["kind"] == "maintenance"
    assert cli("admin", "maintenance", "off").status == 0
    assert "not being maintained" in complaint(cli("admin", "maintenance", "off"))


def test_reports_are_listed_and_closed(cli: Cli, folder: Path) -> None:
    report = PlayerReport(
        id="r1", created=5.0, about="ali1", by="ada1", reason="stalling", text="for ten minutes", game="g"
    )
    kept(folder, lambda store: store.reports.add(report))
    [listed] = cli("admin", "reports", "--json").json["reports"]
    assert (listed["about_name"], listed["by_name"], listed["phrases"]) == ("Guest 1234", "Ada", [])
    assert "for ten minutes" in cli("admin", "report", "r1").out
    assert "what was decided" in complaint(cli("admin", "close-report", "r1", " "))
    assert cli("admin", "close-report", "r1", "warned").status == 0
    assert cli("admin", "reports").out == ""
    assert "(warned)" in cli("admin", "reports", "--state", "closed").out
    assert cli("admin", "reports", "--state", "closed", "--json").json["reports"][0]["verdict"] == "warned"
    assert "closed already" in complaint(cli("admin", "close-report", "r1", "again"))
    assert cli("admin", "reopen-report", "r1").status == 0
    assert len(cli("admin", "reports", "--json").json["reports"]) == 1
    assert "no report" in complaint(cli("admin", "report", "r2"))


@pytest.mark.parametrize("kind", ["study", "broadcast", "tournament"])
def test_a_report_of_something_written_has_its_words(cli: Cli, folder: Path, kind: str) -> None:
    report = PlayerReport(id="r1", created=5.0, about="ali1", by="ada1", reason="text", words="Bad\nwords")
    reported = msgspec.structs.replace(report, **{kind: "s1"})
    kept(folder, lambda store: store.reports.add(reported))
    shown = cli("admin", "report", "r1").out
    assert f"{kind}: s1" in shown
    assert "words: Bad words" in shown
    assert "lobby" not in shown


def test_an_announcement_has_its_reason_in_the_audit_log(cli: Cli, folder: Path) -> None:
    assert cli("admin", "announce", "Back soon", "--why", "an update").status == 0
    assert cli("admin", "announce", "--end", "--why", "done").status == 0
    acts = cli("admin", "audit", "--json").json["acts"]
    assert [(act["what"], act["why"]) for act in acts] == [("unannounce", "done"), ("announce", "an update")]


def test_a_broadcast_is_removed_by_its_id_or_address(cli: Cli, folder: Path) -> None:
    kept(folder, lambda store: store.broadcasts.create("b1", "ada1", "Bad words", 5.0, 20))
    removed = cli("admin", "remove-broadcast", "https://dama.example/broadcasts/b1?round=2", "--json").json
    assert removed == {"id": "b1", "name": "Bad words"}
    assert "no broadcast 'b1'" in complaint(cli("admin", "remove-broadcast", "b1"))
    [act] = cli("admin", "audit", "--json").json["acts"]
    assert (act["what"], act["on"], act["detail"]) == ("remove-broadcast", "b1", "Bad words")


def test_a_tournament_is_removed_by_its_id_or_address(cli: Cli, folder: Path) -> None:
    cup = Tournament.open(Agreed("Bad words"), 1.0)
    row = row_of(Tournament(cup), 1.0)
    plan = TournamentPlan("ada1", 5.0, 0.0, 0.0, rated=False)
    kept(folder, lambda store: store.announced.announce("t1", [cup], row, plan, 5))
    removed = cli("admin", "remove-tournament", "https://dama.example/tournaments/t1?view=log", "--json").json
    assert removed == {"id": "t1", "name": "Bad words"}
    assert "no tournament 't1'" in complaint(cli("admin", "remove-tournament", "t1"))
    [act] = cli("admin", "audit", "--json").json["acts"]
    assert (act["what"], act["on"], act["detail"]) == ("remove-tournament", "t1", "Bad words")


def test_every_act_is_in_the_audit_log(cli: Cli, folder: Path) -> None:
    cli("admin", "ban", "Ada", "--why", "report r1")
    cli("admin", "unban", "Ada", "--why", "an error")
    cli("admin", "rename", "ali1", "Deniz", "--why", "asked")
    newest, *_, oldest = cli("admin", "audit", "--json").json["acts"]
    assert (newest["what"], newest["on"], newest["detail"], newest["why"]) == (
        "rename",
        "ali1",
        "Guest 1234 -> Deniz",
        "asked",
    )
    assert (oldest["what"], oldest["on"], oldest["why"]) == ("ban", "ada1", "report r1")
    assert "@" in oldest["who"]
    assert len(cli("admin", "audit", "--on", "ada1", "--json").json["acts"]) == 2
    assert len(cli("admin", "audit", "--on", "Ada", "--json").json["acts"]) == 2
    assert "on 'nobody'" in cli("admin", "audit", "--on", "nobody").err
    assert len(cli("admin", "audit", "--limit", "1").out.splitlines()) == 1


def test_what_the_audit_log_says_of_a_player_goes_with_the_player(cli: Cli, folder: Path) -> None:
    cli("admin", "rename", "ali1", "Deniz", "--why", "asked by Deniz")
    cli("admin", "ban", "ali1")
    report = PlayerReport(id="r1", created=5.0, about="ali1", by="ada1", reason="name", text="", game="")
    kept(folder, lambda store: store.reports.add(report))
    cli("admin", "close-report", "r1", "Deniz warned")
    kept(folder, lambda store: store.erasure.erase("ali1", 9.0))
    assert "Deniz" not in cli("admin", "audit", "--json").out
    assert cli("admin", "bans", "--json").json == {"bans": []}


def test_without_a_server_s_database_nothing_is_made(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMACI_DATABASE", str(tmp_path / "none"))
    assert "no server has kept games here" in complaint(cli("admin", "players"))
    assert not (tmp_path / "none").exists()


def test_a_database_of_another_version_is_left_alone(cli: Cli, folder: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(folder / "damaci.db")
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
    connection.close()
    assert "schema is 0003" in complaint(cli("admin", "players"))


def test_settings_come_from_a_file_too(cli: Cli, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "damaci.toml").write_text('public_url = "https://dama.example"\n')
    assert "https://dama.example/" in cli("admin", "--config", str(tmp_path / "damaci.toml"), "link", "Ada").out
    (tmp_path / "damaci.toml").write_text("public = 1\n")
    assert "no setting 'public'" in complaint(cli("admin", "--config", str(tmp_path / "damaci.toml"), "players"))


def test_what_nobody_needs_is_counted_then_removed(cli: Cli, folder: Path) -> None:
    counted = cli("admin", "tidy", "--dry-run", "--json").json
    assert counted == {"dry_run": True, "sessions": 0, "unbegun": 1, "abandoned": 0, "invitations": 0, "guests": 1}
    assert "1  games without a move" in cli("admin", "tidy", "--dry-run").out
    # With the game removed, its guest has no game left, and is removed too.
    removed = {"dry_run": False, "sessions": 0, "unbegun": 1, "abandoned": 0, "invitations": 0, "guests": 2}
    assert cli("admin", "tidy", "--json").json == removed
    assert kept(folder, lambda store: store.games.get("g")) is None
    assert cli("admin", "tidy", "--json").json == dict.fromkeys(removed, 0)


def test_fair_play_is_compared_where_it_is_asked_for(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damaci.analysis.agreement.NODES", 300)
    assert cli("admin", "fair-play", "Ada", "--json").json == {"ratings": []}
    assert "nothing to compare" in cli("admin", "fair-play", "Ada").out
    other = folder / "rated"
    monkeypatch.setenv("DAMACI_DATABASE", str(other))
    kept(other, lambda store: fill(store, 2))
    assert "not compared yet" in cli("admin", "fair-play", "Ada", "--show").out
    [found] = cli("admin", "fair-play", "Ada", "--why", "r1", "--json").json["ratings"]
    assert (found["asked"], found["measured"]["comparison"]["games"]) == (None, 2)
    shown = cli("admin", "fair-play", "Ada", "--show").out
    assert f"{found['measured']['comparison']['agreement']['value']} % (95 %: " in shown
    assert "too few" in shown
    assert [act["why"] for act in cli("admin", "audit", "--on", "a", "--json").json["acts"]] == ["r1"]
    assert "no such rated games" in complaint(cli("admin", "fair-play", "Ada", "--speed", "bullet"))
    assert "no player" in complaint(cli("admin", "fair-play", "Nobody"))


def test_a_trial_message_is_sent(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as smtp:
        chosen = {"HOST": "127.0.0.1", "PORT": str(smtp.port), "TLS": "off", "FROM": "dama@dama.example"}
        for name, value in chosen.items():
            monkeypatch.setenv(f"DAMACI_MAIL_{name}", value)
        monkeypatch.setenv("DAMACI_PUBLIC_URL", "https://dama.example")
        assert "127.0.0.1 has taken the message" in cli("admin", "try-mail", "ada@example.org").out
        to, mail = smtp.next()
        assert (to, "https://dama.example" in mail.get_content()) == ("ada@example.org", True)
        assert cli("admin", "try-mail", "ada@example.org", "--json").json["server"] == "127.0.0.1"
        assert "expected an address" in complaint(cli("admin", "try-mail", "ada"))
        smtp.answers["rcpt"] = [b"550 no such user"]
        assert "550 no such user" in complaint(cli("admin", "try-mail", "ada@example.org"))
        monkeypatch.setenv("DAMACI_MAIL_USER", "dama")
        monkeypatch.setenv("DAMACI_MAIL_PASSWORD", "very secret")
        smtp.answers["auth"] = [b"535 wrong"]
        said = complaint(cli("admin", "try-mail", "ada@example.org"))
        assert "535 wrong" in said
        assert "very secret" not in said
    assert "Connection refused" in complaint(cli("admin", "try-mail", "ada@example.org"))
    monkeypatch.delenv("DAMACI_MAIL_HOST")
    assert "mail_host" in complaint(cli("admin", "try-mail", "ada@example.org"))


def test_nobody_signs_in_as_a_computer_of_the_server(cli: Cli, folder: Path) -> None:
    kept(folder, lambda store: store.players.add(Player("bot1", "Defne", 4.0, "defne", computer="club")))
    assert "computer" in complaint(cli("admin", "link", "Defne"))
