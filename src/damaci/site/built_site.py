"""The site without a server, served by another app below a path of its own."""

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response import File, Redirect

from damaci.errors import DamaciError
from damaci.site.connection import AnyRequest
from damaci.site.costs import FILE
from damaci.site.security import HEADERS_KEY, SITE_HEADERS

PLACE = "/app/"
"""The path that the site is below."""
WORKER = "sw.js"
"""Its service worker."""
START = "index.html"
"""The page of a folder."""
NAMED_BY_CONTENT = ("static/", "python/", "packages/", "kernel/", "texts/", "whole/")
"""Folders whose files have a hash of their content in their path."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALLER = {"br": ".br", "gzip": ".gz"}
"""The suffixes of the compressed copies by their encoding, the smallest first."""

COMPRESSED = "compressed"
"""The key by which a route says that the app need not compress its answers."""

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")


class NoSite(DamaciError):
    """A folder without the site; the message names it."""


@dataclass(frozen=True, slots=True)
class SiteFile:
    """One file, as it was when the app started."""

    path: Path
    tag: str
    """Its ETag: a hash of its content."""
    media: str
    caching: str
    compressed: Mapping[str, Path] = field(default_factory=dict)
    """The compressed copies by encoding."""

    def answer(self, request: AnyRequest) -> Response[Any]:
        """The file, compressed as the browser wishes, or that it has not changed."""
        headers = {"cache-control": self.caching, "etag": self.tag, "vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        wished = [part.split(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")]
        encoding = next((each for each in self.compressed if each in wished), "")
        if encoding:
            headers["content-encoding"] = encoding
        path = self.compressed.get(encoding, self.path)
        return File(path, media_type=self.media, headers=headers, content_disposition_type="inline")


class BuiltSite:
    """The files of a folder that `make site` has made. They are looked at once: after a new version has taken the old
    one's place, the app has to be started again."""

    def __init__(self, root: Path) -> None:
        """Raises NoSite."""
        self._files = _files(root)
        if not {WORKER, START} <= self._files.keys():
            raise NoSite(f"{root}: expected the site that `make site` builds, with {START} and {WORKER}")

    def handler(self) -> HTTPRouteHandler:
        """The route that serves the files."""

        @route(
            [PLACE, f"{PLACE}{{name:path}}"],
            http_method=["GET", "HEAD"],
            opt=FILE | {HEADERS_KEY: SITE_HEADERS, COMPRESSED: True},
            sync_to_thread=False,
            include_in_schema=False,
        )
        def site(request: AnyRequest) -> Response[Any]:
            return self._answer(request)

        return site

    def _answer(self, request: AnyRequest) -> Response[Any]:
        # Litestar takes the slash off the end of a path.
        path: str = request.scope["path"].rstrip("/")
        name = path.removeprefix(PLACE.rstrip("/")).removeprefix("/")
        start = f"{name}/{START}".removeprefix("/")
        if start in self._files and not request.scope["raw_path"].endswith(b"/"):
            # Addresses in a page are relative to its folder.
            return Redirect(f"{path}/")
        found = self._files.get(start) or self._files.get(name)
        if found is None:
            raise NotFoundException(f"no file {name!r}")
        return found.answer(request)


def _files(root: Path) -> dict[str, SiteFile]:
    found = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    copies = tuple(SMALLER.values())
    return {name: _file(name, found) for name in found if not name.endswith(copies)}


def _file(name: str, found: Mapping[str, Path]) -> SiteFile:
    digest = hashlib.sha256(found[name].read_bytes()).hexdigest()[:16]
    caching = FOR_EVER if name.startswith(NAMED_BY_CONTENT) else ASK_AGAIN
    compressed = {encoding: found[name + suffix] for encoding, suffix in SMALLER.items() if name + suffix in found}
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return SiteFile(found[name], f'"{digest}"', media, caching, compressed)
