"""Builds the site without a server in build/site: `python -m tools.site`, or `make site`.

    --plain    without the compressed copies and the sizes, for tests

    DAMACI_SITE_TABLES=https://HOST/FOLDER in the environment: the address of endgame tables, which are looked up by
    range requests. Without the variable they are in the folder `tables` of the site, if there is one. If it is empty,
    there are none.

If nothing has changed since the last build, it does nothing.
"""

import sys
from pathlib import Path

from tools import wasm
from tools.site.build import Places, build, state_of, tables_address
from tools.site.errors import SiteError, stop_with_errors

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
WORK = ROOT / "build" / "site-parts"
SOURCES = [ROOT / "src" / "damaci", ROOT / "tools" / "site", ROOT / "tools" / "catalogues.py"]


def kernels() -> tuple[Path, Path]:
    """The compiled kernel and the one with several threads, built again if a source has changed. Raises SiteError."""
    if lacking := wasm.missing():
        raise SiteError(lacking)
    return wasm.build(), wasm.build_threaded()


def make(site: Path = SITE, work: Path = WORK, *, plain: bool = False) -> str:
    """Builds the site if something has changed, and returns a report of its sizes. Raises SiteError."""
    kernel, threaded = kernels()
    stamp = work / "state"
    state = f"{state_of([*SOURCES, kernel, threaded])} {plain} {tables_address()}"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == state and site.is_dir():
        return f"{site} is up to date"
    stamp.unlink(missing_ok=True)
    report = build(Places(site, work, kernel, threaded), plain=plain)
    stamp.write_text(f"{state_of([*SOURCES, kernel, threaded])} {plain} {tables_address()}", encoding="utf-8")
    return report


if __name__ == "__main__":
    with stop_with_errors():
        print(make(plain="--plain" in sys.argv[1:]))
