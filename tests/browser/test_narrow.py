"""Faults that small windows had: headers that overlap, a banner over names, an editor that is scrolled when it opens,
and pieces that cannot be seen on their board."""

import pytest
from playwright.sync_api import expect

from damaci.site.language import catalog
from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES
from tests.browser.test_accessibility import PHONE
from tests.browser.test_game import at
from tests.home.process import App

NARROW = [(320, 568), (360, 640), (640, 360)]

WIDER = [(701, 900), (820, 1180), (1061, 800)]
"""In these windows the header also has the choice of the language and, from 1061 pixels on, links to the pages."""

SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .switches")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ className, id, tagName }) =>
    `${tagName} ${id} ${className}`)"""

OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(".top :is(.brand, .doors a, button.menu, select, .icon)")];
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
  const wide = parts.some((part) => part.scrollWidth > part.clientWidth + 1) ||
    boxes.some(({ left, right }) => left < 0 || right > innerWidth);
  return wide || boxes.some((one, index) => boxes.slice(index + 1).some((other) =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom && other.top < one.bottom));
}"""

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    canvas.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => (part / 255) ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  return ["wood", "tile", "felt"].flatMap((board) => {
    document.documentElement.dataset.board = board;
    const field = light("--field-wood");
    return ["--white-top", "--black-top"].map((piece) => Math.max(field, light(piece)) / Math.min(field, light(piece)));
  });
}"""


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_header_has_room_in_small_windows(visit: Visit, app: App, locale: str) -> None:
    page = visit(at(app, level="beginner"), locale=locale).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(OVERLAPS), (width, height)
        page.locator("button.menu").click()
        expect(page.locator(".doors a").last).to_be_in_viewport()
        page.keyboard.press("Escape")
        page.evaluate("document.querySelector('#banner').textContent = 'No connection. '.repeat(5)")
        banner, name = (page.locator(place).bounding_box() for place in ("#banner", "#player-top .name"))
        assert banner
        assert name
        assert banner["y"] + banner["height"] <= name["y"]
        page.evaluate("document.querySelector('#banner').textContent = ''")


COVERED = """(text) => {
  const banner = document.querySelector("#banner");
  banner.textContent = text;
  const { left, right, top, bottom, height } = banner.getBoundingClientRect();
  const covered = ["#player-top .name", "#player-top .clock", "#player-bottom .name", "#player-bottom .clock",
    "#leave-zen", "#card"].filter((place) => {
    const one = document.querySelector(place).getBoundingClientRect();
    return one.left < right && left < one.right && one.top < bottom && top < one.bottom;
  });
  const cut = banner.scrollWidth > banner.clientWidth || left < 0 || right > innerWidth;
  return cut || height < 24 ? ["itself"] : covered;
}"""
"""The names of the elements that the banner covers, or "itself" if the banner cannot be read."""


@pytest.mark.parametrize("language", LOCALES)
def test_what_is_said_of_the_connection_is_read_in_zen_mode(visit: Visit, app: App, language: str) -> None:
    app.send("PUT", "api/preferences", {"zen": True})
    text = catalog(language).translations.gettext("The connection is lost. Trying again…")
    address = at(app, level="beginner", clock={"base": 300, "increment": 2})
    page = visit(address, locale=LOCALES[language]).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    for width, height in (*NARROW, (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED, text) == [], (width, height)


LONG_NAMES = ["Mehmet Karaosmanoğlu-Yılmaz", "Абдурахман Великотърновски"]

LONGEST_ACCOUNTS = ["Karaosmanoğlu Abdurrahim", "Великотърновски Красимир"]
"""Names of 24 letters; an account cannot have a longer one."""

FULL_NAMES = """(names) => {
  const places = [...document.querySelectorAll(".player .name")];
  places.forEach((place, index) => { place.textContent = names[index]; });
  return places.filter((place) => {
    const row = place.closest(".player").getBoundingClientRect(), who = place.parentElement.getBoundingClientRect();
    const cut = place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight + 1;
    return cut || who.top < row.top || who.bottom > row.bottom || row.bottom > innerHeight;
  }).map(({ textContent }) => textContent);
}"""
"""The names that cannot be read in full, of two that are as long as most."""


@pytest.mark.parametrize(("width", "height"), [(640, 360), (568, 320)])
@pytest.mark.parametrize("locale", LOCALES.values())
def test_long_names_are_read_in_zen_mode_held_across(
    visit: Visit, app: App, width: int, height: int, locale: str
) -> None:
    app.send("PUT", "api/preferences", {"zen": True})
    address = at(app, opponent="person", clock={"base": 300, "increment": 2})
    page = visit(address, {"width": width, "height": height}, locale=locale).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    assert page.evaluate(FULL_NAMES, LONG_NAMES) == []


CUT_BELOW = """() => [...document.querySelectorAll(".player small")]
  .filter((line) => line.scrollHeight > line.clientHeight).map((line) => line.textContent)"""
"""What is said of a player and cut at its lower edge."""


@pytest.mark.parametrize("locale", LOCALES.values())
def test_long_names_are_read_beside_the_board_on_a_desk(visit: Visit, app: App, locale: str) -> None:
    page = visit(at(app, opponent="person", clock={"base": 300, "increment": 2}), locale=locale).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    for width, height in [(1440, 900), (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FULL_NAMES, LONGEST_ACCOUNTS) == [], (width, height)
        assert page.evaluate(CUT_BELOW) == [], (width, height)


ALL_TAKEN = """() => {
  const place = document.querySelector("#player-bottom .taken");
  const disc = () => Object.assign(document.createElement("i"), { className: "chip black" });
  const number = Object.assign(document.createElement("b"), { textContent: "16" });
  place.replaceChildren(...Array.from({ length: 16 }, disc), number);
  const last = number.previousSibling;
  const width = parseFloat(getComputedStyle(last, "::after").width);
  const [shown, box] = [last, number].map((part) => part.getBoundingClientRect());
  return document.dir === "rtl" ? shown.right - width - box.right : box.left - shown.left - width;
}"""
"""The pixels between the last of sixteen discs and their number."""


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_number_of_pieces_taken_is_beside_their_discs(visit: Visit, app: App, language: str) -> None:
    address = at(app, opponent="person", clock={"base": 300, "increment": 2})
    page = visit(address, locale=LOCALES[language]).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    for width, height in (*NARROW, (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ALL_TAKEN) >= 4, (width, height)


GAPS = """() => {
  const boxes = [...document.querySelectorAll("#help-dialog li")].filter((item) => item.checkVisibility())
    .map((item) => item.getBoundingClientRect());
  return boxes.slice(1).map(({ top }, index) => Math.round(top - boxes[index].bottom));
}"""


@pytest.mark.parametrize(("width", "height", "told"), [(1440, 900, 1), (360, 640, 0), (640, 360, 0)])
def test_help_tells_of_typed_moves_where_there_is_a_field(
    visit: Visit, app: App, width: int, height: int, told: int
) -> None:
    page = visit(at(app, level="beginner"), {"width": width, "height": height}).page
    expect(page.locator(".player .name").first).not_to_be_empty()
    assert page.locator("#typed-move").is_visible() == bool(told)
    page.keyboard.press("?")
    expect(page.get_by_text("Two discs with a star")).to_be_visible()
    expect(page.get_by_text("A move can be typed as well").filter(visible=True)).to_have_count(told)
    assert set(page.evaluate(GAPS)) == {6}


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_analysis_has_room_in_small_windows(visit: Visit, app: App, locale: str) -> None:
    page = visit(f"{app.address}analysis", locale=locale).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    for width, height in [*NARROW, (568, 320)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIDEWAYS) == [], (width, height)
        page.locator("#text").click()
        expect(page.locator("#text-dialog")).to_be_visible()
        assert page.evaluate(SIDEWAYS) == [], (width, height)
        page.keyboard.press("Escape")


MANY_MISTAKES = """() => {
  for (const part of document.querySelectorAll("#reviewed, #report")) part.hidden = false;
  for (const part of document.querySelectorAll(".counts .figures")) part.textContent = "10 ??  10 ?  12 ?!";
}"""


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_counts_of_many_mistakes_leave_room_for_the_report(visit: Visit, app: App, locale: str) -> None:
    page = visit(f"{app.address}analysis", locale=locale).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    page.evaluate(MANY_MISTAKES)
    for width, height in [(360, 640), (640, 360), (568, 320)]:
        page.set_viewport_size({"width": width, "height": height})
        row = page.locator(".counts").bounding_box()
        assert row
        for part in page.locator(".counts > *").all():
            box = part.bounding_box()
            assert box
            assert row["x"] <= box["x"]
            assert box["x"] + box["width"] <= row["x"] + row["width"]


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_analysis_has_room_for_text_of_twice_the_size(visit: Visit, app: App, locale: str) -> None:
    page = visit(f"{app.address}analysis", locale=locale).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in [*NARROW, (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIDEWAYS) == [], (width, height)


def test_a_long_name_without_a_space_has_room_in_the_archive(visit: Visit, app: App) -> None:
    app.import_games(f'[White "{"W" * 100}"]\n[Black "{"Ğ" * 100}"]\n\n1. d3-d4 d6-d5 *\n')
    page = visit(f"{app.address}games").page
    expect(page.get_by_role("listitem").filter(has_text="WWW")).to_be_visible()
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIDEWAYS) == [], (width, height)


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_header_has_room_in_wider_windows(visit: Visit, app: App, locale: str) -> None:
    page = visit(f"{app.address}games", locale=locale).page
    for width, height in WIDER:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(OVERLAPS), (width, height)


def test_the_editor_opens_at_its_board(visit: Visit, app: App) -> None:
    page = visit(f"{app.address}analysis", viewport=PHONE).page
    page.locator("#edit").click()
    expect(page.locator("#editor")).to_be_visible()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pieces_are_seen_on_every_board(visit: Visit, app: App, scheme: str) -> None:
    page = visit(f"{app.address}learn", color_scheme=scheme).page
    assert min(page.evaluate(CONTRASTS)) > 1.45


TASKS = ["learn/most-1", "learn/practice/blocking", "puzzles/go/daily?ruleset=turkish&theme=", "endings"]

UNDER_THE_HEADER = """() => {
  const header = document.querySelector(".top").getBoundingClientRect();
  const parts = [...document.querySelectorAll("dama-board, main h1, main .crumbs, main .card, main .said")];
  return parts.filter((part) => {
    const { left, right, top, width } = part.getBoundingClientRect();
    return width > 1 && top < header.bottom && left < header.right && header.left < right;
  }).map(({ tagName, className }) => `${tagName} ${className}`);
}"""


@pytest.mark.parametrize("path", TASKS)
@pytest.mark.parametrize("locale", LOCALES.values())
def test_a_board_is_as_high_as_a_phone_held_across(visit: Visit, app: App, path: str, locale: str) -> None:
    page = visit(f"{app.address}{path}", {"width": 640, "height": 360}, locale=locale).page
    expect(page.get_by_role("gridcell")).to_have_count(64)
    board = page.locator("dama-board").bounding_box()
    assert board
    assert (board["y"], board["width"], board["height"]) == (0, 360, 360)
    assert page.evaluate(UNDER_THE_HEADER) == []
    assert page.evaluate(SIDEWAYS) == []
