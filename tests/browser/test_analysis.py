"""The analysis page."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from damaci.game.game import Game
from damaci.tablebase import Plan, Terms, build
from tests.browser.conftest import Visit
from tests.browser.table import Table, inside
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_archive import offer
from tests.browser.test_input import drag, middle
from tests.browser.test_typed import type_in
from tests.home.process import App, started

PDN = "1. d3-d4 {Quiet} d6-d5 (1... a6-a5 2. e3-e4) 2. d4xd8 1-0"
ENDING = "analysis?fen=W:WKa1,Kd4:Bh2"


@pytest.fixture(scope="module")
def app_with_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("data")
    list(build(folder / "tables", Plan.up_to(3, Terms.of("turkish")), threads=2))
    with started(folder) as app:
        yield app


def moves(page: Page) -> Locator:
    return page.get_by_role("group", name="Moves", exact=True).get_by_role("button")


def has_moves(page: Page, *texts: str) -> None:
    expect(moves(page)).to_have_text(texts)


def current(page: Page, text: str) -> None:
    """Waits until the current move has this text."""
    expect(page.locator(".move[aria-current=true]")).to_have_text(text)


def lines(page: Page) -> Locator:
    return page.get_by_role("region", name="Engine").get_by_role("listitem").get_by_role("button")


def look(page: Page) -> None:
    page.get_by_role("switch", name="Engine").click()


def test_variations_are_made_promoted_commented_and_deleted_by_keyboard(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = table.page
    table.play("d3", "d4")
    has_moves(page, "d3-d4")
    table.play("a6", "a5")
    has_moves(page, "d3-d4", "a6-a5")
    page.get_by_role("button", name="One move back").click()
    table.play("h6", "h5")
    has_moves(page, "d3-d4", "a6-a5", "h6-h5")
    expect(page.get_by_role("status").filter(has_text="1, Black: h6-h5")).to_have_count(1)
    page.locator("h1").click(force=True)
    page.keyboard.press("p")
    has_moves(page, "d3-d4", "h6-h5", "a6-a5")
    page.keyboard.press("c")
    page.keyboard.insert_text("Better")
    expect(page.get_by_text("Better", exact=True)).to_be_visible()
    page.get_by_label("1, Black: a6-a5").click()
    page.keyboard.press("Delete")
    has_moves(page, "d3-d4", "h6-h5")
    page.keyboard.press("ArrowUp")
    table.stands("d3", "white man")
    page.keyboard.press("ArrowDown")
    table.stands("h5", "black man")


def test_a_reload_loses_nothing_and_each_game_has_its_own_analysis(visit: Visit, app: App) -> None:
    (game,) = app.import_games("1. d3-d4 d6-d5 2. d4xd8 1-0")
    table = visit(f"{app.address}analysis?game={game}")
    page = table.page
    has_moves(page, "d3-d4", "d6-d5", "d4xd8")
    moves(page).first.click()
    table.play("a6", "a5")
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")
    page.reload()
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")
    current(page, "a6-a5")
    page.goto(f"{app.address}analysis")
    has_moves(page)
    offer(page, "paste", PDN)
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "e3-e4", "d4xd8")
    page.goto(f"{app.address}analysis?game={game}")
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")


def test_a_game_is_opened_and_taken_along_with_its_variations(visit: Visit, app: App, tmp_path: Path) -> None:
    page = visit(f"{app.address}analysis?fen=W:Wa1:Bh8").page
    page.get_by_role("button", name="PDN and FEN").click()
    expect(page.get_by_label("(FEN):").first).to_have_value("W:Wa1:Bh8")
    page.get_by_label("Another game").fill("1. d3-d5 *")
    page.get_by_role("button", name="Analyse this").click()
    expect(page.get_by_role("alert").filter(has_text="cannot be read: line 1, column 4")).to_be_visible()
    assert ["400" in complaint for complaint in visit.complaints] == [True]
    visit.complaints.clear()
    page.get_by_label("Another game").fill(PDN)
    page.get_by_role("button", name="Analyse this").click()
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "e3-e4", "d4xd8")
    page.get_by_role("button", name="PDN and FEN").click()
    expect(page.get_by_label("(PDN):").first).to_have_value(
        re.compile(r"1\. d3-d4 {Quiet} 1\.\.\. d6-d5 \(1\.\.\. a6-a5 2\. e3-e4\)")
    )
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.get_by_role("button", name="Close").click()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.goto(f"{app.address}analysis?ruleset=world")
    page.get_by_role("button", name="PDN and FEN").click()
    page.locator("#file").set_input_files(file)
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "e3-e4", "d4xd8")


def test_the_engine_looks_until_it_is_stopped(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    page.get_by_role("combobox", name="Lines").select_option("5")
    look(page)
    expect(lines(page)).to_have_count(5)
    expect(page.locator("dama-board .arrows g")).to_have_count(5)
    expect(page.get_by_role("meter", name="Evaluation")).not_to_have_attribute("aria-valuetext", "unknown")
    before = page.get_by_text(re.compile("^Depth")).text_content()
    expect(page.get_by_text(re.compile("^Depth"))).not_to_have_text(str(before))
    lines(page).first.click()
    expect(moves(page)).to_have_count(1)
    expect(lines(page).first).to_have_accessible_name(re.compile("better|equal"))
    look(page)
    expect(lines(page)).to_have_count(0)
    expect(page.locator("dama-board .arrows g")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".move[aria-current=true]")).to_have_count(0)


def test_the_engine_rests_while_the_page_is_not_seen(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    look(page)
    expect(lines(page)).to_have_count(1)
    for hidden, count in (("true", 0), ("false", 1)):
        page.evaluate(f"Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(lines(page)).to_have_count(count)


def test_a_line_keeps_the_focus_while_the_search_goes_on(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    look(page)
    expect(lines(page).first).to_have_accessible_name(re.compile("better|equal"))
    lines(page).first.focus()
    depth = page.get_by_text(re.compile("^Depth"))
    expect(depth).not_to_have_text(str(depth.text_content()))
    expect(lines(page).first).to_be_focused()
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(1)


def test_endgame_tables_tell_exactly(visit: Visit, app_with_tables: App) -> None:
    page = visit(f"{app_with_tables.address}{ENDING}").page
    look(page)
    expect(page.get_by_text("exact, from the endgame tables")).to_be_visible()
    expect(lines(page).first).to_have_accessible_name(re.compile("^White wins in 3 moves: "))
    expect(page.get_by_role("meter", name="Evaluation")).to_have_attribute("aria-valuetext", "White wins in 3 moves")


def test_an_app_that_has_ended_is_told(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        table = visit(f"{app.address}analysis")
        table.stands("d3", "white man")
        look(table.page)
        expect(lines(table.page).first).to_have_accessible_name(re.compile("better|equal"))
    table.choose("d3", "d4")
    table.hears("The app does not answer")


def test_moves_are_typed_and_errors_explained(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis?fen=W:Wd2,h2:Bd4,a7,f5")
    for text in ("h2-h3", "d4d3", "D2xD4"):
        type_in(table, text)
        expect(moves(table.page).last).to_have_text(text.lower().replace("d4d3", "d4-d3"))
    type_in(table, "hello")
    table.hears("That is not a move")
    has_moves(table.page, "h2-h3", "d4-d3", "d2xd4")


def test_a_refused_move_is_explained(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis?fen=W:Wd4,h2:Bd5,d7,a8")
    table.stands("d4", "white man, must capture")
    table.choose("h2", "h3")
    table.hears("must")
    expect(table.page.locator("dama-board .arrows g")).to_have_count(1)
    table.choose("d4")
    expect(table.status("must")).to_have_count(0)
    table.stands("d4", "white man, selected")
    page = table.page
    page.keyboard.press("Escape")
    look(page)
    expect(page.locator("dama-board .arrows g")).to_have_count(1)
    drag(table, "h2", "h3")
    table.hears("must")
    drag(table, "d4", "d8")
    has_moves(page, "d4xd8")


BLUNDER = '[FEN "W:Wd2,e2,h2:Bd4,a8,b8"] 1. d2-d3 (1. h2-g2 {Mine}) d4xf2 2. h2-h3 *'


def reviewed(page: Page) -> Locator:
    """Reviews the game; returns the graph when the review is done."""
    page.get_by_role("button", name="Review").click()
    graph = page.get_by_role("slider", name="Course of the game")
    expect(graph).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    return graph


def test_a_review_draws_marks_and_adds_what_was_better(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    offer(page, "paste", BLUNDER)
    has_moves(page, "d2-d3", "h2-g2", "d4xf2", "h2-h3")
    graph = reviewed(page)
    expect(moves(page).first).to_have_text("d2-d3??")
    expect(page.get_by_text("White: 1 blunder, 0 mistakes, 0 inaccuracies")).to_be_attached()
    expect(page.get_by_text("Black: 0 blunders, 0 mistakes, 0 inaccuracies")).to_be_attached()
    expect(page.get_by_text("Mine", exact=True)).to_be_visible()
    expect(page.get_by_text("Better: ")).to_have_count(1)
    graph.focus()
    page.keyboard.press("End")
    current(page, "h2-h3")
    page.keyboard.press("PageUp")
    current(page, "d2-d3??")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^1, White: d2-d3\?\?\. Black (is better|wins)"))
    graph.click(position={"x": 355, "y": 20})
    current(page, "h2-h3")
    page.get_by_role("button", name="PDN and FEN").click()
    expect(page.get_by_label("(PDN):").first).to_have_value(
        re.compile(r"1\. d2-d3(\?\?| \$4)[^*]*{Mine}[^*]*{Better: [^}]* instead of [^}]*}", re.S)
    )


def test_the_report_of_a_stored_game_is_there_again(visit: Visit, app: App) -> None:
    [game] = app.import_games(BLUNDER)
    page = visit(f"{app.address}analysis?game={game}").page
    reviewed(page)
    report = page.get_by_role("button", name="Report")
    expect(report).to_be_visible()
    page.reload()
    report.click()
    page.get_by_role("link", name="Learn from White's mistakes").click()
    expect(page).to_have_title(re.compile("mistakes"))
    page.go_back()
    expect(report).to_be_visible()
    expect(moves(page).first).to_have_text("d2-d3??")
    expect(page.get_by_text("Better: ")).to_have_count(1)


def test_the_report_of_a_pasted_game_is_there_again_as_long_as_it_is_about_its_moves(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    offer(page, "paste", BLUNDER)
    has_moves(page, "d2-d3", "h2-g2", "d4xf2", "h2-h3")
    reviewed(page)
    report = page.get_by_role("button", name="Report")
    expect(report).to_be_visible()
    page.reload()
    report.click()
    expect(page.get_by_role("dialog", name="Report")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    offer(page, "paste", "1. d3-d4 *")
    has_moves(page, "d3-d4")
    page.reload()
    has_moves(page, "d3-d4")
    expect(report).to_be_hidden()


def test_of_two_texts_the_one_that_came_last_stays(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    held: list[Route] = []
    page.route("**/api/analysis/open", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/analysis/open"):
        offer(page, "paste", "1. d3-d4 *")
    offer(page, "paste", "1. h3-h4 *")
    has_moves(page, "h3-h4")
    with page.expect_response("**/api/analysis/open") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("new Promise((done) => setTimeout(done, 100))")  # the page has read the answer
    has_moves(page, "h3-h4")


def test_a_move_of_the_openings_of_the_position_before_is_not_played(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = table.page
    page.locator("#openings summary").click()
    first = page.locator("#openings tbody button").first
    expect(first).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/api/analysis/explore", lambda route: None, times=1)
    with page.expect_request("**/api/analysis/explore"):
        table.play("d3", "d4")
    has_moves(page, "d3-d4")
    before = len([each for each in asked if each.endswith("/analysis/move")])
    first.click()
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert len([each for each in asked if each.endswith("/analysis/move")]) == before
    expect(page.locator("#said")).to_be_empty()


def test_a_second_review_replaces_the_first_and_both_are_undone(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    offer(page, "paste", BLUNDER)
    has_moves(page, "d2-d3", "h2-g2", "d4xf2", "h2-h3")
    reviewed(page)
    page.reload()
    expect(page.get_by_role("slider", name="Course of the game")).to_be_visible()
    page.locator(".remark", has_text="Better: ").locator("~ .half .move").first.click()
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("button", name="Review")).to_be_visible()
    expect(moves(page).first).to_have_text("d2-d3??")
    expect(page.get_by_text("Better: ")).to_have_count(1)
    expect(page.get_by_text("Mine", exact=True)).to_be_visible()
    expect(page.locator(".move[aria-current=true]")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    expect(moves(page).first).to_have_text("d2-d3??")


def test_a_review_can_be_stopped(visit: Visit, app: App) -> None:
    game = Game()
    random = Random(4)
    while game.ply < 40:
        game.push(random.choice(game.legal_moves))
    page = visit(f"{app.address}analysis").page
    offer(page, "paste", f'[Event "?"] {" ".join(game.texts)} *')
    expect(moves(page)).to_have_count(40)
    page.locator("h1").click(force=True)
    page.keyboard.press("r")
    for early in (0, 1):
        expect(page.get_by_role("progressbar", name="Review")).not_to_have_js_property("value", early)
    expect(page.locator("#graph .curve")).to_have_attribute("d", re.compile(r"^M[0-9. ]+L"))  # grows during the review
    expect(page.get_by_role("progressbar", name="Review")).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Review")).to_be_visible()
    graph = page.get_by_role("slider", name="Course of the game")
    expect(graph).to_have_attribute("aria-valuetext", "Start position. unknown")
    graph.press("End")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("better|equal|wins"))


@pytest.mark.parametrize(
    ("locale", "text", "said"),
    [
        (
            "tr-TR",
            '[FEN "W:Wd4:Bd9"] *',
            "Bu okunamadı: 1. satır, 14. sütun: beklenen: a2 gibi bir kare (damaysa önünde K); bulunan: 'd9'",
        ),
        ("bg-BG", "1. d3-d4 d6-d9 *", "Това не може да се прочете: ред 1, колона 10: 'd6-d9' тук не значи нищо"),
        ("tr-TR", f"1. d3-d4 {{{'x' * 2_200_000}}} *", "Bu okunamayacak kadar uzun: bir dosya en çok 2 MB olabilir."),
    ],
    ids=["fen", "pdn", "long"],
)
def test_what_is_wrong_with_a_file_is_told_in_the_players_language(
    visit: Visit, app: App, locale: str, text: str, said: str
) -> None:
    page = visit(f"{app.address}analysis", locale=locale).page
    offer(page, "drop", text)
    expect(page.locator("#banner")).to_contain_text(said)
    visit.forgive()  # Chromium's message about the answer with status 400 or 413


def test_a_review_of_a_very_long_game_says_how_far_it_looks(visit: Visit, app: App) -> None:
    there_and_back = " ".join(["a1-a2 h8-h7 a2-a1 h7-h8"] * 126)
    page = visit(f"{app.address}analysis").page
    offer(page, "paste", f'[FEN "W:WKa1,b2:BKh8,g7"] {there_and_back} *')
    expect(moves(page)).to_have_count(504)
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("only its first 250 moves are reviewed")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Review")).to_have_js_property("max", 501)


def test_deleted_moves_and_comments_are_brought_back(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    offer(page, "paste", PDN)
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "e3-e4", "d4xd8")
    page.get_by_label("1, Black: a6-a5").click()
    page.keyboard.press("Delete")
    has_moves(page, "d3-d4", "d6-d5", "d4xd8")
    page.get_by_label("1, White: d3-d4").click()
    page.get_by_label("Comment on this move").fill("")
    expect(page.get_by_text("Quiet", exact=True)).to_have_count(0)
    page.locator("h1").click(force=True)
    page.keyboard.press("Control+z")
    expect(page.locator(".remark", has_text="Quiet")).to_be_visible()
    page.keyboard.press("Control+z")
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "e3-e4", "d4xd8")
    current(page, "a6-a5")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")


def test_a_finished_game_leads_to_its_review(visit: Visit, app: App) -> None:
    game = app.new_game(opponent="person", fen="W:Wd2,h2:Bd3,d5")
    table = visit(f"{app.address}game/{game}")
    table.play("d2", "d6")
    table.page.get_by_role("button", name="Review").click()
    table.page.wait_for_url(f"**/analysis?game={game}")
    expect(table.page.get_by_role("slider", name="Course of the game")).to_be_visible()


def test_a_position_is_set_up_by_keyboard(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis")
    page = table.page
    table.stands("d3", "white man")
    page.keyboard.press("e")
    expect(page.get_by_role("radio", name="white man")).to_be_focused()
    page.get_by_role("button", name="Clear the board").press("Enter")
    table.hears("Put at least one piece on the board")
    put(table, "d8")
    table.hears("d8: a man on its last rank would be a dama")
    expect(page.get_by_role("button", name="Analyse from here")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("radio", name="white man").press("ArrowRight")
    put(table, "d8")
    table.stands("d8", "white dama")
    page.get_by_role("radio", name="white dama").press("ArrowRight")
    put(table, "h4")
    expect(page.get_by_role("button", name="Analyse from here")).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Analyse from here").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Analyse from here")).to_be_hidden()
    table.stands("d8", "white dama")
    table.play("d8", "d4")
    has_moves(page, "d8-d4")


def put(table: Table, square: str) -> None:
    table.square(square).focus()
    table.page.keyboard.press("Enter")


def test_pieces_are_dragged_and_the_position_is_played(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis?fen=W:Wa2,b2:Bg7,h7")
    page = table.page
    page.get_by_role("button", name="Set up a position").click()
    drag(table, "a2", "d4")
    table.stands("d4", "white man")
    table.stands("a2", "empty")
    page.mouse.move(*middle(table, "h7"))
    page.mouse.down()
    page.mouse.move(5, 800, steps=8)
    page.mouse.up()
    table.stands("h7", "empty")
    page.get_by_text("Play from here").click()
    page.get_by_role("combobox", name="Opponent").select_option("Two players here")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile("/game/"))
    table.stands("d4", "white man")


def test_the_computer_fights_on_in_a_position_that_is_practised(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis?fen=W:Wa2,b2:Bg7,h7").page
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Play from here").click()
    page.get_by_role("combobox", name="Opponent").select_option("The computer: Beginner")
    page.get_by_role("combobox", name="Your colour").select_option("Black")
    with page.expect_request("**/api/games") as asked:
        page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile("/game/"))
    wish = asked.value.post_data_json
    assert (wish["level"], wish["color"], wish["resigns"]) == ("beginner", "black", False)


def test_a_game_from_a_position_is_begun_once_however_often_that_is_pressed(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis?fen=W:Wa2,b2:Bg7,h7").page
    asked: list[Route] = []
    page.route("**/api/games", lambda route: asked.append(route))
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Play from here").click()
    start = page.get_by_role("button", name="Start the game")
    with page.expect_request("**/api/games"):
        start.click()
    start.click()
    page.wait_for_timeout(300)
    for each in asked:
        each.continue_()
    page.wait_for_url(re.compile("/game/"))
    assert len(asked) == 1


def test_taps_on_a_phone_and_nothing_outside_the_screen(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis", viewport={"width": 360, "height": 640}, has_touch=True, locale="tr-TR")
    page = table.page
    table.stands("d3", "beyaz yoz")
    table.square("d3").tap()
    table.square("d4").tap()
    expect(page.locator(".move")).to_have_text(["d3-d4"])
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for door in page.get_by_role("navigation").get_by_role("link").all():
        box = door.bounding_box()
        assert box
        assert inside(box, 360, 640)


def test_games_and_results_lead_to_their_analysis(visit: Visit, app: App) -> None:
    game = app.new_game(opponent="person", fen="W:Wd2,h2:Bd3,d5")
    table = visit(f"{app.address}game/{game}")
    table.play("d2", "d6")
    table.page.get_by_role("button", name="Analyse").click()
    table.page.wait_for_url(f"**/analysis?game={game}")
    has_moves(table.page, "d2xd6")


def test_a_lesson_s_position_is_analysed(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}learn/give-one-take-two").page
    page.get_by_role("link", name="Analyse", exact=True).click()
    page.wait_for_url("**/analysis?fen=*")
    Table(page).play("a3", "b3")
    has_moves(page, "a3-b3")


def test_the_help_tells_the_keys(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help").get_by_text("the engine, on or off")).to_be_visible()


def test_who_played_is_kept_edited_and_written_into_the_pdn(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis", viewport={"width": 360, "height": 640}).page
    offer(page, "paste", '[White "Ada"]\n[Event "Cup"]\n[Date "2019.04.??"]\n\n1. d3-d4 *')
    expect(page.get_by_text("Ada – Black Cup, 2019.04.??")).to_be_visible()
    page.get_by_role("button", name="About the game").click()
    dialog = page.get_by_role("dialog", name="About the game")
    expect(dialog.get_by_label("White")).to_have_value("Ada")
    dialog.get_by_label("Black").fill("Çetin")
    dialog.get_by_label("Event").fill("")
    dialog.get_by_role("button", name="Save").click()
    page.reload()
    expect(page.get_by_text("Ada – Çetin 2019.04.??")).to_be_visible()
    page.get_by_role("button", name="PDN and FEN").click()
    pdn = page.get_by_label("(PDN):").first
    expect(pdn).to_have_value(re.compile(r'\[White "Ada"\]\n\[Black "Çetin"\]'))
    expect(pdn).not_to_have_value(re.compile("Cup"))


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-GB", "Cup, 21/11/2026"),
        ("en-US", "Cup, 11/21/26"),
        ("tr-TR", "Cup, 21.11.2026"),
        ("ar-EG", "Cup.*٢١.*٢٠٢٦"),
    ],
)
def test_the_day_of_a_game_is_in_the_style_of_the_visitors_region(
    visit: Visit, app: App, locale: str, told: str
) -> None:
    page = visit(f"{app.address}analysis", locale=locale, timezone_id="America/Lima").page
    offer(page, "paste", '[White "Ada"]\n[Event "Cup"]\n[Date "2026.11.21"]\n\n1. d3-d4 *')
    expect(page.locator("#occasion")).to_have_text(re.compile(told))


def test_the_rules_of_a_pasted_position_are_chosen(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis").page
    page.get_by_role("button", name="PDN and FEN").click()
    dialog = page.get_by_role("dialog", name="PDN and FEN")
    dialog.get_by_label("Rules, if the text does not say").select_option("armenian")
    dialog.get_by_label("Another game (PDN) or position (FEN):").fill("W:Wd4:Be7")
    dialog.get_by_role("button", name="Analyse this").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="PDN and FEN").click()
    expect(page.get_by_label("(PDN):").first).to_have_value(re.compile("armenian", re.IGNORECASE))


def test_a_number_stays_with_its_move(visit: Visit, app: App) -> None:
    game = Game()
    texts = []
    for _ in range(40):
        move = game.legal_moves[0]
        texts.append(game.position.text(move))
        game.push(move)
    for width, height in ((360, 640), (820, 1180), (1440, 900)):
        page = visit(f"{app.address}analysis", viewport={"width": width, "height": height}).page
        offer(page, "paste", f"1. {' '.join(texts)} *")
        expect(moves(page)).to_have_count(40)
        numbers = corners(page.locator("#moves .number"))
        places = corners(moves(page))
        assert len(numbers) == 20
        for number, place in zip(numbers, places[::2], strict=True):
            assert abs(number[1] - place[1]) < 8, "a number is in another line than its move"
    white = places[::2]
    black = places[1::2]
    assert [len({x for x, _ in column}) for column in (white, black)] == [1, 1], "on a desk there are two columns"
    assert [y for _, y in white] == [y for _, y in black]


def corners(elements: Locator) -> list[tuple[float, float]]:
    """Of each element, the left edge and the height of its middle."""
    places = "found => found.map(e => e.getBoundingClientRect()).map(({ x, y, height }) => [x, y + height / 2])"
    return [(x, y) for x, y in elements.evaluate_all(places)]


def test_a_review_is_there_in_every_browser(visit: Visit, app: App) -> None:
    (game,) = app.import_games('[SetUp "1"] [FEN "W:Wd2,e2,h2:Bd4,a8,b8"] 1. d2-d3 d4xf2 *')
    page = visit(f"{app.address}analysis?game={game}&review=1").page
    graph = page.get_by_role("slider", name="Course of the game")
    expect(graph).to_be_visible()
    expect(page.get_by_role("progressbar", name="Review")).to_be_hidden()
    expect(moves(page).first).to_have_text(re.compile(r"d2-d3\?"))
    other = visit(f"{app.address}analysis?game={game}").page
    expect(other.get_by_role("slider", name="Course of the game")).to_be_visible()
    expect(moves(other).first).to_have_text(re.compile(r"d2-d3\?"))
    expect(other.get_by_text(re.compile("^Better:"))).to_be_visible()


def test_edited_names_are_there_in_every_browser_and_in_the_archive(visit: Visit, app: App) -> None:
    (game,) = app.import_games('[White "Tagged"] [Event "Cup"] 1. d3-d4 *')
    other = visit(f"{app.address}analysis?game={game}").page
    expect(other.get_by_text("Tagged – Black Cup")).to_be_visible()
    page = visit(f"{app.address}analysis?game={game}").page
    page.get_by_role("button", name="About the game").click()
    dialog = page.get_by_role("dialog", name="About the game")
    dialog.get_by_label("Black").fill("Çetin")
    dialog.get_by_label("Event").fill("")
    with page.expect_response(lambda response: response.url.endswith(f"{game}/tags")):
        dialog.get_by_role("button", name="Save").click()
    for each in (other, page):
        each.reload()
        expect(each.locator("#players")).to_have_text(re.compile("Tagged.*Çetin"))
        expect(each.locator("#occasion")).to_be_empty()
    page.goto(f"{app.address}games?search=Çetin")
    expect(page.locator(".games li")).to_have_count(1)


@pytest.fixture
def new_app(tmp_path: Path) -> Iterator[App]:
    """An app where nobody has played."""
    with started(tmp_path) as app:
        yield app


def test_openings_show_the_book_and_games_and_lead_to_them(visit: Visit, new_app: App) -> None:
    new_app.import_games(
        '[White "Ada"]\n[Result "1-0"]\n\n1. d3-d4 d6-d5 2. d4xd8 1-0\n\n[Result "0-1"]\n\n1. d3-d4 a6-a5 0-1'
    )
    page = visit(f"{new_app.address}analysis").page
    page.locator("h1").click(force=True)
    page.keyboard.press("o")
    rows = page.get_by_role("table", name="Moves in this position").get_by_role("row")
    expect(rows).to_have_count(9)
    row = rows.filter(has_text="d3-d4")
    expect(row).to_contain_text("2 games: White won 50%, drawn 0%, Black won 50%")
    row.get_by_role("button", name="2 games").click()
    games = page.get_by_role("list", name="The last games with this move").get_by_role("link")
    expect(games).to_have_count(2)
    assert violations(page) == []
    expect(games.first).to_be_focused()
    row.get_by_role("button", name="d3-d4").click()
    has_moves(page, "d3-d4")
    expect(page.locator("#opening-name")).to_have_text("Centre opening")
    expect(rows.filter(has_text="d6-d5")).to_contain_text("1 game: White won 100%")
    expect(games).to_have_count(0)
    rows.filter(has_text="d6-d5").get_by_role("button", name="d6-d5").click()
    expect(page.locator("#opening-name")).to_have_text("Centre opening, met head-on")


def test_where_nothing_is_known_of_a_position_the_openings_say_so(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis?fen=W:Wd2,h2:Bd3,d5,h7").page
    page.get_by_text("Openings", exact=True).click()
    expect(page.get_by_text("Neither the book nor any game has this position.")).to_be_visible()


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_the_way_to_the_endings_lies_below_the_comment(visit: Visit, app: App, viewport: ViewportSize) -> None:
    page = visit(f"{app.address}{ENDING}", viewport=viewport).page
    link = page.get_by_role("link", name="What wins here?")
    expect(link).to_be_visible()
    comment = page.get_by_label("Comment on this move").bounding_box()
    below = link.bounding_box()
    assert comment
    assert below
    assert below["y"] >= comment["y"] + comment["height"]
