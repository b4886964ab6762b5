"""Measures how long the explorer of openings takes among the moves of a million games in a browser's IndexedDB.

Run `python -m benchmarks.explorer_browser`, with `--games` for fewer games. There are as many rows as in
`benchmarks.explorer`; the page's own module writes them into Chromium's database, in a profile that is deleted
afterwards. Writing them takes an hour.
"""

import argparse
import functools
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from statistics import median

import msgspec
from playwright.sync_api import Page, sync_playwright

from benchmarks.explorer import moves
from damaci.pocket import keys
from damaci.pocket.explorer import MOST_MOVES
from damaci.stored.explorer import Trodden
from tests.support import require_chromium

STATIC = Path("src/damaci/pocket/static/pocket")
BEGIN = """async () => {
    const { Records } = await import("/records.js");
    self.records = new Records("explorer");
}"""
WRITE = """async ([first, last, step, content]) => {
    const rows = [];
    for (let number = first; number < last; number++) {
        const [position, after] = [(BigInt(number) * BigInt(step)), BigInt(number)];
        rows.push([`explored:turkish:${hex(position)}:${hex(after)}`, content]);
    }
    await records.write("{}", JSON.stringify(Object.fromEntries(rows)), false);
    function hex(key) {
        return BigInt.asUintN(64, key - 2n ** 63n).toString(16).padStart(16, "0");
    }
}"""
LOOK = """async (asked) => {
    const times = [];
    for (const [after, before, limit] of asked) {
        const began = performance.now();
        const found = JSON.parse(await records.range(after, before, limit));
        if (found.length !== 1) throw new Error(`${found.length} rows at ${after}`);
        times.push(performance.now() - began);
    }
    return times;
}"""
AT_ONCE = 20_000
LOOKS = 1_000


def fill(page: Page, games: int) -> None:
    """Writes all rows."""
    count = moves(games)
    content = msgspec.json.encode(Trodden(1, 0, 0, ["0123456789abcdef0123456789abcdef"])).decode()
    began = time.monotonic()
    for first in range(0, count, AT_ONCE):
        page.evaluate(WRITE, [first, min(count, first + AT_ONCE), str(2**64 // count), content])
        print(f"\r{first:,} of {count:,} rows, {first / (time.monotonic() - began):,.0f} a second", end="", flush=True)
    print()


def look(page: Page, games: int) -> list[float]:
    """Milliseconds of each look-up of a random position."""
    wanted = Random(1).sample(range(moves(games)), LOOKS)
    step = 2**64 // moves(games)
    asked = [[*keys.explored("turkish", number * step - 2**63), MOST_MOVES] for number in wanted]
    times: list[float] = page.evaluate(LOOK, asked)
    return sorted(times)


def serve() -> ThreadingHTTPServer:
    """A server for only the page's modules."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(STATIC))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main() -> None:
    """Fills the database and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    games: int = parser.parse_args().games
    server = serve()
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(profile, executable_path=require_chromium())
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/records.js")
        page.evaluate(BEGIN)
        fill(page, games)
        times = look(page, games)
        browser.close()
    print(f"a look-up: median {median(times):.1f} ms, 99 % within {times[LOOKS * 99 // 100]:.1f} ms")


if __name__ == "__main__":
    main()
