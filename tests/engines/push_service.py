"""A push service that speaks the protocol between Firefox and Mozilla's service. It sends messages that are posted to
it over a WebSocket that the browser keeps open."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve


class PushService:
    """A running push service. Firefox connects to `browser_address`; messages are posted to `host`."""

    def __init__(self, sockets: Server, posts: ThreadingHTTPServer) -> None:
        self.browser_address = f"ws://127.0.0.1:{sockets.socket.getsockname()[1]}/"
        self.host = f"127.0.0.1:{posts.server_port}"
        self.registered = threading.Event()
        self.acknowledged = threading.Event()
        self._browser: ServerConnection | None = None

    def talk(self, browser: ServerConnection) -> None:
        """Answers a browser until it disconnects."""
        self._browser = browser
        with suppress(ConnectionClosed):
            for text in browser:
                answer = self._answer(json.loads(text))
                if answer:
                    browser.send(json.dumps(answer))

    def deliver(self, channel: str, encoding: str, body: bytes) -> None:
        """Sends a message to the browser."""
        assert self._browser
        data = base64.urlsafe_b64encode(body).decode().rstrip("=")
        about = {"messageType": "notification", "channelID": channel, "version": "1"}
        self._browser.send(json.dumps({**about, "data": data, "headers": {"encoding": encoding}}))

    def _answer(self, told: dict[str, Any]) -> dict[str, Any] | None:
        kind = told.get("messageType")
        if kind == "hello":
            return {"messageType": "hello", "status": 200, "uaid": "0" * 32, "use_webpush": True, "broadcasts": {}}
        if kind == "register":
            endpoint = f"http://{self.host}/{told['channelID']}"
            self.registered.set()
            return {**told, "status": 200, "pushEndpoint": endpoint}
        if kind == "unregister":
            return {**told, "status": 200}
        if kind == "ack":
            self.acknowledged.set()
        return None


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service that listens until the end of the context."""
    posts = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    with serve(lambda browser: service.talk(browser), "127.0.0.1", 0) as sockets, posts:
        service = PushService(sockets, posts)
        posts.RequestHandlerClass = _handler(service)
        for server in (sockets, posts):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        yield service
        posts.shutdown()


def _handler(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.deliver(self.path[1:], self.headers["content-encoding"], body)
            self.send_response(201)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    return Handler
