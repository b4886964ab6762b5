"""Games by the day in real browsers: agreed on in the lobby, counted in the header, and visited one after the other."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_challenges import member
from tests.browser.test_direction import AS_SEEN
from tests.online.process import Process, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_ACCOUNTS="open") as server:
        yield server


def ask(page: Page, method: str, address: str, data: object = None) -> dict[str, str]:
    """Sends a request as the page's scripts do."""
    answer = page.request.fetch(address, method=method, data=data, headers={"x-csrf-token": token(page)})
    assert answer.ok, answer.text()
    found: dict[str, str] = answer.json()
    return found


def token(page: Page) -> str:
    return next(each["value"] for each in page.context.cookies() if each["name"] == "csrftoken")


def begin(server: Process, white: Table, black: Table, days: int) -> str:
    game = ask(white.page, "POST", f"{server.address}api/v1/games", {"color": "white", "days": days})["id"]
    ask(black.page, "POST", f"{server.address}api/v1/games/{game}/join")
    return game


@pytest.mark.parametrize(("scheme", "window"), [("light", DESK), ("dark", PHONE)], ids=["desk", "phone"])
def test_one_game_leads_to_the_next(server: Process, visit: Visit, window: dict[str, int], scheme: str) -> None:
    options = {"viewport": window, "color_scheme": scheme}
    ada, bora = (member(server, visit, f"{name} {scheme}", **options) for name in ("Ada", "Bora"))
    page = ada.page
    # In the lobby, the page would go to a game of its player that begins.
    page.goto(f"{server.address}learn")
    later = begin(server, ada, bora, 7)
    first = begin(server, ada, bora, 2)
    page.goto(server.address)
    expect(page.locator("#clock optgroup option")).to_have_count(7)
    waiting = page.locator("#turns-waiting")
    expect(waiting).to_have_text("2")
    waiting.click()
    rows = page.locator("#waiting-games li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("1 d 23 h left")
    assert violations(page) == []
    rows.first.get_by_role("link").first.click()
    page.wait_for_url(f"**/game/{first}")
    ada.is_ready()
    expect(page.locator("#player-bottom .clock")).to_contain_text("1 d 23 h")
    ada.play("d3", "d4")
    expect(waiting).to_have_text("1")
    assert violations(page) == []
    page.locator("#next-game").click()
    page.wait_for_url(f"**/game/{later}")


@pytest.mark.parametrize(
    ("scheme", "window", "locale", "until"),
    [("light", DESK, "en-GB", r"\d\d/\d\d/\d{4}, 03:00"), ("dark", PHONE, "en-US", r"\d+/\d+/\d\d, 3:00.AM")],
    ids=["desk", "phone"],
)
def test_a_holiday_is_begun_seen_by_the_opponent_and_ended(
    server: Process, visit: Visit, window: dict[str, int], scheme: str, locale: str, until: str
) -> None:
    options = {"viewport": window, "color_scheme": scheme, "locale": locale, "timezone_id": "Europe/Istanbul"}
    ada, bora = (member(server, visit, f"{name} {scheme} off", **options) for name in ("Ada", "Bora"))
    game = begin(server, ada, bora, 3)
    page = ada.page
    other = bora.page
    other.goto(f"{server.address}game/{game}")
    bora.is_ready()
    page.goto(f"{server.address}account")
    page.get_by_label("Last day").fill(page.locator("#holiday [name=last]").get_attribute("max") or "")
    assert violations(page) == []
    page.get_by_role("button", name="Begin the holiday").click()
    expect(page.get_by_role("button", name="End the holiday")).to_be_visible()
    assert violations(page) == []
    expect(other.locator("#on-holiday")).to_have_text(re.compile(f"Opponent on holiday until {until}."))
    expect(other.locator("#player-top .clock")).not_to_have_attribute("data-running", "")
    expect(other.locator("#headline")).to_have_text("Your opponent is on holiday")
    expect(other.locator("#watching")).to_be_empty()
    assert violations(other) == []
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{server.address}game/{game}")
    ada.is_ready()
    ada.play("d3", "d4")
    expect(other.locator("#player-bottom .clock")).to_have_attribute("data-running", "")
    other.goto(f"{server.address}games")
    expect(other.locator("#waiting-games li")).to_have_text(re.compile(f"Opponent’s holiday ends: {until}"))
    assert violations(other) == []
    page.goto(f"{server.address}games")
    page.get_by_role("link", name="Change").click()
    page.get_by_role("button", name="End the holiday").click()
    expect(page.get_by_text("27 days left")).to_be_visible()
    other.goto(f"{server.address}game/{game}")
    bora.is_ready()
    expect(other.locator("#on-holiday")).to_be_empty()
    expect(other.locator("#watching")).to_have_text("Your opponent is not here now.")


def test_the_time_left_reads_from_the_right_in_arabic(server: Process, visit: Visit) -> None:
    ada, bora = (member(server, visit, f"{name} right", locale="ar-MA") for name in ("Ada", "Bora"))
    game = begin(server, ada, bora, 3)
    ada.page.goto(f"{server.address}game/{game}")
    expect(ada.page.locator("#player-bottom .clock")).to_contain_text("23")
    seen = ada.page.evaluate(AS_SEEN, ["#player-bottom .clock", ""])
    assert "".join(each for each in seen if each.isalnum()) == "س23ي2"


def test_the_time_left_in_the_list_of_games_has_the_region_s_digits(server: Process, visit: Visit) -> None:
    ada, bora = (member(server, visit, f"{name} digits", locale="ar-KW") for name in ("Ada", "Bora"))
    begin(server, ada, bora, 3)
    ada.page.goto(f"{server.address}games")
    expect(ada.page.locator("#waiting-games .left")).to_contain_text("٢٣")


@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_days_are_offered_in_every_language(server: Process, visit: Visit, language: str) -> None:
    page = visit(f"{server.address}?lang={language}").page
    page.locator("#clock").select_option("3d")
    page.get_by_role("radio").and_(page.locator("[value=anyone]")).check(force=True)
    page.locator("#new [type=submit]").click()
    expect(page.locator("#waiting")).not_to_be_empty()


def test_moves_are_asked_for_once_the_board_of_a_line_is_there(server: Process, visit: Visit) -> None:
    ada, bora = (member(server, visit, f"{name} early if") for name in ("Ada", "Bora"))
    page = ada.page
    held: dict[str, list[Route]] = {"stand": [], "conditional-moves": []}
    page.route("**/stand", lambda route: held["stand"].append(route))
    page.route("**/conditional-moves", lambda route: held["conditional-moves"].append(route))
    page.goto(f"{server.address}game/{begin(server, ada, bora, 3)}")
    ada.play("a3", "a4")
    page.locator("#conditional-moves").click()
    dialog = page.locator("#conditional-dialog")
    for name, text in (("conditional-moves", ""), ("stand", "Your opponent moves first.")):
        while not held[name]:
            page.wait_for_timeout(50)
        with page.expect_response(f"**/{name}"):
            held[name][0].continue_()
        page.wait_for_timeout(100)
        expect(dialog.locator("#conditional-line")).to_have_text(text)


@pytest.mark.parametrize(("scheme", "window"), [("dark", DESK), ("light", PHONE)], ids=["desk", "phone"])
def test_conditional_moves_are_entered_and_answered(
    server: Process, visit: Visit, window: dict[str, int], scheme: str
) -> None:
    options = {"viewport": window, "color_scheme": scheme}
    ada, bora = (member(server, visit, f"{name} {scheme} if", **options) for name in ("Ada", "Bora"))
    game = begin(server, ada, bora, 3)
    page = ada.page
    page.goto(f"{server.address}game/{game}")
    ada.is_ready()
    expect(page.locator("#conditional-moves")).to_be_hidden()
    ada.play("a3", "a4")
    page.locator("#conditional-moves").click()
    dialog = page.locator("#conditional-dialog")
    squares = dialog.locator("dama-board")
    line = dialog.locator("#conditional-line")
    expect(line).to_have_text("Your opponent moves first.")
    for origin, target, shown in (("h6", "h5", "h6-h5"), ("b3", "b4", "h6-h5 → b3-b4")):
        squares.locator(f"[data-square={origin}]").click()
        squares.locator(f"[data-square={target}]").click()
        expect(line).to_have_text(shown)
    dialog.get_by_role("button", name="Keep this line").click()
    expect(dialog.locator("#conditional-lines li")).to_have_count(1)
    for move in ("g6-g5", "c3c4"):
        dialog.get_by_label("Type a move").fill(move)
        dialog.get_by_label("Type a move").press("Enter")
        expect(dialog.locator("#conditional-line")).to_contain_text(move[:2])
    dialog.get_by_label("Type a move").fill("a1-h8")
    dialog.get_by_label("Type a move").press("Enter")
    expect(dialog.locator("#conditional-error")).to_contain_text("no piece")
    dialog.get_by_role("button", name="Keep this line").click()
    expect(dialog.locator("#conditional-lines li")).to_have_text(["h6-h5 → b3-b4, g6-g5 → c3-c4Remove"])
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#conditional-moves")).to_have_text("Conditional moves (1)")
    ask(bora.page, "POST", f"{server.address}api/v1/games/{game}/requests", {"type": "move", "ply": 2, "move": "h6-h5"})
    expect(page.locator("#record")).to_contain_text("b3-b4")
    page.locator("#conditional-moves").click()
    dialog.get_by_role("button", name="Remove: g6-g5 c3-c4").click()
    expect(dialog.locator("#conditional-lines li")).to_have_count(0)
