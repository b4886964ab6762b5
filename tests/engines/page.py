"""The page of a game as the tests of this folder use it: by accessible names and roles, with scripts only."""

from typing import Any

from tests.engines.drivers import Browser
from tests.support import PATIENCE

HELPERS = f"""
const until = async (what, condition) => {{
    const end = performance.now() + {1000 * PATIENCE};
    for (;;) {{
        const found = condition();
        if (found) return found;
        if (performance.now() > end) throw new Error(`never: ${{what}}; ` + document.body.innerText.slice(0, 1500));
        await new Promise((resolve) => setTimeout(resolve, 50));
    }}
}};
const square = (name) => document.querySelector(`[role=gridcell][aria-label^="${{name}}, "]`);
const moves = () => [...document.querySelectorAll("[role=log] li button")].map((each) => each.textContent.trim());
const play = async (...names) => {{
    await until(`${{names[0]}} is selected`, () => {{
        if (square(names[0])?.getAttribute("aria-selected")) return true;
        square(names[0])?.click();
        return false;
    }});
    for (const name of names.slice(1)) square(name).click();
}};
"""


class Page:
    """One page in a browser."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(self, address: str) -> None:
        """Loads a page."""
        self._browser.open(address)

    def run(self, script: str) -> Any:
        """Runs a script that may use HELPERS."""
        return self._browser.run(HELPERS + script)

    def has(self, condition: str) -> Any:
        """Waits until an expression is true, and returns its value."""
        while True:
            try:
                return self.run(f"return until({condition!r}, () => {condition})")
            except RuntimeError as error:
                # The page is just being replaced by another one.
                if "unload" not in str(error):
                    raise

    def play(self, *squares: str) -> None:
        """Plays a move square by square, as soon as its piece may be chosen."""
        self.run(f"await play({', '.join(map(repr, squares))})")

    def moves(self, count: int) -> list[str]:
        """Waits until there are this many moves, and returns them."""
        found: list[str] = self.run(f"await until('{count} moves', () => moves().length >= {count}); return moves()")
        return found
