"""Serves the static files under a path that changes with their content, so that browsers may cache them forever."""

import hashlib
import mimetypes
import posixpath
import re
from pathlib import Path

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from damaci.site.comments import Uncommented, without_comments
from damaci.site.costs import FILE

ROOT = Path(__file__).parent / "static"
FOR_EVER = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)

_IMPORT = re.compile(r"""^import (?:[^"]* from )?"(\.[^"]+)";""", re.MULTILINE)
_IMPORT_EVER = re.compile(r"""(?:\bfrom |\bimport\(|^import )"(\.[^"]+\.js)["]""", re.MULTILINE)
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')

# Some Windows registries call JavaScript text/plain, which browsers refuse to run as a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Assets:
    """The files below `root`, served below `place`. One version covers the whole tree: modules import each other by
    relative paths."""

    def __init__(self, root: Path = ROOT, place: str = "/static") -> None:
        self.root = root
        self.base = f"{place}/{version(root)}"

    def url(self, path: str) -> str:
        """The address of a file, given relative to the root. Raises FileNotFoundError if there is no such file."""
        if not (self.root / path).is_file():
            raise FileNotFoundError(f"no static file {path!r}")
        return f"{self.base}/{path}"

    def modules(self, path: str) -> list[str]:
        """The addresses of all modules that a module imports, directly or not, so that a page can preload them at
        once."""
        return [self.url(name) for name in self._reached(path, _IMPORT)[1:]]

    def literals(self, path: str) -> frozenset[str]:
        """What stands between double quotes in a module and all that it may import, also later: among it the texts
        that a page with this script can show."""
        return frozenset(
            text.replace('\\"', '"')
            for name in self._reached(path, _IMPORT_EVER)
            for text in _LITERAL.findall((self.root / name).read_text(encoding="utf-8"))
        )

    def _reached(self, path: str, imports: re.Pattern[str]) -> list[str]:
        found = [path]
        for name in found:
            for imported in imports.findall((self.root / name).read_text(encoding="utf-8")):
                other = posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
                if other not in found:
                    found.append(other)
        return found

    def sheets(self, folder: str) -> str:
        """The address of a folder's combined style sheet. Raises FileNotFoundError if it has none."""
        self._sheets_in(folder)
        return f"{self.base}/sheets/{folder}.css"

    def style(self, folder: str) -> bytes:
        """A folder's style sheets combined into one, which saves requests, without comments. They refer to other files
        as `../folder/file`. Raises FileNotFoundError if there is none."""
        texts = (path.read_text(encoding="utf-8") for path in self._sheets_in(folder))
        return without_comments("\n".join(texts)).encode()

    def _sheets_in(self, folder: str) -> list[Path]:
        found = sorted((self.root / folder).glob("*.css"))
        if not found:
            raise FileNotFoundError(f"no style sheet in {folder!r}")
        return found

    def router(self) -> Router:
        """The routes that serve the files and each folder's combined style sheet."""
        files = create_static_files_router(
            self.base, directories=[self.root], file_system=Uncommented(), cache_control=FOR_EVER, opt=FILE
        )
        files.register(self._sheets_handler())
        return files

    def _sheets_handler(self) -> HTTPRouteHandler:
        folders = {f"{path.parent.name}.css": path.parent.name for path in self.root.glob("*/*.css")}
        contents = {name: self.style(folder) for name, folder in folders.items()}

        @get("/sheets/{name:str}", media_type="text/css", cache_control=FOR_EVER, opt=FILE, sync_to_thread=False)
        def sheets(name: FromPath[str]) -> bytes:
            if name not in contents:
                raise NotFoundException
            return contents[name]

        return sheets


def version(root: Path) -> str:
    """A short hash of every file below `root`, names included."""
    digest = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]
