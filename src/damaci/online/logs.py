"""Logging as JSON lines on standard error: one line for each record, without secrets, with the id of its request."""

import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

REQUEST_HEADER = "x-request-id"
_SECRETS = (
    (re.compile(r"(://[^\s:/@]*:)[^\s@/]+@"), r"\1***@"),
    (re.compile(r"(?i)(bearer |basic |damaci-session=|damaci-board-\w+=)[^\s;,'\"]+"), r"\1***"),
    (re.compile(r"(/mail/(confirm|end)/)[^\s;,'\"]+"), r"\1***"),
    (re.compile(r"(damaci_)[\w-]{40,}"), r"\1***"),
)
_request: ContextVar[str] = ContextVar("request", default="")


class JsonLines(logging.Formatter):
    """`at` (UTC), `level`, `logger`, `message`; `request` during a request, `error` with a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns one line of JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request := _request.get():
            line["request"] = request
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def without_secrets(text: str) -> str:
    """Replaces passphrases in URLs, tokens, cookies and the secrets of links in mails by asterisks.

    >>> without_secrets("postgresql://dama:secret@db/dama: no answer")
    'postgresql://dama:***@db/dama: no answer'
    """
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def write_json_lines(stream: TextIO | None = None) -> None:
    """Makes every logger of this process write JSON lines to `stream`, by default standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("damaci").setLevel(logging.INFO)


class RequestIds(ASGIMiddleware):
    """Gives each request an id, which its answer and its log records have."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Sets a new id; an id sent by the client is ignored."""
        request = secrets.token_hex(8)
        _request.set(request)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)[REQUEST_HEADER] = request
            await send(message)

        if scope["type"] == ScopeType.HTTP:
            await next_app(scope, receive, send_with_id)
        else:
            await next_app(scope, receive, send)
