"""Builds the site without a server in build/site: `python -m tools.site`, or `make site`.

When nothing has changed since the last time, there is nothing to do.
"""

from pathlib import Path

from tools.site.build import Places, build, state_of
from tools.site.errors import SiteError, stop_with_errors

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
WORK = ROOT / "build" / "site-parts"
KERNEL = ROOT / "build" / "wasm" / "kernel.wasm"
SOURCES = [ROOT / "src" / "damaci", ROOT / "tools" / "site", ROOT / "tools" / "catalogues.py", KERNEL]


def main() -> None:
    """Builds it if something has changed, and prints what it weighs. Raises SiteError."""
    if not KERNEL.is_file():
        raise SiteError("the kernel is not compiled: python -m tools.wasm")
    stamp = WORK / "state"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == state_of(SOURCES) and SITE.is_dir():
        print(f"{SITE} is up to date")
        return
    stamp.unlink(missing_ok=True)
    print(build(Places(SITE, WORK, KERNEL)))
    stamp.write_text(state_of(SOURCES), encoding="utf-8")


if __name__ == "__main__":
    with stop_with_errors():
        main()
