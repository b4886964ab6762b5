"""When a process is killed, no waiting mail is lost, and none is sent twice."""

from pathlib import Path

from tests.online.mail.smtp import SILENT, MailServer, listening
from tests.online.process import Client, Process, serving

QUICK = """
from damaci.online.mail import post_office
post_office.LEASE_SECONDS = post_office.LOOK_SECONDS = 0.2
"""
"""Code that the server's process runs before it starts."""


def mailing(folder: Path, smtp: MailServer) -> dict[str, str]:
    settings = {"HOST": "127.0.0.1", "PORT": str(smtp.port), "TLS": "off", "FROM": "dama@dama.example"}
    mail = {f"DAMACI_MAIL_{name}": value for name, value in settings.items()}
    return mail | {"DAMACI_ACCOUNTS": "open", "DAMACI_PUBLIC_URL": "http://127.0.0.1:9"}


def member(server: Process, name: str) -> None:
    client = Client(server.address)
    client.send("POST", "/api/v1/account", {"name": name, "passphrase": "a long passphrase"})
    client.send("PUT", "/api/v1/mail", {"address": f"{name.lower()}@example.org"})


def test_what_waits_is_sent_once_after_a_kill(tmp_path: Path) -> None:
    with listening() as smtp:
        settings = mailing(tmp_path, smtp)
        smtp.answers["connect"] = [SILENT]
        with serving(tmp_path, first=QUICK, **settings) as server:
            member(server, "Ada")
            member(server, "Bora")
            server.kill()
        with serving(tmp_path, first=QUICK, **settings):
            assert {smtp.next()[0], smtp.next()[0]} == {"ada@example.org", "bora@example.org"}
        assert smtp.got.empty()
