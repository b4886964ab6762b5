"""What players do before the page has heard of the game, or of their last move: nothing is lost, and it is about what
they see."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.browser.test_typed import type_in
from tests.home.process import App


class LateGame:
    """Holds back what the app says of a page's games, from the first message on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._holding = True
        page.route_web_socket("**/ws/game/*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda message: self._take(socket, message))

    def _take(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self._holding:
            self._held.append((socket, message))
        else:
            socket.send(message)

    def hold(self) -> None:
        """Holds back what comes from now on."""
        self._held = []
        self._holding = True

    def go_on(self) -> None:
        """Waits until something has come, and lets it through with all that follows."""
        while not self._held:
            self._page.wait_for_timeout(50)
        self._holding = False
        for socket, message in self._held:
            socket.send(message)


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


def after_a_late_move(visit: Visit, app: App) -> tuple[Table, LateGame]:
    """Both sides have moved on a device that they share; the page has not heard of the second move yet."""
    table = visit(f"{app.address}learn")
    game = LateGame(table.page)
    table.page.goto(at(app, opponent="person"))
    game.go_on()
    table.play("d3", "d4")
    table.take("a6")
    game.hold()
    table.choose("a5")
    table.has_moves(2)
    return table, game


def test_a_draw_is_offered_by_the_side_to_move(visit: Visit, app: App) -> None:
    table, game = after_a_late_move(visit, app)
    table.press("Offer draw")
    game.go_on()
    table.hears("White offers a draw")


def test_a_move_is_taken_back_once_it_is_made(visit: Visit, app: App) -> None:
    table, game = after_a_late_move(visit, app)
    expect(table.page.get_by_role("button", name="Take back")).to_be_disabled()
    game.go_on()
    table.press("Take back")
    table.hears("Black to move")
    table.has_moves(1)


def test_the_answer_to_it_is_typed(visit: Visit, app: App) -> None:
    table, game = after_a_late_move(visit, app)
    type_in(table, "d4-d5")
    game.go_on()
    table.has_moves(3)
