"""One session with a mail server: the outcome for the mail, whatever the server does."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from damaci.online.mail import server as mail_server
from damaci.online.mail.letters import Letter, Letters
from damaci.online.mail.server import MailAway, MailServer
from tests.online.mail.certificate import certificate
from tests.online.mail.smtp import DIES, SILENT, listening
from tests.online.mail.smtp import MailServer as Fake
from tests.support import free_port

LETTERS = Letters("https://dama.example", "dama@dama.example")
MESSAGE = LETTERS.message(Letter("Subject", "Text\n.\n.dot\n", "https://dama.example/end"), "ada@example.org")


@pytest.fixture
def fake() -> Iterator[Fake]:
    with listening() as fake:
        yield fake


def server(port: int, tls: str = "off", user: str = "", host: str = "127.0.0.1") -> MailServer:
    return MailServer(host, port, tls, user, "dama@dama.example", "dama.example", "pass word")  # type: ignore[arg-type]


def test_a_mail_arrives_as_it_was_written(fake: Fake) -> None:
    session = server(fake.port).connect()
    assert session.send(MESSAGE, "ada@example.org") == "sent"
    session.close()
    to, mail = fake.next()
    assert (to, mail["to"], mail["from"]) == ("ada@example.org", "ada@example.org", "Damacı <dama@dama.example>")
    assert mail.get_content() == "Text\n.\n.dot\n"


@pytest.mark.parametrize(
    ("command", "answer", "fate", "alive"),
    [
        ("mail", b"451 busy", "later", True),
        ("mail", b"550 not you", "later", True),
        ("rcpt", b"450 greylisted, come back later", "later", True),
        ("rcpt", b"550 no such user", "refused", True),
        ("rcpt", b"550 5.1.1 no such user", "refused", True),
        ("rcpt", b"554 5.7.1 relay access denied", "dropped", True),
        ("rcpt", b"421 closing", "later", False),
        ("rcpt", DIES, "later", False),
        ("data", b"452 no room", "later", True),
        ("data", b"554 no", "dropped", True),
        ("end", b"451 try again", "later", True),
        ("end", b"552 too large", "dropped", True),
        ("end", DIES, "lost", False),
    ],
)
def test_what_becomes_of_a_mail(fake: Fake, command: str, answer: bytes, fate: str, alive: bool) -> None:
    fake.answers[command] = [answer]
    session = server(fake.port).connect()
    assert (session.send(MESSAGE, "ada@example.org"), session.alive) == (fate, alive)
    if alive:
        assert session.send(MESSAGE, "bora@example.org") == "sent"
        assert fake.next()[0] == "bora@example.org"
    session.close()


def test_the_operator_is_told_of_a_refused_sender_and_never_of_an_address(
    fake: Fake, caplog: pytest.LogCaptureFixture
) -> None:
    fake.answers = {"mail": [b"550 relaying denied"], "rcpt": [b"550 no ada@example.org here"]}
    session = server(fake.port).connect()
    for _ in range(2):
        session.send(MESSAGE, "ada@example.org")
    session.close()
    assert "does not take mail from dama@dama.example: 550 relaying denied" in caplog.text
    assert "ada@" not in caplog.text


def test_a_server_that_does_not_answer_is_given_up(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_server, "SECONDS", 0.1)
    fake.answers = {"connect": [SILENT], "rcpt": [SILENT]}
    with pytest.raises(MailAway, match="timed out"):
        server(fake.port).connect()
    session = server(fake.port).connect()
    assert (session.send(MESSAGE, "ada@example.org"), session.alive) == ("later", False)
    session.close()


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"connect": [b"554 go away"]}, "554 go away"),
        ({"connect": [DIES]}, "closed"),
        ({"auth": [b"535 no"]}, "535 no"),
    ],
)
def test_who_is_not_let_in_is_told_why_in_a_line(fake: Fake, answers: dict[str, list[bytes]], said: str) -> None:
    fake.answers = answers
    with pytest.raises(MailAway, match=said) as failure:
        server(fake.port, user="dama").connect()
    assert "\n" not in str(failure.value)
    assert "pass word" not in str(failure.value)


def test_nobody_there() -> None:
    with pytest.raises(MailAway, match="Connection refused"):
        server(free_port()).connect()


def test_without_tls_there_nothing_is_sent(fake: Fake) -> None:
    with pytest.raises(MailAway, match="STARTTLS"):
        server(fake.port, tls="starttls", user="dama").connect()
    assert not any("pass word" in each for each in fake.seen)


@pytest.mark.parametrize("kind", ["starttls", "tls"])
def test_tls_checks_whose_server_it_is(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = certificate(tmp_path, "localhost")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with listening(context, from_the_start=kind == "tls") as fake:
        with pytest.raises(MailAway, match="certificate"):
            server(fake.port, tls=kind, user="dama", host="localhost").connect()
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        session = server(fake.port, tls=kind, user="dama", host="localhost").connect()
        assert session.send(MESSAGE, "ada@example.org") == "sent"
        session.close()
        assert "dama pass word" in fake.seen


def test_the_passphrase_is_not_shown() -> None:
    assert "pass word" not in repr(server(25))
