"""`damaci admin`: tries the mail server."""

import time

import click

from damaci.cli.admin.group import CannotAdminister, admin, answer, given_settings
from damaci.cli.options import json_option
from damaci.online.mail.address import BadMailAddress, parse
from damaci.online.mail.letters import Letter, Letters
from damaci.online.mail.server import MailAway, MailServer


@admin.command("try-mail")
@click.argument("address")
@json_option
def try_mail(address: str, as_json: bool) -> None:
    """Send a trial message to ADDRESS by the mail server of the settings.

    The server need not run. What the mail server says against it ends the command with a line.
    """
    server = MailServer.of(given_settings())
    if server is None:
        raise CannotAdminister("there is no mail server: set mail_host, mail_from and public_url")
    try:
        _send(server, parse(address))
    except (BadMailAddress, MailAway) as error:
        raise CannotAdminister(str(error)) from None
    answer({"address": address, "server": server.host}, as_json, f"{server.host} has taken the message to {address}")


def _send(server: MailServer, address: str) -> None:
    """Raises MailAway, CannotAdminister."""
    url = given_settings().public_url.rstrip("/")
    letter = Letter("Damacı", f"A trial message of {url}, sent at {time.strftime('%H:%M:%S')}.\n")
    message = Letters(url, server.sender).message(letter, address)
    session = server.connect()
    try:
        fate = session.send(message, address)
    finally:
        session.close()
    if fate != "sent":
        raise CannotAdminister(f"{server.host} has not taken the message: {session.answer}")
