"""The operator's mail server, spoken to by SMTP. What is here waits: it is called in a thread."""

import logging
import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Literal, Self

from damaci.online.mail.address import host_of
from damaci.online.settings import OnlineSettings

SECONDS = 10.0
"""Seconds that the server has for each of its answers."""
PORTS = {"starttls": 587, "tls": 465, "off": 25}
"""The usual ones, by the kind of TLS."""
CLOSING = 421
"""The server's answer before it ends the session."""
POLICY = b"5.7."
"""An answer that begins so refuses this mail, and says nothing about the address (RFC 3463)."""

Fate = Literal["sent", "lost", "later", "refused", "dropped"]
"""What became of a mail. `lost`: the server went away before it said whether it took the mail, which is not sent again;
`later`: the server wants to be asked again; `refused`: it knows no such address; `dropped`: it does not want the mail,
whatever the address is."""


_logger = logging.getLogger(__name__)


class MailAway(Exception):
    """The mail server cannot be reached, or lets nobody in; the text says why in one line."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """The mail server's address, and the sender. `name`: the name by which this server introduces itself."""

    host: str
    port: int
    tls: Literal["starttls", "tls", "off"]
    user: str
    sender: str
    name: str
    password: str = field(repr=False)

    @classmethod
    def of(cls, settings: OnlineSettings) -> Self | None:
        """The mail server of the settings; None if there is none."""
        if not settings.mail_host:
            return None
        return cls(
            host=settings.mail_host,
            port=settings.mail_port or PORTS[settings.mail_tls],
            tls=settings.mail_tls,
            user=settings.mail_user,
            sender=settings.mail_from,
            name=host_of(settings.public_url),
            password=settings.mail_password,
        )

    def connect(self) -> "SmtpSession":
        """A session in which mails can be sent. Raises MailAway."""
        try:
            return SmtpSession(self._opened(), self.sender)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            text = f"mail server {self.host}, port {self.port}, mail_tls {self.tls}: {_said(error)}"
            raise MailAway(text) from None

    def _opened(self) -> smtplib.SMTP:
        if self.tls == "tls":
            context = ssl.create_default_context()
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, self.name, timeout=SECONDS, context=context)
        else:
            smtp = smtplib.SMTP(self.host, self.port, self.name, timeout=SECONDS)
        try:
            self._come_in(smtp)
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _come_in(self, smtp: smtplib.SMTP) -> None:
        if self.tls == "starttls":
            smtp.starttls(context=ssl.create_default_context())
        smtp.ehlo_or_helo_if_needed()
        if self.user:
            smtp.login(self.user, self.password)


class SmtpSession:
    """A session with the server."""

    def __init__(self, smtp: smtplib.SMTP, sender: str) -> None:
        self._smtp = smtp
        self._sender = sender
        self.answer = ""
        """What the server said last, where it did not take a mail."""
        self.alive = True
        """Whether another mail can be sent."""

    def send(self, message: EmailMessage, to: str) -> Fate:
        """Sends a mail to an address."""
        try:
            return self._envelope(to) or self._body(message)
        except (OSError, smtplib.SMTPException) as error:
            # The server had nothing of the mail yet.
            self.alive = False
            self.answer = _said(error)
            return "later"

    def _envelope(self, to: str) -> Fate | None:
        """What the server says to sender and address; None if it wants the mail."""
        code, text = self._smtp.mail(self._sender)
        if code == 250:
            code, text = self._smtp.rcpt(to)
            if code in (250, 251):
                return None
            if text.startswith(POLICY):
                return self._not_taken(code, text, "dropped")
            return self._not_taken(code, text, "refused")
        # The operator has to know; it says nothing of the player.
        _logger.warning("the mail server does not take mail from %s: %s", self._sender, _one_line(code, text))
        return self._not_taken(code, text, "later")

    def _body(self, message: EmailMessage) -> Fate:
        try:
            code, text = self._smtp.data(message.as_bytes())
        except smtplib.SMTPDataError as error:
            return self._not_taken(error.smtp_code, error.smtp_error, "dropped")
        except (OSError, smtplib.SMTPException) as error:
            self.alive = False
            self.answer = _said(error)
            return "lost"
        if code == 250:
            return "sent"
        return self._not_taken(code, text, "dropped")

    def _not_taken(self, code: int, text: bytes | str, for_good: Fate) -> Fate:
        self.answer = _one_line(code, text)
        self.alive = code != CLOSING
        if self.alive:
            self._smtp.rset()
        if code < 500:
            return "later"
        return for_good

    def close(self) -> None:
        """Ends the session."""
        with suppress(OSError, smtplib.SMTPException):
            self._smtp.quit()
        self._smtp.close()


def _said(error: Exception) -> str:
    """An error in one line."""
    if isinstance(error, smtplib.SMTPResponseException):
        return _one_line(error.smtp_code, error.smtp_error)
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.split())


def _one_line(code: int, text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(words.split())}"[:200]
