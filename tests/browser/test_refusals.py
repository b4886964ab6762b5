"""A refusal on the card of a game: it gives the reason, and removes no button that can still be used."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.table import Table
from tests.browser.test_game import at
from tests.browser.test_typed import type_in
from tests.home.process import App


def offers(table: Table, *buttons: str) -> None:
    """Waits until the card has these buttons beside the refusal."""
    expect(table.page.locator("#answers button")).to_have_text([*buttons])


def test_a_refusal_after_the_end_keeps_the_result_and_what_can_be_done(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd3"))
    table.play("d2", "d4")
    table.hears("White wins")
    type_in(table, "h2-h3")
    table.hears("White wins.*The game is over")
    offers(table, "Once more", "Analyse", "Review")
    table.press("One move back")
    table.press("Back to the game")
    table.hears("White wins.*All the black pieces are taken")


@pytest.mark.parametrize("button", ["Accept", "Decline"])
def test_a_refusal_keeps_an_open_offer(visit: Visit, app: App, button: str) -> None:
    table = visit(at(app, opponent="person"))
    table.play("d3", "d4")
    table.play("a6", "a5")
    table.has_moves(2)
    table.press("Offer draw")
    table.hears("White offers a draw")
    type_in(table, "hello")
    table.hears("That is not a move.*White offers a draw")
    offers(table, "Accept", "Decline")
    table.press(button)
    table.hears("A draw was agreed" if button == "Accept" else "The draw is declined")


def test_a_refusal_before_an_earlier_position_keeps_the_way_back(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.play("d3", "d4")
    table.has_moves(1)
    table.press("One move back")
    type_in(table, "hello")
    table.hears("That is not a move")
    offers(table, "Back to the game")
    table.press("Back to the game")
    table.hears("Black to move")


def test_a_refusal_of_the_first_move_offers_no_tour(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    offers(table, "A short tour")
    type_in(table, "hello")
    table.hears("That is not a move")
    offers(table)
