"""Uses the game page as a user of a screen reader does: by accessible names."""

import re
import time
from collections.abc import Iterable

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.support import PATIENCE

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


class Table:
    """The board, the moves and the messages, found by role and name, not by class or place. The page is expected to be
    in English, unless a method is given the words."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ---- the board ---------------------------------------------------------------------------------------------------

    def square(self, name: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))

    def names(self) -> dict[str, str]:
        """For each square, the rest of its name after the coordinate."""
        self.page.locator("[role=gridcell][aria-label]").first.wait_for()
        labels: list[str] = self.page.get_by_role("gridcell").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return {label[:2]: label[4:] for label in labels}

    def says(self, word: str) -> list[str]:
        """The squares whose name contains a word."""
        return [square for square, rest in self.names().items() if word in rest]

    def choose(self, *squares: str) -> None:
        for square in squares:
            self.square(square).click()

    def play(self, origin: str, *squares: str) -> None:
        """Chooses a piece as soon as it may move, and then each square to which it goes."""
        self.take(origin)
        self.choose(*squares)

    def take(self, origin: str) -> None:
        """Chooses a piece as soon as it may move: when the app has answered the last move or, at the beginning, when
        the page has been loaded."""
        deadline = time.monotonic() + PATIENCE
        while "selected" not in self.names()[origin]:
            assert time.monotonic() < deadline, f"{origin} cannot be chosen"
            self.choose(origin)

    def stands(self, square: str, what: str) -> None:
        """Waits until a square's name contains this description."""
        expect(self.square(square)).to_have_accessible_name(re.compile(rf"^{square}, {what}"))

    # ---- the record --------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Locator:
        return self.page.get_by_role("log").get_by_role("listitem").get_by_role("button")

    def moves(self) -> list[str]:
        """The moves so far: `White: d3-d4`, `Black: ...`."""
        return self.record.all_text_contents()

    def has_moves(self, count: int) -> None:
        """Waits until there are this many moves."""
        expect(self.record).to_have_count(count)

    def is_ready(self) -> None:
        """Waits until the board is shown."""
        expect(self.page.get_by_role("gridcell")).to_have_count(64)
        expect(self.status("turn|thinking|move|win|lose|Draw|goes on")).to_be_visible()

    # ---- messages ----------------------------------------------------------------------------------------------------

    def status(self, pattern: str) -> Locator:
        """The card's current text about the game, if it matches."""
        return self.page.get_by_role("status").filter(has_text=re.compile(pattern))

    def hears(self, pattern: str) -> None:
        """Waits until the card's text matches."""
        expect(self.status(pattern)).to_be_visible()

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()


def legible(names: Iterable[str]) -> bool:
    """Whether every square is named exactly once."""
    return sorted(names) == sorted(SQUARES)


def inside(box: FloatRect, width: int, height: int) -> bool:
    """Whether a bounding box lies within the window."""
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def until(page: Page, promise: str) -> None:
    """Waits until the value of a promise is true. `wait_for_function` takes the promise itself for a true value, and
    the content security policy sometimes stops it from evaluating its text."""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(promise):
        assert time.monotonic() < deadline, promise
        page.wait_for_timeout(100)


def middle(table: Table, square: str) -> tuple[float, float]:
    """The middle of a square on the page, in pixels."""
    box = table.square(square).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
