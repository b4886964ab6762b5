"""A plain file server like any host of static files: it serves a sub-folder, and sends no headers of its own."""

import functools
import threading
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from filelock import FileLock

from tests.support import free_port, require_program, skip_unless_ci
from tools import wasm
from tools.site.__main__ import WORK, make
from tools.site.installer import sha256

PREFIX = "/games/dama"
"""The path that the site is below."""
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}


class Handler(SimpleHTTPRequestHandler):
    """Answers with files of the server's current folder."""

    server: "SiteServer"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def do_GET(self) -> None:
        name = urlsplit(self.path).path.rpartition("/")[2]
        if name == "sw.js":
            self._send(self.server.worker())
        elif name in self.server.before:
            self._send(self.server.before[name].encode() + Path(self.translate_path(self.path)).read_bytes())
        else:
            super().do_GET()

    def _send(self, script: bytes) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(script)))
        self.end_headers()
        self.wfile.write(script)

    def translate_path(self, path: str) -> str:
        asked = urlsplit(path).path
        self.server.asked.append(asked)
        if not asked.startswith(PREFIX):
            return str(self.server.folder / "nothing")
        self.directory = str(self.server.folder)
        return super().translate_path(asked.removeprefix(PREFIX))

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing, because the tests report what goes wrong."""


class SiteServer(ThreadingHTTPServer):
    """Serves a folder until it is stopped; `start` serves the folder at the same port again."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.before: dict[str, str] = {}
        """Code that is put before scripts, by their names, to imitate browsers that lack something."""
        super().__init__(("127.0.0.1", port or free_port()), functools.partial(Handler, directory=str(folder)))
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def worker(self) -> bytes:
        """The service worker, which contains the digests of the files that are served."""
        text = (self.folder / "sw.js").read_text()
        for name, before in self.before.items():
            for path in self.folder.rglob(name):
                content = path.read_bytes()
                text = text.replace(sha256(content), sha256(before.encode() + content))
        return text.encode()

    @property
    def address(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.server_port}{PREFIX}/"

    def stop(self) -> None:
        """Stops the server; requests get no answer from now on."""
        self.shutdown()
        self.server_close()


def built_site() -> Path:
    """The folder of the site, which is built first where the tools for it are installed. It is built once, even if
    several test processes need it."""
    if lacking := wasm.missing():
        skip_unless_ci("the site without a server", lacking)
    require_program("npm", "apt-get install npm")
    folder = WORK / "tested"
    WORK.mkdir(parents=True, exist_ok=True)
    with FileLock(WORK / "tested.lock"):
        make(folder, WORK / "tested-parts", plain=True)
    return folder
