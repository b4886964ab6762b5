"""The archive, and the import of games, in a browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.home.process import App, started
from tests.online.conftest import eventually

PDN = '[White "Ada"]\n[Black "Boris"]\n\n1. d3-d4 d6-d5 2. d4xd8 1-0\n'


def offer(page: Page, kind: str, text: str) -> None:
    """Drops a file onto the page, or pastes text."""
    page.evaluate(
        """([kind, text]) => {
            const transfer = new DataTransfer();
            if (kind === 'drop') transfer.items.add(new File([text], 'game.pdn'));
            else transfer.setData('text/plain', text);
            const init = { bubbles: true, cancelable: true };
            document.body.dispatchEvent(kind === 'drop'
                ? new DragEvent('drop', { ...init, dataTransfer: transfer })
                : new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
        }""",
        [kind, text],
    )


@pytest.mark.parametrize(("kind", "address"), [("drop", ""), ("paste", "learn"), ("drop", "games")])
def test_a_game_from_outside_opens(visit: Visit, app: App, kind: str, address: str) -> None:
    page = visit(f"{app.address}{address}").page
    page.wait_for_load_state("networkidle")
    offer(page, kind, PDN)
    page.wait_for_url(re.compile("/game/"))
    expect(page.get_by_text("Ada")).to_be_visible()
    expect(page.get_by_role("log").get_by_role("listitem").get_by_role("button")).to_have_count(3)


def test_a_position_dropped_onto_a_game_is_of_its_ruleset(visit: Visit, app: App) -> None:
    table = visit(f"{app.address}game/{app.new_game(ruleset='bulgarian', opponent='person')}")
    table.is_ready()
    before = table.page.url
    offer(table.page, "drop", "W:Wa1:Bh8")
    table.page.wait_for_url(lambda address: address != before)
    table.is_ready()
    table.play("a1", "b2")  # a man that can step diagonally


def test_what_cannot_be_read_is_said_with_its_place(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}games").page
    page.wait_for_load_state("networkidle")
    offer(page, "drop", "1. d3-d5 *")
    expect(page.get_by_role("status").filter(has_text=re.compile("cannot be read: line 1, column 4"))).to_be_visible()


def test_a_file_of_many_games_says_what_came_of_it(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    many = "".join(f'[White "N{n}"]\n{{{"x" * 4000}}} 1. a3-a4 *\n\n' for n in range(600))
    file.write_text(f'{PDN}\n{PDN}\n[White "C"]\n1. d3-d5 *\n\n{many}', encoding="utf-8")
    assert file.stat().st_size > 2 * 1024 * 1024
    with started(tmp_path) as app:
        page = visit(f"{app.address}games", viewport={"width": 360, "height": 640}).page
        page.wait_for_load_state("networkidle")
        page.get_by_label("Open a file…").set_input_files(file)
        dialog = page.get_by_role("dialog", name="The games have been read")
        expect(dialog.get_by_role("status")).to_have_text(
            "601 games came in. 1 game was there already. 1 game could not be read."
        )
        expect(dialog.get_by_role("listitem")).to_have_text([re.compile("line 12, column 4: ply 1: d3-d5")])
        dialog.get_by_role("link", name="To the games").click()
        expect(page.get_by_role("main").get_by_role("listitem").filter(has_text="N0 –")).to_have_count(1)


def test_an_import_is_stopped_and_keeps_what_has_come_in(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("".join(f'[White "N{n}"] {{{"x" * 400}}} 1. a3-a4 *\n' for n in range(30_000)), encoding="utf-8")
    with started(tmp_path) as app:
        page = visit(f"{app.address}games").page
        page.wait_for_load_state("networkidle")
        page.get_by_label("Open a file…").set_input_files(file)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("status")).to_have_text(re.compile("games came in"))
        assert 0 < float(dialog.get_by_role("progressbar").evaluate("bar => bar.value / bar.max")) < 1
        dialog.get_by_role("button", name="Stop").click()
        expect(dialog.get_by_role("heading")).to_have_text("Stopped. What has come in stays.")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(40)
        page.wait_for_load_state("networkidle")


def test_games_are_found_replayed_downloaded_and_deleted(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        app.import_games(PDN + "\n" + PDN.replace("Ada", "Cem"))
        page = visit(f"{app.address}games").page
        items = page.get_by_role("main").get_by_role("listitem")
        expect(items).to_have_count(2)
        page.get_by_role("searchbox", name="Player’s name").fill("cem")
        page.get_by_role("button", name="Search").click()
        expect(items).to_have_count(1)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download as PDN: Cem – Boris").click()
        assert "d4xd8" in download.value.path().read_text("utf-8")
        page.get_by_role("button", name="Delete: Cem – Boris").click()
        page.get_by_role("dialog").get_by_role("button", name="Keep").click()
        expect(items).to_have_count(1)
        page.get_by_role("button", name="Delete: Cem – Boris").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.get_by_text("No games here.")).to_be_visible()
        page.goto(f"{app.address}games")
        page.get_by_role("link", name=re.compile("^Ada – Boris")).click()
        expect(page.get_by_role("log").get_by_role("listitem").get_by_role("button")).to_have_count(3)


def test_a_file_is_chosen(visit: Visit, app: App, tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    file.write_text(PDN, encoding="utf-8")
    page = visit(f"{app.address}games").page
    page.wait_for_load_state("networkidle")
    page.get_by_label("Open a file…").set_input_files(file)
    page.wait_for_url(re.compile("/game/"))


def test_everything_is_deleted_after_a_question(visit: Visit, tmp_path: Path) -> None:
    with started(tmp_path) as app:
        app.import_games(PDN)
        page = visit(f"{app.address}games").page
        page.wait_for_load_state("networkidle")
        page.get_by_role("button", name="Delete everything").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
        expect(page.get_by_role("gridcell")).to_have_count(64)
        page.goto(f"{app.address}games")
        expect(page.get_by_text("No games here.")).to_be_visible()


def test_the_game_is_copied_as_text(visit: Visit, app: App) -> None:
    (game,) = app.import_games(PDN.replace("Ada", "Derya"))
    table = visit(f"{app.address}game/{game}")
    table.is_ready()
    table.press("Position and game as text")
    dialog = table.page.get_by_role("dialog")
    expect(dialog.get_by_label("The whole game (PDN):")).to_have_value(re.compile("2. d4xd8 1-0"))
    dialog.get_by_role("button", name="Copy the game").click()
    expect(dialog.get_by_role("status")).to_have_text(re.compile("Copied|Ctrl"))


@pytest.mark.parametrize(
    ("locale", "style"),
    [
        ("en-GB", r"\d\d/\d\d/\d{4}, \d\d:\d\d"),
        ("en-US", r"\d{1,2}/\d{1,2}/\d\d, \d{1,2}:\d\d\s[AP]M"),
        ("tr-TR", r"\d\d\.\d\d\.\d{4} \d\d:\d\d"),
    ],
)
def test_dates_are_in_the_style_of_the_visitors_region(visit: Visit, app: App, locale: str, style: str) -> None:
    app.import_games(PDN.replace("Ada", locale))
    page = visit(f"{app.address}games", locale=locale).page
    expect(page.locator("time").first).to_have_text(re.compile(f"^{style}$"))
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", page.locator("time").first.get_attribute("datetime") or ""
    )


def test_every_game_of_the_archive_has_a_small_board(visit: Visit, app: App) -> None:
    game = app.new_game(opponent="person")
    table = visit(f"{app.address}game/{game}")
    table.is_ready()
    table.play("d3", "d4")
    eventually(lambda: "d3-d4" in app.text(f"api/games/{game}/pdn"))  # games without moves are not listed
    table.page.goto(f"{app.address}games")
    board = table.page.locator(f".game:has(a[href='/game/{game}']) img")
    expect(board).to_have_js_property("complete", True)
    assert board.evaluate("image => image.naturalWidth") > 0
    drawing = app.text(f"api/pictures/{game}")
    assert drawing.startswith("<svg")
    assert "<title>B:W" in drawing
