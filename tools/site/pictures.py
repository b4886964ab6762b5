"""Makes the icons and screenshots of the installable app:

    python -m tools.site.pictures    writes src/damaci/site/static/icons

The icons are drawn by Chromium from the SVG files, because some systems take only PNG; the two screenshots show the
start of a game.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.home.process import started
from tests.support import require_chromium

STATIC = Path(__file__).parents[2] / "src" / "damaci" / "site" / "static"
ICONS = STATIC / "icons"
PICTURES = {
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "maskable-512.png": ("icons/app.svg", 512),
}
SCREENS = {"narrow.jpg": (540, 960), "wide.jpg": (1280, 800)}


def draw(browser: Browser, source: Path, size: int, target: Path) -> None:
    """Draws an SVG as a square PNG."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.goto(source.as_uri())
    page.screenshot(path=target, omit_background=True)
    page.close()


def show(browser: Browser, address: str, width: int, height: int, target: Path) -> None:
    """Takes a picture of the page of a new game."""
    page = browser.new_page(viewport={"width": width, "height": height}, locale="tr-TR", color_scheme="light")
    page.goto(address)
    page.locator("dama-board use").first.wait_for(state="attached")
    page.wait_for_timeout(1000)
    page.screenshot(path=target, type="jpeg", quality=70)
    page.close()


def main() -> None:
    """Writes all of them."""
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=require_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, (source, size) in PICTURES.items():
            draw(browser, STATIC / source, size, ICONS / name)
        with started(Path(data)) as app:
            for name, (width, height) in SCREENS.items():
                show(browser, app.address, width, height, ICONS / name)
        browser.close()


if __name__ == "__main__":
    main()
