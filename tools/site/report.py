"""The sizes of the site, as a table: the files that the first visit fetches, and those that are stored."""

import gzip
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.site.errors import SiteError
from tools.site.tree import digest

PARTS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("Python itself", lambda name: name.startswith("python/")),
    ("our Python and msgspec", lambda name: name.startswith("packages/")),
    ("kernel and weights", lambda name: name.startswith("kernel/")),
    ("scripts, styles, pictures", lambda name: name.startswith("static/")),
    ("pages and texts", lambda name: True),
)
NOT_FETCHED = (".br", ".gz")


@dataclass(frozen=True)
class Size:
    """Sizes in bytes: uncompressed, with gzip, and with brotli."""

    raw: int = 0
    gzip: int = 0
    brotli: int = 0

    def __add__(self, other: "Size") -> "Size":
        return Size(self.raw + other.raw, self.gzip + other.gzip, self.brotli + other.brotli)


class Compressor:
    """Compresses files as a host would, and keeps the results."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        cache.mkdir(parents=True, exist_ok=True)

    def compressed(self, content: bytes) -> tuple[Path, Path]:
        """The files of the content with gzip and with brotli. Raises SiteError."""
        name = digest(content)
        small = self._cache / f"{name}.gz"
        smaller = self._cache / f"{name}.br"
        if not smaller.exists():
            small.write_bytes(gzip.compress(content, 9, mtime=0))
            self._brotli(content, smaller)
        return small, smaller

    def _brotli(self, content: bytes, path: Path) -> None:
        part = path.with_suffix(".part")
        try:
            done = subprocess.run(["brotli", "--best", "--stdout"], input=content, capture_output=True, check=True)
        except OSError:
            raise SiteError("brotli is missing: apt-get install brotli, or brew install brotli") from None
        part.write_bytes(done.stdout)
        part.replace(path)


def sizes(tree_root: Path, names: list[str], compressor: Compressor) -> dict[str, Size]:
    """The size of each part. Raises SiteError."""
    with ThreadPoolExecutor() as pool:
        measured = list(pool.map(lambda name: _size(tree_root / name, compressor), names))
    found: dict[str, Size] = {part: Size() for part, _ in PARTS}
    for name, size in zip(names, measured, strict=True):
        part = next(part for part, belongs in PARTS if belongs(name))
        found[part] += size
    return found


def _size(path: Path, compressor: Compressor) -> Size:
    content = path.read_bytes()
    small, smaller = compressor.compressed(content)
    return Size(len(content), min(len(content), small.stat().st_size), min(len(content), smaller.stat().st_size))


def table(found: dict[str, Size]) -> str:
    """The sizes in kB, with their sum."""
    rows = [*found.items(), ("all together", sum(found.values(), Size()))]
    lines = [f"{'kB':<28}{'raw':>9}{'gzip':>9}{'brotli':>9}"]
    lines += [
        f"{part:<28}{each.raw / 1000:>9.0f}{each.gzip / 1000:>9.0f}{each.brotli / 1000:>9.0f}" for part, each in rows
    ]
    return "\n".join(lines)
