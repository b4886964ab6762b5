"""An arbiter without a mouse: whole tournaments by keyboard alone, with the program killed in the middle of a round."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.home.process import App, started
from tests.support import free_port

RESULTS = {"1": "1-0", "2": "0-1", "=": "1/2-1/2"}
ALL_IN = "All results are in."


class Program:
    """The app at one address, which can be killed and started again."""

    def __init__(self, folder: Path, leave: ExitStack) -> None:
        self._folder = folder
        self._leave = leave
        self._port = free_port()
        self.app = self._start()

    def kill(self) -> None:
        """Ends the program as if the machine had lost its power."""
        self.app.kill()

    def start_again(self) -> None:
        """Starts the program again, with the data on the disk."""
        self.app = self._start()

    def _start(self) -> App:
        options = ("--port", str(self._port), "--no-browser")
        return self._leave.enter_context(started(self._folder, *options))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with ExitStack() as leave:
        yield Program(tmp_path, leave)


class Arbiter:
    """Presses keys and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, key: str) -> None:
        """Presses one key."""
        self.page.keyboard.press(key)
        self.pressed += 1

    def go_to(self, selector: str, key: str = "Tab") -> None:
        """Presses Tab until an element has the focus."""
        expect(self.page.locator(selector).first).to_be_attached()
        for _ in range(60):
            if self.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead to {selector}")

    def write(self, selector: str, text: str) -> None:
        """Types a text into a field."""
        self.go_to(selector)
        self.press("Control+A")
        self.page.keyboard.type(text)
        self.pressed += len(text)

    def paste(self, selector: str, text: str) -> None:
        """Pastes a text as if another program had copied it."""
        self.go_to(selector)
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.press("Control+V")

    def enter(self, selector: str) -> None:
        """Presses a button, or follows a link, by keyboard."""
        self.go_to(selector)
        self.press("Enter")

    @contextmanager
    def counting(self, keys: int) -> Iterator[None]:
        """Checks that exactly this number of keys is pressed meanwhile."""
        before = self.pressed
        yield
        assert self.pressed - before == keys


def announce(arbiter: Arbiter, players: int, rounds: int) -> None:
    """Creates a tournament with players from the clipboard."""
    arbiter.write("[name=name]", "Sunday Open")
    arbiter.write("[name=rounds]", str(rounds))
    arbiter.press("Enter")
    arbiter.enter(".nothing a")
    names = "\n".join(f"Player {number}, {2400 - number}" for number in range(1, players + 1))
    arbiter.paste("#enter textarea", names)
    arbiter.enter("#enter [type=submit]")
    expect(arbiter.page.locator(".people tbody tr")).to_have_count(players)
    arbiter.enter(".tabs a:first-child")
    arbiter.go_to("#pair")


def pair(arbiter: Arbiter, round: int) -> None:
    """Pairs a round. The focus is on the button already, and then goes to the first board."""
    expect(arbiter.page.locator("#pair")).to_be_focused()
    with arbiter.counting(1):
        arbiter.press("Enter")
    expect(arbiter.page.locator("#boards")).to_have_attribute("data-round", str(round))
    expect(arbiter.page.locator("#board-1")).to_be_focused()


def enter_results(arbiter: Arbiter, keys: str) -> None:
    """Enters the results of one board after the other without moving the focus."""
    with arbiter.counting(len(keys)):
        for key in keys:
            arbiter.press(key)


def expect_results(page: Page, keys: str) -> None:
    """Checks that each board has the result that was entered for it."""
    expect(page.locator("#open")).to_have_text(ALL_IN)
    found = page.locator("#boards [data-board]").evaluate_all("rows => rows.map((row) => row.dataset.result)")
    assert found == [RESULTS[key] for key in keys]


def kill_and_go_on(arbiter: Arbiter, program: Program, keys: str) -> None:
    """The program is killed while results are being sent; the results that it has not stored are entered again."""
    page = arbiter.page
    enter_results(arbiter, keys[: len(keys) // 2])
    program.kill()
    arbiter.press(keys[len(keys) // 2])
    expect(page.locator(".entering")).to_have_count(0)
    expect(page.locator("#banner")).to_contain_text("The app does not answer. Is it still running?")
    program.start_again()
    stored = program.app.get(f"api/tournaments/{id_of(page)}/version")["version"]
    expect(page.locator("#tournament")).to_have_attribute("data-version", str(stored))
    boards = page.locator("#boards [data-result='']").evaluate_all("rows => rows.map((row) => row.dataset.board)")
    arbiter.press("/")
    arbiter.page.keyboard.type(boards[0])
    arbiter.press("Enter")
    enter_results(arbiter, "".join(keys[int(board) - 1] for board in boards))


def id_of(page: Page) -> str:
    return page.url.rpartition("/")[2].partition("?")[0]


def play(arbiter: Arbiter, program: Program, players: int, rounds: int) -> None:
    """Plays all rounds; the program is killed in the middle one."""
    lots = Random(players)
    for round in range(1, rounds + 1):
        pair(arbiter, round)
        keys = "".join(lots.choices([*RESULTS], k=players // 2))
        if round == (rounds + 1) // 2:
            kill_and_go_on(arbiter, program, keys)
        else:
            enter_results(arbiter, keys)
        expect_results(arbiter.page, keys)


def correct_and_end(arbiter: Arbiter) -> None:
    """Takes the last result back, enters a forfeit in its place, and closes the tournament."""
    page = arbiter.page
    expect(page.locator("#close")).to_be_focused()
    arbiter.press("Backspace")
    expect(page.locator("#open")).to_have_text("1 result is missing.")
    arbiter.press("0")
    arbiter.press("Enter")
    expect(page.locator("#open")).to_have_text(ALL_IN)
    for key in ("/", "2", "Enter"):
        arbiter.press(key)
    expect(page.locator("#board-2")).to_be_focused()
    arbiter.go_to("#close", "Shift+Tab")
    arbiter.press("Enter")
    expect(page.locator("header.title")).to_contain_text("ended")


def print_standings(arbiter: Arbiter, players: int) -> None:
    """Prints the standings that the arbiter hangs up, and the other papers."""
    page = arbiter.page
    arbiter.enter(".tabs a[href*='view=standings']")
    expect(page.locator("#tournament")).to_have_attribute("data-view", "standings")
    expect(page.locator("tbody tr").filter(has_text="Player")).to_have_count(players)
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    arbiter.enter("#print")
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    arbiter.enter(".tabs a[href*='view=papers']")
    expect(page.locator("#tournament")).to_have_attribute("data-view", "papers")


@pytest.mark.parametrize(
    ("players", "rounds"), [(8, 2), pytest.param(200, 9, marks=pytest.mark.nightly)], ids=["8", "200"]
)
def test_a_tournament_by_nothing_but_keys(visit: Visit, program: Program, players: int, rounds: int) -> None:
    page = visit(f"{program.app.address}tournaments", permissions=["clipboard-read", "clipboard-write"]).page
    arbiter = Arbiter(page)
    announce(arbiter, players, rounds)
    before = arbiter.pressed
    play(arbiter, program, players, rounds)
    print(f"{arbiter.pressed - before} keys for {rounds} rounds of {players // 2} boards, {before} before them")
    correct_and_end(arbiter)
    print_standings(arbiter, players)
    report = program.app.text(f"api/tournaments/{id_of(page)}/report.trf")
    assert report.count("\n001 ") == players
    assert f"142 {rounds}" in report
