"""What mails say: plain text in the reader's language, with a link to the page that it is about."""

from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import localtime, make_msgid
from typing import NamedTuple

from damaci.online.mail.address import host_of
from damaci.site.language import Catalog

POLICY = SMTP.clone(max_line_length=400)
"""Longer than every link, which may not be broken."""
FROM = "Damacı"


class Notice(NamedTuple):
    """Something to be told: as the subject of a mail, as a sentence in it, and the page to look at."""

    subject: str
    sentence: str
    url: str


class Letter(NamedTuple):
    """A mail before it has an address: subject and text."""

    subject: str
    text: str


class Letters:
    """Writes letters of a server to players."""

    def __init__(self, url: str, sender: str) -> None:
        """`url`: the server's public address, without a slash at the end; `sender`: the address that mails are from."""
        self._url = url
        self._sender = sender

    def notices(self, words: Catalog, name: str, notices: Sequence[Notice], end: str) -> Letter:
        """What a player of that name is told, with the link by which it ends."""
        _ = words.translations.gettext
        several = words.translations.ngettext("{n} notice for you", "{n} notices for you", len(notices))
        subject = notices[0].subject if len(notices) == 1 else several.format(n=len(notices))
        told = [f"{each.sentence}\n{each.url}" for each in notices]
        why = _("You chose these notices on the page of your account. One click, and there is no more mail:")
        parts = [_hello(words, name), *told, _("Have a good game!"), f"-- \n{why}\n{end}"]
        return Letter(subject, "\n\n".join(parts) + "\n")

    def question(self, words: Catalog, name: str, link: str, end: str) -> Letter:
        """Asks whether an address is the player's, who says so by a link."""
        _ = words.translations.gettext
        ask = _("Would you like notices from {host} at this address? This link says yes. It works for a day:")
        parts = [
            _hello(words, name),
            f"{ask.format(host=host_of(self._url))}\n{link}",
            _("If you did not ask for this, you need not do anything. With this link the address is forgotten:"),
            end,
        ]
        return Letter(_("Is this your address?"), "\n\n".join(parts) + "\n")

    def message(self, letter: Letter, to: str, end: str = "") -> EmailMessage:
        """The mail; `end`: the link by which it ends. Raises ValueError for an address that is none."""
        message = EmailMessage(policy=POLICY)
        message["From"] = Address(FROM, addr_spec=self._sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = _one_line(letter.subject)
        message["Date"] = localtime()
        message["Message-ID"] = make_msgid(domain=host_of(self._url))
        message["Auto-Submitted"] = "auto-generated"
        if end:
            message["List-Unsubscribe"] = f"<{end}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        return message


def _hello(words: Catalog, name: str) -> str:
    return words.translations.gettext("Hello {name},").format(name=name)


def _one_line(text: str) -> str:
    return " ".join(text.split())
