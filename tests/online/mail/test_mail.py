"""Notices by mail on a server: an address is confirmed, mails arrive, and one click ends them."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from damaci.online.costs import MAILS
from damaci.online.limits import Limit, Quota
from damaci.online.mail import api, mailing, post_office
from damaci.online.names import fold
from tests.online.conftest import Server, Someone, eventually, running
from tests.online.mail.smtp import MailServer, listening
from tests.online.test_daily import account, move
from tests.online.test_orders import operating


@pytest.fixture(scope="module")
def smtp() -> Iterator[MailServer]:
    with listening() as server:
        yield server


@pytest.fixture
def smtp_away() -> MailServer:
    """A mail server that has been stopped."""
    with listening() as server:
        pass
    return server


@pytest.fixture(scope="module")
def mailing_server(smtp: MailServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(post_office, "LOOK_SECONDS", 0.05)
        patch.setattr(post_office, "GATHER_SECONDS", 0.0)
        patch.setattr(mailing, "GATHER_SECONDS", 0.0)
        patch.setattr(api, "MAILS", Quota(MAILS.player, Limit("everybody's", 100, 1000)))
        with with_mail(tmp_path_factory.mktemp("mailing"), smtp) as server:
            yield server


def with_mail(folder: Path, smtp: MailServer, **more: Any) -> Any:
    settings = {"mail_host": "127.0.0.1", "mail_port": smtp.port, "mail_tls": "off", "mail_from": "dama@dama.example"}
    return running(folder, accounts="open", public_url="http://127.0.0.1:3264", **settings, **more)


def link(mail: EmailMessage, what: str) -> str:
    found = re.search(rf"http://127\.0\.0\.1:3264(/mail/{what}/\S+)", mail.get_content())
    assert found, mail.get_content()
    return found[1]


def unsigned(server: Server, path: str, body: str = "") -> Any:
    """Sends a request without cookie or token, as a mail program does."""
    headers = {"content-type": "application/x-www-form-urlencoded"}
    return server.client.request("POST", path, content=body, headers=headers)


def reader(server: Server, smtp: MailServer, name: str, language: str = "en") -> Someone:
    """A player who receives notices by mail."""
    someone = account(server, name)
    address = f"{name.replace(' ', '.').lower()}@example.org"
    someone.do("PUT", f"/api/v1/mail?lang={language}", {"address": address})
    to, mail = smtp.next()
    assert to == address
    assert unsigned(server, link(mail, "confirm")).status_code == 200
    return someone


def own(someone: Someone) -> Any:
    return someone.do("GET", "/api/v1/mail")


def daily(server: Server, white: Someone, black: Someone) -> str:
    game: str = white.do("POST", "/api/v1/games", {"color": "white", "days": 3})["id"]
    black.do("POST", f"/api/v1/games/{game}/join")
    return game


def test_an_address_is_confirmed_by_the_link_that_is_sent_there(mailing_server: Server, smtp: MailServer) -> None:
    ada = account(mailing_server, "Mail Ada")
    asked = ada.do("PUT", "/api/v1/mail?lang=tr", {"address": " mail.ada@example.org"})
    assert (asked["address"], asked["confirmed"]) == ("mail.ada@example.org", False)
    to, mail = smtp.next()
    assert to == mail["to"] == "mail.ada@example.org"
    assert mail["from"] == "Damacı <dama@dama.example>"
    assert mail["auto-submitted"] == "auto-generated"
    path = link(mail, "confirm")
    # Fetching the page, as programs that scan mails do, confirms nothing.
    assert "<form method" in mailing_server.client.get(path).text
    assert not own(ada)["confirmed"]
    assert unsigned(mailing_server, path).status_code == 200
    assert own(ada)["confirmed"]
    # A link can be used once.
    again = unsigned(mailing_server, path)
    assert (again.status_code, "used" in again.text) == (200, True)
    assert own(ada)["confirmed"]


def test_a_turn_and_a_challenge_arrive_in_the_readers_language(mailing_server: Server, smtp: MailServer) -> None:
    bora = reader(mailing_server, smtp, "Turn Bora", "tr")
    ada = account(mailing_server, "Turn Ada")
    game = ada.do("POST", "/api/v1/challenges", {"to": "Turn Bora", "color": "white", "days": 2})["id"]
    _, mail = smtp.next()
    assert f"http://127.0.0.1:3264/game/{game}" in mail.get_content()
    assert "Turn Ada" in mail["subject"]
    assert "challenges" not in mail["subject"]
    bora.do("POST", f"/api/v1/games/{game}/join")
    move(ada, game, 1, "d3-d4")
    _, mail = smtp.next()
    assert "Turn Ada" in mail.get_content()
    [waiting] = queue(mailing_server, "Turn Bora")
    assert waiting.kind == "hurry"


def queue(server: Server, name: str) -> Any:
    """The waiting mails of a player."""

    async def read() -> Any:
        store = server.client.app.state.services.store
        player = await store.players.with_account(fold(name))
        return await store.mail_queue.of(player.id)

    with server.client.portal() as portal:
        return portal.call(read)


def test_one_click_in_a_mail_program_ends_what_the_mail_was_about(mailing_server: Server, smtp: MailServer) -> None:
    can = reader(mailing_server, smtp, "Kind Can")
    ada = account(mailing_server, "Kind Ada")
    ada.do("POST", "/api/v1/challenges", {"to": "Kind Can"})
    _, mail = smtp.next()
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    path = urlsplit(mail["list-unsubscribe"].strip("<>")).path
    assert path.endswith("/challenge")
    assert path in mail.get_content()
    # Fetching the page ends nothing.
    assert "Somebody challenges you" in mailing_server.client.get(path).text
    all_mail, _, _ = path.rpartition("/")
    for wrong in (f"{all_mail[:-1]}/challenge", f"{all_mail}/turnip", "/mail/end/x.y/challenge"):
        unsigned(mailing_server, wrong)
    assert own(can)["challenge"]
    for _ in range(2):  # a second request does no harm
        assert unsigned(mailing_server, path, "List-Unsubscribe=One-Click").status_code == 200
    assert (own(can)["challenge"], own(can)["turn"]) == (False, True)
    account(mailing_server, "Kind Eve").do("POST", "/api/v1/challenges", {"to": "Kind Can"})
    move(ada, daily(mailing_server, ada, can), 1, "d3-d4")
    _, mail = smtp.next()
    assert "Your turn" in mail["subject"]
    assert unsigned(mailing_server, f"{all_mail}/turnip").status_code == 404


def test_a_link_in_the_mail_ends_all_mail_without_being_signed_in(mailing_server: Server, smtp: MailServer) -> None:
    cem = reader(mailing_server, smtp, "End Cem")
    ada = account(mailing_server, "End Ada")
    ada.do("POST", "/api/v1/challenges", {"to": "End Cem"})
    _, mail = smtp.next()
    path, _, _ = link(mail, "end").rpartition("/")
    assert f"{path}\n" in mail.get_content()
    assert "<form method" in mailing_server.client.get(path).text
    assert own(cem)["address"]
    for wrong in (path[:-1], "/mail/end/x", "/mail/end/x.y"):
        assert unsigned(mailing_server, wrong).status_code == 200
    assert own(cem)["address"]
    for _ in range(2):  # a second request does no harm
        assert unsigned(mailing_server, path, "List-Unsubscribe=One-Click").status_code == 200
    assert own(cem)["address"] == ""


def test_each_kind_is_switched_off_by_itself(mailing_server: Server, smtp: MailServer) -> None:
    eda = reader(mailing_server, smtp, "Off Eda")
    ada = account(mailing_server, "Off Ada")
    assert own(eda)["challenge"]
    assert not eda.do("PUT", "/api/v1/mail/notices", {"challenge": False, "hurry": False})["challenge"]
    assert own(eda)["turn"]
    ada.do("POST", "/api/v1/challenges", {"to": "Off Eda"})
    move(ada, daily(mailing_server, ada, eda), 1, "d3-d4")
    _, mail = smtp.next()
    assert "your turn" in mail.get_content()  # The challenge was earlier, but was not sent.
    assert queue(mailing_server, "Off Eda") == []


def test_nobody_is_mailed_about_a_game_that_is_open(mailing_server: Server, smtp: MailServer) -> None:
    ece = reader(mailing_server, smtp, "Open Ece")
    ada = account(mailing_server, "Open Ada")
    first = daily(mailing_server, ada, ece)
    second = daily(mailing_server, ada, ece)
    with ece.socket(f"/ws/game/{first}") as socket:
        socket.receive_json()
        move(ada, first, 1, "d3-d4")
        move(ada, second, 1, "d3-d4")
        _, mail = smtp.next()
        assert second in mail.get_content()
        assert first not in mail.get_content()


def test_the_address_is_exported_and_goes_with_the_account(mailing_server: Server, smtp: MailServer) -> None:
    filiz = reader(mailing_server, smtp, "Gone Filiz")
    exported = filiz.do("GET", "/api/v1/data")["mail"]
    assert (exported["address"], exported["confirmed"]) == ("gone.filiz@example.org", True)
    filiz.do("DELETE", "/api/v1/data", {"passphrase": "a long passphrase"})
    assert "gone.filiz" not in every_row(mailing_server)


def every_row(server: Server) -> str:
    """Everything that the database has stored of addresses and of the queue."""

    async def read() -> str:
        database = server.client.app.state.services.store._database
        async with database.reading() as connection:
            rows = await connection.exec_driver_sql("SELECT * FROM mail_addresses")
            return str([*rows])

    with server.client.portal() as portal:
        return portal.call(read)


def test_secrets_of_links_are_not_in_the_database(mailing_server: Server, smtp: MailServer) -> None:
    gul = account(mailing_server, "Hash Gul")
    gul.do("PUT", "/api/v1/mail", {"address": "hash.gul@example.org"})
    secret = link(smtp.next()[1], "confirm").rpartition("/")[2]
    assert "hash.gul@example.org" in every_row(mailing_server)
    assert secret not in every_row(mailing_server)


def test_nobody_can_be_flooded(tmp_path: Path, smtp_away: MailServer) -> None:
    """This holds for one player, and for many players who enter the same address."""
    with with_mail(tmp_path, smtp_away) as server:
        many = [account(server, f"Flood {n}") for n in "abcde"]
        answers = [each.send("PUT", "/api/v1/mail", {"address": "Victim@example.org"}).status_code for each in many]
        assert answers == [200, 200, 200, 429, 429]
        answers = [many[0].send("PUT", "/api/v1/mail", {"address": f"a{n}@example.org"}).status_code for n in range(4)]
        assert answers == [200, 200, 429, 429]
        assert [each.kind for each in queue(server, "Flood a")] == ["confirm"]


def test_a_mailbox_is_the_same_by_all_its_labels(tmp_path: Path, smtp_away: MailServer) -> None:
    """Many mail servers deliver mail for ada+label to ada."""
    with with_mail(tmp_path, smtp_away) as server:
        many = [account(server, f"Label {n}") for n in "abcd"]
        answers = [
            each.send("PUT", "/api/v1/mail", {"address": f"victim+{number}@example.org"}).status_code
            for number, each in enumerate(many)
        ]
        assert answers == [200, 200, 200, 429]


def test_who_is_banned_has_nothing_sent_and_ends_what_is_sent(tmp_path: Path, smtp_away: MailServer) -> None:
    with with_mail(tmp_path, smtp_away) as server:
        banned = account(server, "Banned Mail")
        banned.do("PUT", "/api/v1/mail", {"address": "banned@example.org"})
        operating(str(tmp_path), lambda operator: operator.ban("Banned Mail", ""))
        eventually(lambda: banned.send("GET", "/api/v1/games").status_code == 403)
        refused = banned.send("PUT", "/api/v1/mail", {"address": "victim@example.org"})
        assert refused.json()["error"] == "banned"
        assert own(banned)["address"] == "banned@example.org"
        banned.do("DELETE", "/api/v1/mail")
        assert own(banned)["address"] == ""


@pytest.mark.parametrize(
    "address",
    [
        "ada",
        "ada@",
        "@example.org",
        "ada@example",
        "a b@example.org",
        "ada@example.org\r\nBcc: eve@example.org",
        "=?utf-8?q?ada?=@example.org",
        "ada.=?utf-8?b?YQ==?=@example.org",
        "ä@b.c",
    ],
)
def test_what_is_no_address_is_refused(mailing_server: Server, address: str) -> None:
    somebody = account(mailing_server, f"Bad {abs(hash(address)) % 10**8}")
    answer = somebody.send("PUT", "/api/v1/mail", {"address": address})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-mail-address")


def test_guests_and_programs_have_no_address(mailing_server: Server) -> None:
    guest = mailing_server.someone()
    guest.do("PUT", "/api/v1/player", {"name": "Some guest"})
    assert guest.send("PUT", "/api/v1/mail", {"address": "a@example.org"}).json()["error"] == "no-account"
    ada = account(mailing_server, "Program Ada")
    token = ada.do("POST", "/api/v1/tokens", {"name": "bot"})["secret"]
    answer = mailing_server.someone().send("GET", "/api/v1/mail", authorization=f"Bearer {token}")
    assert answer.json()["error"] == "not-for-programs"


def test_without_a_mail_server_nothing_is_offered(server: Server) -> None:
    ada = account(server, "No mail Ada")
    assert not own(ada)["offered"]
    assert ada.send("PUT", "/api/v1/mail", {"address": "a@example.org"}).json()["error"] == "no-mail"
    assert 'id="mail"' not in ada.send("GET", "/account").text


def test_a_page_of_another_site_cannot_end_mails(mailing_server: Server) -> None:
    answer = mailing_server.client.request("POST", "/mail/end/x.y", headers={"origin": "https://elsewhere.example"})
    assert answer.status_code == 403


def test_mails_wait_through_a_restart_and_a_server_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, smtp_away: MailServer
) -> None:
    monkeypatch.setattr(post_office, "LOOK_SECONDS", 0.05)
    with with_mail(tmp_path, smtp_away) as server:
        ada = account(server, "Late Ada")
        ada.do("PUT", "/api/v1/mail", {"address": "late.ada@example.org"})
        assert [each.kind for each in queue(server, "Late Ada")] == ["confirm"]
        assert ada.do("GET", "/api/v1/player")["name"] == "Late Ada"
    with listening() as smtp, with_mail(tmp_path, smtp) as server:
        assert smtp.next()[0] == "late.ada@example.org"
        eventually(lambda: queue(server, "Late Ada") == [])
