"""Studies in a browser: chapters beside the board, drawings and comments that are stored at once, and one chapter in
two windows."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SLOW_LINE, Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_analysis import has_moves
from tests.browser.test_archive import offer
from tests.browser.test_board_marks import CIRCLES, DRAWN, draw
from tests.browser.test_fit import cut
from tests.home.process import App

PDN = """\
[StudyName "Açmaz"]
[ChapterName "Giving"]

{Look here} 1. d3-d4 {[%cal Gd4d5] Quiet} d6-d5 (1... a6-a5) 2. d4xd8 1-0

[ChapterName "Ending"]
[GameType "30,W,8,8,A0,0"]
[SetUp "1"]
[FEN "W:WKa1,Kd4:Bh2"]

*
"""

VERDICT = (
    "White plays and wins. It has more than one solution: a1-h1, but also d4-h4, d4-d8. "
    "Checked by Damacı: 300,000 positions at each move, or endgame tables."
)
"""The verdict on a problem that was checked, which is shown before its first move."""


def begun(app: App, **wish: object) -> str:
    return str(app.send("POST", "api/studies", {"source": {"text": PDN}} | wish)["id"])


def chapters(page: Page, *titles: str) -> None:
    expect(page.locator("#chapters a")).to_have_text(list(titles))


def kept(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("Kept")


def pdn(app: App, study: str) -> str:
    return app.text(f"api/studies/{study}/pdn")


def dialog(page: Page, name: str) -> None:
    expect(page.get_by_role("dialog", name=name)).to_be_visible()


def test_a_study_is_begun_filled_and_comes_back_after_a_reload(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}studies")
    page = table.page
    page.get_by_role("textbox", name="Title", exact=True).fill("Openings")
    page.get_by_role("button", name="Begin the study").click()
    chapters(page, "1")
    table.play("d3", "d4")
    has_moves(page, "d3-d4")
    draw(table, "d3", "d5")
    draw(table, "e4", "e4")
    page.get_by_label("Comment on this move").fill("Why not?")
    kept(page)
    page.reload()
    has_moves(page, "d3-d4")
    page.get_by_role("group", name="Moves", exact=True).get_by_role("button").click()
    expect(page.locator(DRAWN)).to_have_count(1)
    expect(page.locator(CIRCLES)).to_have_count(1)
    expect(page.get_by_label("Comment on this move")).to_have_value("Why not?")
    study = re.search(r"studies/(\w+)", page.url)
    assert study
    text = pdn(app, study[1])
    for part in ('[StudyName "Openings"]', "1. d3-d4", "[%csl Ge4]", "[%cal Gd3d5]", "Why not?"):
        assert part in text


def test_chapters_are_added_named_ordered_and_deleted_by_keyboard(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}studies/{begun(app)}").page
    chapters(page, "Giving", "Ending")
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")
    page.locator("#new-chapter").press("Enter")
    dialog(page, "New chapter")
    page.get_by_role("textbox", name="Title", exact=True).fill("Third")
    page.keyboard.press("Enter")
    chapters(page, "Giving", "Ending", "Third")
    expect(page.locator("#chapters [aria-current]")).to_have_text("Third")
    has_moves(page)
    page.get_by_role("button", name="Change: Third").press("Enter")
    dialog(page, "Chapter")
    page.get_by_role("button", name="One place up").press("Enter")
    chapters(page, "Giving", "Third", "Ending")
    expect(page.get_by_text("Now chapter 2")).to_have_count(1)
    page.get_by_role("textbox", name="Title", exact=True).fill("Second")
    page.keyboard.press("Enter")
    chapters(page, "Giving", "Second", "Ending")
    page.get_by_role("button", name="Change: Second").press("Enter")
    page.get_by_role("button", name="Delete…").press("Enter")
    page.get_by_role("button", name="Delete", exact=True).press("Enter")
    chapters(page, "Giving", "Ending")
    expect(page.locator("#chapters [aria-current]")).to_have_text("Giving")
    page.get_by_role("link", name="Ending").press("Enter")
    expect(page.locator("#chapters [aria-current]")).to_have_text("Ending")
    Table(page).stands("d4", "white dama")
    page.go_back()
    expect(page.locator("#chapters [aria-current]")).to_have_text("Giving")


def test_what_is_pasted_becomes_chapters_and_replaces_nothing(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}studies/{begun(app)}").page
    chapters(page, "Giving", "Ending")
    page.get_by_role("button", name="PDN and FEN").click()
    page.get_by_label("Another game").fill('[White "Ada"] [Black "Can"] 1. e3-e4 *\n\n[Event "Cup"] 1. a3-a4 *')
    page.get_by_role("button", name="Add as a chapter").click()
    chapters(page, "Giving", "Ending", "Ada – Can", "Cup")
    has_moves(page, "e3-e4")
    page.get_by_role("link", name="Giving").click()
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")


def test_arrows_and_circles_are_drawn_by_keyboard_and_by_touch(visit: Visit, app: App) -> None:
    study = begun(app)
    table = visit(f"{app.address}studies/{study}", viewport=PHONE, has_touch=True)
    page = table.page
    chapters(page, "Giving", "Ending")
    page.get_by_role("button", name="Draw arrows").click()
    page.get_by_label("Colour", exact=True).select_option("R")
    table.square("d3").tap()
    table.square("d3").tap()
    expect(page.locator(CIRCLES)).to_have_count(1)
    table.square("e3").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(DRAWN)).to_have_count(1)
    expect(page.locator(".drawn [data-color=R]")).to_have_count(2)
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")
    kept(page)
    assert "[%csl Rd3] [%cal Re3e4]" in pdn(app, study)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(DRAWN)).to_have_count(0)
    page.get_by_role("button", name="Draw arrows").click()
    table.play("c3", "c4")
    has_moves(page, "d3-d4", "c3-c4", "d6-d5", "a6-a5", "d4xd8")


@pytest.mark.parametrize("choice", ["Keep mine as another chapter", "Take what is there"])
def test_two_windows_at_one_chapter_lose_nothing(visit: Visit, app: App, choice: str) -> None:
    study = begun(app)
    table = visit(f"{app.address}studies/{study}")
    page = table.page
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")
    shown = app.get(f"api/studies/{study}?chapter=")
    tree = shown["contents"]["tree"] | {"comment": "Theirs"}
    app.send("PUT", f"api/studies/{study}/chapters/{shown['chapter']}", {"version": 1, "tree": tree})
    page.get_by_label("Comment on this move").fill("Mine")
    page.get_by_role("button", name=choice).click()
    if choice.startswith("Keep"):
        chapters(page, "Giving", "Ending", "Giving (mine)")
        expect(page.locator(".remark").first).to_have_text("Mine")
        assert "Theirs" in pdn(app, study)
    else:
        chapters(page, "Giving", "Ending")
        expect(page.locator(".remark").first).to_have_text("Theirs")
    visit.forgive()


def test_back_leaves_no_chapter_whose_changes_are_refused(visit: Visit, app: App) -> None:
    study = begun(app)
    page = visit(f"{app.address}studies/{study}").page
    page.get_by_role("link", name="Ending").click()
    expect(page).to_have_url(re.compile("chapter="))
    address = page.url
    page.route("**/chapters/*", lambda route: route.abort("connectionrefused"))
    page.get_by_label("Comment on this move").fill("Mine")
    page.go_back()
    expect(page.locator("#saved")).to_contain_text("Not kept yet")
    expect(page).to_have_url(address)
    expect(page.get_by_label("Comment on this move")).to_have_value("Mine")
    page.unroute("**/chapters/*")
    kept(page)
    assert "Mine" in pdn(app, study)
    page.go_back()
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")
    visit.forgive()


def test_a_chapter_that_was_changed_too_often_is_stored_a_little_later(visit: Visit, app: App) -> None:
    study = begun(app)
    page = visit(f"{app.address}studies/{study}").page
    refusal = {"error": "too-many", "detail": "wait"}
    page.route("**/chapters/*", lambda route: route.fulfill(status=429, json=refusal), times=1)
    page.get_by_label("Comment on this move").fill("Mine")
    expect(page.locator("#saved")).to_contain_text("Not kept yet")
    kept(page)
    assert "Mine" in pdn(app, study)
    visit.forgive()


def test_what_is_done_while_the_change_of_others_comes_is_not_lost(visit: Visit, app: App) -> None:
    study = begun(app)
    page = visit(f"{app.address}studies/{study}").page
    chapters(page, "Giving", "Ending")
    held: list[Route] = []
    page.route("**/api/studies/*?chapter=*", lambda route: held.append(route), times=1)
    shown = app.get(f"api/studies/{study}?chapter=")
    tree = shown["contents"]["tree"] | {"comment": "Theirs"}
    app.send("PUT", f"api/studies/{study}/chapters/{shown['chapter']}", {"version": 1, "tree": tree})
    with page.expect_request("**/api/studies/*?chapter=*"):
        pass
    page.get_by_label("Comment on this move").fill("Mine")
    held[0].continue_()
    page.get_by_role("button", name="Keep mine as another chapter").click()
    chapters(page, "Giving", "Ending", "Giving (mine)")
    expect(page.get_by_label("Comment on this move")).to_have_value("Mine")
    assert "Mine" in pdn(app, study)
    visit.forgive()


def test_what_is_done_while_another_chapter_comes_is_not_lost(visit: Visit, app: App) -> None:
    study = begun(app)
    page = visit(f"{app.address}studies/{study}").page
    chapters(page, "Giving", "Ending")
    held: list[Route] = []
    page.route("**/api/studies/*?chapter=*", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/studies/*?chapter=*"):
        page.get_by_role("link", name="Ending").click()
    page.get_by_label("Comment on this move").fill("Mine")
    held[0].continue_()
    expect(page.locator("#chapters [aria-current]")).to_have_text("Ending")
    assert "Mine" in pdn(app, study)


def test_of_two_chapters_the_one_that_was_chosen_last_stays(visit: Visit, app: App) -> None:
    study = begun(app)
    page = visit(f"{app.address}studies/{study}").page
    chapters(page, "Giving", "Ending")
    held: list[Route] = []
    page.route("**/api/studies/*?chapter=*", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/studies/*?chapter=*"):
        page.get_by_role("link", name="Ending").click()
    with page.expect_response("**/api/studies/*?chapter=*"):
        page.get_by_role("link", name="Giving").click()
    with page.expect_response("**/api/studies/*?chapter=*") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("new Promise((done) => setTimeout(done, 100))")  # the page has read the answer
    expect(page.locator("#chapters [aria-current]")).to_have_text("Giving")
    has_moves(page, "d3-d4", "d6-d5", "a6-a5", "d4xd8")


def test_what_others_change_comes_by_itself(visit: Visit, app: App) -> None:
    study = begun(app)
    page = visit(f"{app.address}studies/{study}").page
    chapters(page, "Giving", "Ending")
    shown = app.get(f"api/studies/{study}?chapter=")
    tree = shown["contents"]["tree"] | {"comment": "Theirs"}
    app.send("PUT", f"api/studies/{study}/chapters/{shown['chapter']}", {"version": 1, "tree": tree})
    app.send("POST", f"api/studies/{study}/steps", {"command": {"type": "rename", "title": "Ours"}})
    expect(page.locator("#study-title")).to_have_text("Ours")
    expect(page.locator(".remark").first).to_have_text("Theirs")


def test_an_analysis_and_a_problem_are_kept_in_a_study(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}analysis", fresh=True, latency=SLOW_LINE)
    page = table.page
    table.play("d3", "d4")
    page.get_by_role("button", name="To a study").click()
    dialog(page, "Keep in a study")
    page.get_by_label("Study", exact=True).select_option("")
    page.get_by_label("Title of the study").fill("Mine")
    page.get_by_label("Title of the chapter").fill("First")
    page.get_by_role("button", name="Save").click()
    chapters(page, "First")
    has_moves(page, "d3-d4")
    page.goto(f"{app.address}analysis?fen=W:WKa1,Kd4:Bh2")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Check as a problem").click()
    page.get_by_role("button", name="Is it sound?").click()
    keep = page.locator("#keep-problem")
    expect(keep).to_be_visible()
    keep.click()
    page.get_by_label("Title of the chapter").fill("Problem")
    page.get_by_role("button", name="Save").click()
    chapters(page, "First", "Problem")
    expect(page.locator("#chapters [aria-current]")).to_have_text("Problem")
    expect(page.get_by_label("Comment on this move")).to_have_value(VERDICT)


def test_a_problem_is_given_to_others_as_text_and_by_link(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis?fen=W:WKa1,Kd4:Bh2", fresh=True).page
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Check as a problem").click()
    page.get_by_role("button", name="Is it sound?").click()
    field = page.get_by_label("For others, as text:")
    expect(field).to_be_visible()
    text = field.input_value()
    page.get_by_role("button", name="Copy", exact=True).filter(visible=True).click()
    expect(page.locator("#problem [data-copied]")).to_have_text("Copied.")
    link = f"https://dama.example/en/analysis.html#{urlencode({'problem': text})}"
    for ruleset, given in (("world", text), ("kenyan", f"A problem: {link}")):
        page.goto(f"{app.address}analysis?ruleset={ruleset}")
        page.wait_for_load_state("networkidle")
        offer(page, "paste", given)
        expect(page.get_by_label("Comment on this move")).to_have_value(VERDICT)
    page.goto(f"{app.address}analysis?ruleset=armenian")
    page.get_by_role("button", name="PDN and FEN").click()
    page.get_by_label("Another game").fill(link)
    page.get_by_role("button", name="Analyse this").click()
    expect(page.get_by_label("Comment on this move")).to_have_value(VERDICT)


def test_a_file_becomes_a_study_and_a_study_is_deleted(visit: Visit, app: App, tmp_path: Path) -> None:
    file = tmp_path / "lesson.pdn"
    file.write_text(PDN.replace('[StudyName "Açmaz"]\n', ""), "utf-8")
    page = visit(f"{app.address}studies").page
    page.locator("#file").set_input_files(file)
    chapters(page, "Giving", "Ending")
    expect(page.locator("#study-title")).to_have_text("lesson")
    page.goto(f"{app.address}studies")
    page.get_by_role("button", name="Delete: lesson").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name="lesson")).to_have_count(0)


@pytest.mark.parametrize(("window", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_pages_are_accessible_and_fit(
    visit: Visit, app: App, window: dict[str, int], language: str, theme: str
) -> None:
    study = begun(app)
    for address in ("studies", f"studies/{study}"):
        page = visit(f"{app.address}{address}", viewport=window, locale=LOCALES[language], color_scheme=theme).page
        expect(page.locator("h1")).to_have_count(1)
        if address != "studies":
            expect(page.locator("#chapters a")).to_have_count(2)
        assert violations(page) == []
        assert cut(page) == []
