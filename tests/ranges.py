"""A plain file server that answers range requests, as hosts of static files do."""

import functools
import re
import threading
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.support import free_port


def send_part(handler: SimpleHTTPRequestHandler, where: Path) -> None:
    """Answers with the part of the file that the request asks for."""
    asked = re.fullmatch(r"bytes=(\d+)-(\d+)", handler.headers["Range"])
    assert asked, handler.headers["Range"]
    size = where.stat().st_size
    first = int(asked[1])
    last = min(int(asked[2]), size - 1)
    if first >= size:
        handler.send_error(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
        return
    part = where.read_bytes()[first : last + 1]
    handler.send_response(HTTPStatus.PARTIAL_CONTENT)
    handler.send_header("Content-Range", f"bytes {first}-{last}/{size}")
    handler.send_header("Content-Length", str(len(part)))
    handler.end_headers()
    handler.wfile.write(part)


class Handler(SimpleHTTPRequestHandler):
    """Records the requests."""

    server: "RangeServer"

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Range"]))
        where = Path(self.translate_path(self.path))
        if self.server.knows_ranges and where.is_file() and self.headers["Range"]:
            send_part(self, where)
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing, because the tests report what goes wrong."""


class RangeServer(ThreadingHTTPServer):
    """Serves a folder until it is stopped."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.asked: list[tuple[str, str]] = []
        self.knows_ranges = True
        super().__init__(("127.0.0.1", free_port()), functools.partial(Handler, directory=str(folder)))
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the folder."""
        return f"http://127.0.0.1:{self.server_port}/"

    def stop(self) -> None:
        """Stops the server; requests get no answer from now on."""
        self.shutdown()
        self.server_close()
