"""Measures the site without a server in Chromium: the sizes, the processor time until the first move is accepted, and
the memory at that moment: `python -m benchmarks.site`.

Processor time is that of all of Chromium's processes, from opening the address until the move is in the record. At the
first start the browser has stored nothing; at a cold start it has stored the files; at a warm start it has stored the
files and Python's memory. The memory is the proportional set size of the largest process with a page: shared memory is
divided among the processes that share it.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.site_server import SiteServer
from tests.browser.table import Table
from tests.support import require_chromium
from tools.site.__main__ import SITE, make

TICKS = os.sysconf("SC_CLK_TCK")
MEMORY = "damaci-memory"
STARTS = 5
ACCEPTED = "JSON.parse(localStorage.getItem('damaci-last') ?? '{}').played?.length > 0"
KEEPING = 13_000
"""Milliseconds after which Chromium has stored the machine code that it compiled: it does so when it has compiled
nothing for two seconds, and some seconds after a start the app measures the device and makes tables of endings."""


def processes(root: int) -> Iterator[Path]:
    """A process and all processes that it has started, as folders of /proc."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        parents.setdefault(parent, []).append(int(path.name))
    coming = [root]
    for each in coming:
        coming += parents.get(each, [])
        yield Path("/proc") / str(each)


def browser(folder: Path) -> set[Path]:
    """The processes of the browser with this profile, as folders of /proc."""
    found: set[Path] = set()
    for path in Path("/proc").glob("[0-9]*"):
        command = command_of(path)
        if f"--user-data-dir={folder}".encode() in command and b"--type=" not in command:
            found.update(processes(int(path.name)))
    return found


def command_of(path: Path) -> bytes:
    """The command line of a process; empty if the process has ended."""
    try:
        return (path / "cmdline").read_bytes()
    except OSError:
        return b""


def times(folder: Path) -> dict[str, int]:
    """The processor time of each process of the browser with this profile so far."""
    return {path.name: ticks(path) for path in browser(folder)}


def megabytes(folder: Path) -> float:
    """The memory of the largest process with a page."""
    return max(proportional(path) for path in browser(folder) if b"--type=renderer" in command_of(path)) / 1000


def proportional(path: Path) -> int:
    """The proportional set size of a process in kilobytes; 0 if it has ended."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", (path / "smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def seconds(folder: Path, before: dict[str, int]) -> float:
    """The processor time since `before`, of the processes that still run."""
    return sum(now - before.get(name, 0) for name, now in times(folder).items()) / TICKS


def ticks(path: Path) -> int:
    """The processor time of one process; 0 if it has ended."""
    try:
        fields = (path / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def start(context: BrowserContext, address: str, folder: Path) -> tuple[float, float, Page]:
    """Processor time until the board is shown and until a first move is accepted, and the page."""
    page = context.new_page()
    before = times(folder)
    page.goto(address)
    page.locator("dama-board .piece").first.wait_for()
    standing = seconds(folder, before)
    table = Table(page)
    page.locator("#headline").filter(has_text="Your turn").wait_for()
    table.choose("d3", "d4")
    while not page.evaluate(ACCEPTED):
        page.wait_for_timeout(10)
    return standing, seconds(folder, before), page


def again(page: Page) -> None:
    """Deletes the games, so that the next start begins a new game."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_timeout(KEEPING)
    page.evaluate("localStorage.clear()")
    page.evaluate("indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))")
    page.close()


def main() -> None:
    print(make())
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        profile = Path(folder)
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=require_chromium(),
            args=FLAGS,
            locale="en-GB",
            viewport={"width": 390, "height": 844},
        )
        server = SiteServer(SITE)
        blank = context.pages[0]
        for kind in ("first", "cold", *["warm"] * STARTS):
            if kind == "cold":
                other = context.new_page()
                other.goto(f"{server.address}en/rules-turkish.html")
                other.evaluate(f"navigator.storage.getDirectory().then((folder) => folder.removeEntry('{MEMORY}'))")
                other.close()
            standing, accepted, page = start(context, server.address, profile)
            print(
                f"{kind}: {standing:.2f} s until the board is shown, {accepted:.2f} s until a move is accepted, "
                f"{megabytes(profile):.0f} MB"
            )
            again(page)
        blank.close()
        context.close()
        server.stop()


if __name__ == "__main__":
    main()
