"""A mail server of the tests: it accepts mails, or answers as it is told to."""

import base64
import queue
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from tests.support import PATIENCE

SILENT = b""
"""In place of an answer: the server keeps the connection open and sends nothing."""
DIES = b"dies"
"""In place of an answer: the server closes the connection."""


class MailServer:
    """Answers each command with the next answer that is prepared for it, and otherwise accepts everything."""

    def __init__(self, tls: ssl.SSLContext | None = None, *, from_the_start: bool = False) -> None:
        """`tls`: offers encryption by STARTTLS or, with `from_the_start`, requires it from the beginning."""
        self.got: queue.Queue[tuple[str, EmailMessage]] = queue.Queue()
        self.answers: dict[str, list[bytes]] = {}
        self.seen: list[str] = []
        """The commands without their arguments; the one that signs in has user and passphrase."""
        self.tls = tls
        self.from_the_start = from_the_start
        self.ended = threading.Event()
        server = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                Talk(server, self.request).run()

        class Listening(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        self._listening = Listening(("127.0.0.1", 0), Handler)
        self.port: int = self._listening.server_address[1]
        threading.Thread(target=self._listening.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.ended.set()
        self._listening.shutdown()
        self._listening.server_close()

    def next(self) -> tuple[str, EmailMessage]:
        """The next mail and its recipient."""
        return self.got.get(timeout=PATIENCE)


class Talk:
    """The conversation of one connection."""

    def __init__(self, server: MailServer, line: object) -> None:
        self._server = server
        self._line = line
        self._to = ""

    def run(self) -> None:
        try:
            if self._server.from_the_start:
                self._encrypt()
            self._file = self._line.makefile("rb")  # type: ignore[attr-defined]
            if self._say("connect", b"220 mail.example ready"):
                while command := self._file.readline():
                    if not self._answer(command.decode().strip()):
                        break
        except OSError:
            pass  # The client has closed the connection.
        finally:
            self._line.close()  # type: ignore[attr-defined]

    def _encrypt(self) -> None:
        assert self._server.tls
        self._line = self._server.tls.wrap_socket(self._line, server_side=True)  # type: ignore[arg-type]
        self._file = self._line.makefile("rb")

    def _answer(self, command: str) -> bool:
        word = command.split(" ")[0].lower()
        if word == "auth":
            self._server.seen.append(base64.b64decode(command.split(" ")[2]).decode().replace("\0", " ").strip())
        else:
            self._server.seen.append(word)
        if word == "rcpt":
            self._to = command.partition("<")[2].partition(">")[0]
        usual = {
            "ehlo": self._hello(),
            "auth": b"235 come in",
            "quit": b"221 bye",
            "data": b"354 go on",
            "starttls": b"220 go on",
        }
        going_on = self._say(word, usual.get(word, b"250 ok"))
        if word == "starttls":
            self._encrypt()
        if word == "data" and going_on and self._said.startswith(b"354"):
            return self._take()
        return going_on and word != "quit"

    def _hello(self) -> bytes:
        offers = [b"mail.example", b"AUTH PLAIN", b"8BITMIME"]
        if self._server.tls and not isinstance(self._line, ssl.SSLSocket):
            offers.append(b"STARTTLS")
        return b"\r\n".join([b"250-" + each for each in offers[:-1]] + [b"250 " + offers[-1]])

    def _take(self) -> bool:
        lines = []
        while (line := self._file.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        taken = self._say("end", b"250 taken")
        if taken and self._said.startswith(b"250"):
            mail = message_from_bytes(b"".join(lines).replace(b"\r\n", b"\n"), policy=policy.default)
            self._server.got.put((self._to, mail))
        return taken

    def _say(self, word: str, usual: bytes) -> bool:
        prepared = self._server.answers.get(word)
        self._said = prepared.pop(0) if prepared else usual
        if self._said == SILENT:
            self._server.ended.wait(PATIENCE)
            return False
        if self._said == DIES:
            return False
        self._line.sendall(self._said + b"\r\n")  # type: ignore[attr-defined]
        return True


@contextmanager
def listening(tls: ssl.SSLContext | None = None, *, from_the_start: bool = False) -> Iterator[MailServer]:
    server = MailServer(tls, from_the_start=from_the_start)
    try:
        yield server
    finally:
        server.close()
