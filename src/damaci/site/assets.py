"""The static files, under a path that changes with their content, so that browsers may keep them for ever."""

import hashlib
import mimetypes
import posixpath
import re
from pathlib import Path

from litestar import Router
from litestar.datastructures import CacheControlHeader
from litestar.static_files import create_static_files_router

ROOT = Path(__file__).parent / "static"
FOR_EVER = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)

_IMPORT = re.compile(r"""^import (?:[^"]* from )?"(\.[^"]+)";""", re.MULTILINE)

# Some Windows registries call JavaScript text/plain, which browsers refuse to run as a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Assets:
    """The files below `root`. One version covers the whole tree: modules import each other by relative paths."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.base = f"/static/{version(root)}"

    def url(self, path: str) -> str:
        """The address of a file, given relative to the root. Raises FileNotFoundError if there is no such file."""
        if not (self.root / path).is_file():
            raise FileNotFoundError(f"no static file {path!r}")
        return f"{self.base}/{path}"

    def modules(self, path: str) -> list[str]:
        """The addresses of all the modules that one imports, directly or not: asked for at once, they come in one
        journey."""
        found = [path]
        for name in found:
            for imported in _IMPORT.findall((self.root / name).read_text(encoding="utf-8")):
                other = posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
                if other not in found:
                    found.append(other)
        return [self.url(name) for name in found[1:]]

    def sheets(self, folder: str) -> list[str]:
        """The addresses of a folder's sheets of styles. Raises FileNotFoundError if it has none."""
        found = sorted(path.name for path in (self.root / folder).glob("*.css"))
        if not found:
            raise FileNotFoundError(f"no sheets of styles in {folder!r}")
        return [self.url(f"{folder}/{name}") for name in found]

    def router(self) -> Router:
        """The routes that serve the files."""
        return create_static_files_router(self.base, directories=[self.root], cache_control=FOR_EVER)


def version(root: Path) -> str:
    """A short hash of every file below `root`, names included."""
    digest = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]
