"""The page of a game."""

import random
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.table import Table, legible
from tests.home.process import App, started
from tests.support import PATIENCE


def at(app: App, **wish: object) -> str:
    """Creates a game, and returns its address."""
    return f"{app.address}game/{app.new_game(**wish)}"


def test_who_only_reads_names_plays_and_gets_an_answer(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = visit(app.address)
        table.is_ready()
        assert legible(table.names())
        assert table.names()["d3"].startswith("white man")
        table.play("d3", "d4")
        table.has_moves(2)
        assert table.moves()[0] == "White: d3-d4"
        assert table.moves()[1].startswith("Black: ")
        table.stands("d4", "white man")
        table.stands("d3", "empty")
        table.hears("Your turn|You must take")


@pytest.mark.parametrize("color", ["white", "black"])
def test_a_whole_game_against_the_computer(visit: Visit, app: App, color: str) -> None:
    app.send("PUT", "api/preferences", {"animation": "none", "pause": False})
    table = visit(at(app, level="beginner", color=color))
    chance = random.Random(color)
    table.is_ready()
    while play_one_move(table, chance):
        assert len(table.moves()) < 400
    table.hears("You win!|You lose|Draw")
    expect(table.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert re.match("You win!|You lose|Draw", table.page.title())


def test_a_whole_game_of_two_on_one_device(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"animation": "none", "auto_turn": True})
    table = visit(at(app, opponent="person", fen="W:Wa3,c3,f2,h3:Ba6,d6,e7,h6"))
    chance = random.Random(3)
    table.is_ready()
    while play_one_move(table, chance):
        assert len(table.moves()) < 200
    table.hears("White wins|Black wins|Draw")
    expect(table.page.get_by_role("button", name="Once more")).to_be_visible()


def test_a_position_that_was_set_up_is_played_once_more_from_the_same_side(visit: Visit, app: App) -> None:
    address = at(app, level="beginner", resigns=False, fen="W:Wd3:BKd6,Kh8")
    table = visit(address)
    table.play("d3", "d4")
    table.hears("You lose")
    table.press("Once more")
    expect(table.page).not_to_have_url(address)
    table.hears("Your turn")
    table.stands("d3", "white man")
    assert sorted(table.says("dama")) == ["d6", "h8"]


def play_one_move(table: Table, chance: random.Random) -> bool:
    """Waits for the player's turn and plays any move, square by square. Returns False when the game is over."""
    before = len(table.moves())
    deadline = time.monotonic() + PATIENCE
    # Until the app has answered the move before, no piece can be chosen, and the message is about that move.
    while time.monotonic() < deadline:
        turn = table.status("Your turn|to move|win|lose|Draw")
        expect(turn).to_be_visible()
        text = turn.inner_text()
        if re.search("win|lose|Draw", text):
            return False
        movable = table.says("must capture") or own_men(table, text)
        chance.shuffle(movable)
        for square in movable:
            table.choose(square)
            while targets := table.says("can move here"):
                table.choose(chance.choice(targets))
            if len(table.moves()) > before:
                return True
            table.page.keyboard.press("Escape")
    raise AssertionError(f"nothing can be moved: {table.names()}")


def own_men(table: Table, turn: str) -> list[str]:
    if "to move" in turn:
        return table.says("white" if "White" in turn else "black")
    color = (
        "white" if "White" in table.page.get_by_role("region", name="Player below the board").inner_text() else "black"
    )
    return table.says(color)


def test_two_people_on_one_page(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    for number, squares in enumerate((("d3", "d4"), ("d6", "d5"), ("d4", "d8")), 1):
        table.play(*squares)
        table.has_moves(number)
    table.stands("d5", "empty")
    table.stands("d7", "empty")
    table.stands("d8", "white dama")
    table.hears("Black to move|You must take")


def test_a_chain_is_chosen_by_its_last_square(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2:Bd3,d5,f6,a8"))
    table.hears("You must take 2 pieces")
    assert table.says("must capture") == ["d2"]
    table.play("d2", "d6")
    table.has_moves(1)
    assert table.moves() == ["White: d2xd6"]
    for square in ("d3", "d5"):
        table.stands(square, "empty")


def test_a_refusal_says_why_and_what_instead(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd3,d5,a8"))
    table.play("h2", "h3")
    table.hears("You must take 2 pieces")
    assert table.moves() == []
    table.stands("h2", "white man")
    assert table.says("must capture") == ["d2"]
    table.play("d2", "d6")
    table.has_moves(1)


def test_the_end_is_said_with_its_reason(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd3"))
    table.play("d2", "d4")
    table.hears("White wins")
    table.hears("All the black pieces are taken")


def test_resigning_is_asked_twice(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.play("d3", "d4")
    table.has_moves(2)
    table.press("Resign")
    table.page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    table.hears("Your turn|You must take")
    table.press("Resign")
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    table.hears("You lose")


def test_a_move_is_taken_back_with_its_answer(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.play("d3", "d4")
    table.has_moves(2)
    table.press("Take back")
    table.has_moves(0)
    table.stands("d3", "white man")
    table.play("e3", "e4")
    table.has_moves(2)


def test_a_new_game_is_asked_for_on_the_page(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    before = table.page.url
    table.press("New game")
    dialog = table.page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Black").check(force=True)
    dialog.get_by_role("radio", name="Beginner").check(force=True)
    dialog.get_by_label("How it plays").select_option(label="Bold")
    dialog.get_by_role("button", name="Start the game").click()
    table.page.wait_for_url(re.compile(r"/game/(?!" + before.rpartition("/")[2] + ")"))
    table.has_moves(1)
    table.hears("Your turn|You must take")
    expect(table.page.locator("#player-top")).to_contain_text("Beginner · Bold")
    table.press("New game")
    expect(dialog.get_by_label("How it plays")).to_have_value("bold")
    dialog.get_by_role("radio", name="Free").check(force=True)
    expect(dialog.get_by_label("How it plays")).to_be_hidden()


def test_earlier_positions_are_looked_at(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.play("d3", "d4")
    table.play("a6", "a5")
    table.has_moves(2)
    table.press("One move back")
    table.stands("a6", "black man")
    table.press("To the start")
    table.stands("d3", "white man")
    table.press("To the last move")
    table.stands("a5", "black man")


def test_the_board_is_turned(visit: Visit, app: App) -> None:
    table = visit(at(app, level="beginner"))
    table.is_ready()
    white_below = table.square("a1").bounding_box()
    table.press("Turn the board")
    black_below = table.square("a1").bounding_box()
    assert white_below
    assert black_below
    assert white_below["y"] > black_below["y"]
    assert white_below["x"] < black_below["x"]
