"""What mails say: plain text in the reader's language, with a link to the page that it is about."""

from collections.abc import Callable, Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import localtime, make_msgid
from typing import NamedTuple

from damaci.online.mail.address import host_of
from damaci.online.notice_titles import notice_titles
from damaci.site.language import Catalog
from damaci.store.mail_addresses import Wish

POLICY = SMTP.clone(max_line_length=400)
"""Longer than every link, which may not be broken."""
FROM = "Damacı"


class MailNotice(NamedTuple):
    """Something to be told: as the subject of a mail, as a sentence in it, and the page to look at."""

    subject: str
    sentence: str
    url: str


class Letter(NamedTuple):
    """A mail before it has an address: subject, text, and the link by which a mail program ends such mails, if any."""

    subject: str
    text: str
    end: str = ""


End = Callable[..., str]
"""Makes the link that ends notices of the given kinds, or all mail."""


class Letters:
    """Writes letters of a server to players."""

    def __init__(self, url: str, sender: str) -> None:
        """`url`: the server's public address, without a slash at the end; `sender`: the address that mails are from."""
        self._url = url
        self._sender = sender

    def notices(
        self, words: Catalog, name: str, notices: Sequence[MailNotice], kinds: Sequence[Wish], end: End
    ) -> Letter:
        """What a player of that name is told, with the links by which notices of these kinds end."""
        _ = words.translations.gettext
        several = words.translations.ngettext("{n} notice for you", "{n} notices for you", len(notices))
        subject = notices[0].subject if len(notices) == 1 else several.format(n=len(notices))
        told = [f"{each.sentence}\n{each.url}" for each in notices]
        parts = [_hello(words, name), *told, _("Have a good game!"), _ends(words, kinds, end)]
        return Letter(subject, "\n\n".join(parts) + "\n", end(*kinds))

    def question(self, words: Catalog, name: str, link: str, end: End) -> Letter:
        """Asks whether an address is the player's, who says so by a link."""
        _ = words.translations.gettext
        ask = _("Would you like notices from {host} at this address? This link says yes. It works for a day:")
        parts = [
            _hello(words, name),
            f"{ask.format(host=host_of(self._url))}\n{link}",
            _("If you did not ask for this, you need not do anything. With this link the address is forgotten:"),
            end(),
        ]
        return Letter(_("Is this your address?"), "\n\n".join(parts) + "\n", end())

    def message(self, letter: Letter, to: str) -> EmailMessage:
        """The mail. Raises ValueError for an invalid address."""
        message = EmailMessage(policy=POLICY)
        message["From"] = Address(FROM, addr_spec=self._sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = _one_line(letter.subject)
        message["Date"] = localtime()
        message["Message-ID"] = make_msgid(domain=host_of(self._url))
        message["Auto-Submitted"] = "auto-generated"
        if letter.end:
            message["List-Unsubscribe"] = f"<{letter.end}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        return message


def _hello(words: Catalog, name: str) -> str:
    return words.translations.gettext("Hello {name},").format(name=name)


def _ends(words: Catalog, kinds: Sequence[Wish], end: End) -> str:
    """How notices of these kinds end, and all mail."""
    _ = words.translations.gettext
    titles = notice_titles(words)
    why = _("You chose these notices on the page of your account. A link and a button there, and they come no more:")
    links = [f"{titles[kind]}\n{end(kind)}" for kind in kinds]
    return "\n".join(["-- ", why, *links, _("All mail"), end()])


def _one_line(text: str) -> str:
    return " ".join(text.split())
