"""What is asked for before the scripts of a page or its game are there: nothing is lost, and nothing secret gets into
logs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.test_game import at
from tests.home.process import App
from tests.online.process import Process, serving

PASSPHRASE = "a long enough one"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("early"), DAMACI_ACCOUNTS="open") as server:
        yield server


class Line:
    """A line on which the first script of a page takes its time."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[Route] = []

    def open(self, address: str) -> None:
        """Opens a page, whose scripts stay away."""
        script = re.compile(r"/shell\b.*\.js")
        self._page.route(script, lambda route: self._held.append(route))
        with self._page.expect_request(script):
            self._page.goto(address, wait_until="commit")

    def go_on(self) -> None:
        """Lets the scripts come."""
        self._held[0].continue_()
        self._page.unroute_all()


class LateGame:
    """A game of which a page hears nothing at first."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._open = False
        page.route_web_socket("**/ws/game/*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda message: self._take(socket, message))

    def _take(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self._open:
            socket.send(message)
        else:
            self._held.append((socket, message))

    def go_on(self) -> None:
        """Lets the game come."""
        while not self._held:
            self._page.wait_for_timeout(50)
        self._open = True
        for socket, message in self._held:
            socket.send(message)


def fill_in(page: Page, name: str) -> None:
    form = page.locator("form#sign-up")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Passphrase").fill(PASSPHRASE)


def test_who_signs_up_too_early_is_signed_up(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}learn", fresh=True).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    line = Line(page)
    line.open(f"{server.address}account")
    fill_in(page, "Early Ada")
    page.keyboard.press("Enter")
    line.go_on()
    expect(page.get_by_role("dialog", name="Recovery words")).to_be_visible()
    page.goto(f"{server.address}account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Early Ada")
    assert [url for url in asked if "passphrase=" in url] == []


def test_without_scripts_no_passphrase_stands_in_an_address(server: Process, visit: Visit) -> None:
    page = visit(f"{server.address}account", java_script_enabled=False).page
    fill_in(page, "Scriptless Ada")
    page.route("**/account*", lambda route: route.abort("connectionrefused"))
    with page.expect_request("**/account*") as sent:
        page.keyboard.press("Enter")
    assert "?" not in sent.value.url


def test_a_tournament_that_is_made_too_early_is_made(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn", fresh=True).page
    line = Line(page)
    line.open(f"{app.address}tournaments")
    page.get_by_label("Name", exact=True).fill("Early Cup")
    page.locator("#create [type=submit]").click()
    line.go_on()
    expect(page.get_by_role("heading", level=1)).to_have_text("Early Cup")


def test_a_new_game_that_is_wanted_before_the_game_is_there_is_asked_for_then(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn").page
    game = LateGame(page)
    page.goto(at(app, level="beginner"))
    page.get_by_role("button", name="New game").click()
    game.go_on()
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()


def test_a_move_that_is_typed_before_the_game_is_there_is_played_then(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}learn")
    game = LateGame(table.page)
    table.page.goto(at(app, opponent="person"))
    table.page.get_by_role("textbox", name="Type a move").fill("d3-d4")
    table.page.keyboard.press("Enter")
    game.go_on()
    table.has_moves(1)
    expect(table.page.get_by_role("textbox", name="Type a move")).to_have_value("")


def test_a_move_that_is_changed_before_the_game_is_there_waits_for_its_player(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}learn")
    game = LateGame(table.page)
    table.page.goto(at(app, opponent="person"))
    field = table.page.get_by_role("textbox", name="Type a move")
    field.fill("d3-d4")
    field.press("Enter")
    field.fill("e3-e4")
    game.go_on()
    expect(table.square("d3")).to_have_accessible_name(re.compile("white man"))
    table.page.wait_for_timeout(300)
    expect(field).to_have_value("e3-e4")
    field.press("Enter")
    table.stands("e4", "white man")
