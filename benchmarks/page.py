"""Measures the game page in Chromium: size, time until ready, layout shifts, frames: `python -m benchmarks.page`."""

import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

from tests.home.process import App, started
from tests.support import require_chromium

WINDOWS = ((360, 640), (820, 1180), (1440, 900))
CHAIN = "W:Wa2,h1:Ba3,a5,b6,d6,f6,g8,h8"
"""A capture of five pieces, from a2 to g6: the longest animation that a game usually shows."""

SHIFTS = """new Promise(resolve => {
    new PerformanceObserver(list => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 300);
})"""
FRAMES = """() => new Promise(resolve => {
    const frames = [], begin = performance.now();
    let last = begin;
    requestAnimationFrame(function frame(now) {
        frames.push(now - last);
        last = now;
        if (now - begin < 1000) requestAnimationFrame(frame);
        else resolve(frames.slice(1));
    });
})"""


def milliseconds(page: Page, address: str) -> float:
    """Opens the page and waits until the pieces are on the board. Returns the milliseconds that this takes."""
    began = perf_counter()
    page.goto(address)
    page.wait_for_selector(".piece")
    return 1000 * (perf_counter() - began)


def measure(browser: Browser, app: App, width: int, height: int) -> None:
    """Prints one line for a window of this size, loaded with an empty cache first."""
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    seen = []
    page.on("response", lambda response: seen.append(response))
    first = milliseconds(page, app.address)
    page.wait_for_load_state("networkidle")
    sizes = [response.request.sizes() for response in seen]
    kilobytes = sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes) / 1000
    again = milliseconds(page, app.address)
    page.goto(f"{app.address}game/{app.new_game(opponent='person', fen=CHAIN)}")
    page.wait_for_selector(".must")
    page.wait_for_timeout(500)
    page.locator(".must").click()
    page.locator(".end").last.click()
    frames = page.evaluate(FRAMES)
    smooth = (
        f"frames of {statistics.median(frames):.1f} ms, {sum(frame > 20 for frame in frames)} of {len(frames)} late"
    )
    shift = page.evaluate(SHIFTS)
    print(
        f"{width}x{height}: {kilobytes:.0f} kB, ready in {first:.0f} ms, again in {again:.0f} ms, layout shift "
        f"{shift:.4f}, {smooth}"
    )
    page.context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for width, height in WINDOWS:
            measure(browser, app, width, height)
        browser.close()


if __name__ == "__main__":
    main()
