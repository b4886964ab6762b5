"""A broadcast in real browsers: an owner creates it, a phone at the board enters moves, and others see them live."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.locales import LOCALES, by_day
from tests.browser.table import Table
from tests.browser.test_accessibility import DESK, PHONE, violations
from tests.browser.test_club import sign_up
from tests.browser.test_fit import cut
from tests.online.cluster import Process
from tests.online.process import Client

CUP = "Konya Büyükşehir Belediyesi Türk Daması Birinciliği 2026"
LONG = "Mehmet Alparslan Karaosmanoğlu-Yıldırımtürk, Kahramanmaraş"
"""A name that is nearly as long as names may be."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(str(tmp_path_factory.mktemp("broadcasts")), accounts="open")
    process.start()
    yield process
    process.close()


class Event:
    """A broadcast with one board, created without a browser."""

    def __init__(self, server: Process, name: str, white: str = "Ada", black: str = "Bora") -> None:
        self.owner = Client(server.address)
        self.owner.send("POST", "/api/v1/account", {"name": name, "passphrase": "a long passphrase"})
        self.id = self.owner.send("POST", "/api/v1/broadcasts", {"name": f"{name} Cup"})["id"]
        self.place = f"/api/v1/broadcasts/{self.id}"
        self.page = f"{server.address}/broadcasts/{self.id}"
        self.game = self.owner.send("POST", f"{self.place}/boards", {"white": white, "black": black})["game"]

    def link(self) -> str:
        url: str = self.owner.send("POST", f"{self.place}/boards/1/1/link")["url"]
        return url


def enters(visit: Visit, link: str, **options: object) -> Table:
    table = visit(link, viewport=PHONE, has_touch=True, **options)
    table.page.wait_for_url("**/enter/*")
    table.is_ready()
    return table


STAYS = """() => [...document.querySelectorAll(".player")].every((player) =>
  player.querySelector(".who").offsetHeight <= player.offsetHeight)"""
"""Whether each name fits into its row. A higher one would be under the card or the buttons."""


def last_move(page: Page) -> Locator:
    return page.locator(".small-boards .notation").first


def test_an_owner_makes_a_broadcast_and_a_phone_enters_a_game(server: Process, visit: Visit) -> None:
    owner = visit(f"{server.address}/tournaments").page
    sign_up(owner, "Hakem")
    owner.goto(f"{server.address}/tournaments")
    owner.get_by_role("link", name="Broadcasts").click()
    owner.get_by_label("Name of the tournament or match").fill("Konya 2026")
    owner.get_by_role("button", name="Begin the broadcast").click()
    owner.get_by_label("White").fill("Ada")
    owner.get_by_label("Black").fill("Bora")
    owner.get_by_role("button", name="Add the board").click()
    owner.get_by_role("button", name="Make a link").click()
    link = owner.get_by_role("textbox", name="Link of this board").input_value()
    expect(owner.get_by_role("img", name="The link, to be scanned")).to_be_visible()
    owner.get_by_role("button", name="Close", exact=True).last.click()
    expect(owner.get_by_role("button", name="Withdraw the link")).to_be_visible()
    assert "#" in link
    viewer = visit(f"{server.address}/broadcasts").page
    viewer.get_by_role("link", name=re.compile("Konya 2026")).click()
    expect(viewer.locator(".small-boards li")).to_have_count(1)
    phone = enters(visit, link)
    phone.page.evaluate("window.here = true")
    viewer.evaluate("window.here = true")
    phone.play("d3", "d4")
    expect(last_move(viewer)).to_have_text("1. d3-d4")
    phone.play("a6", "a5")
    expect(last_move(viewer)).to_have_text("1… a6-a5")
    phone.page.get_by_role("button", name="Take back").click()
    expect(last_move(viewer)).to_have_text("1. d3-d4")
    phone.page.get_by_role("button", name="Take back").click()
    phone.has_moves(0)
    phone.play("e3", "e4")
    expect(last_move(viewer)).to_have_text("1. e3-e4")
    phone.page.get_by_role("button", name="Result…").click()
    phone.page.get_by_role("button", name="Black won on time").click()
    expect(last_move(viewer)).to_have_text("0 – 1")
    phone.page.get_by_role("button", name="Correct…").click()
    phone.page.get_by_role("button", name="Take it back").click()
    phone.hears("Black to move")
    phone.has_moves(1)
    expect(last_move(viewer)).to_have_text("1. e3-e4")
    viewer.locator(".small-boards a").click()
    spectator = Table(viewer)
    spectator.has_moves(1)
    phone.play("h6", "h5")
    spectator.has_moves(2)
    expect(viewer.get_by_role("link", name="All boards")).to_be_visible()
    expect(viewer.get_by_role("button", name="Take back")).to_have_count(0)


def test_a_killed_phone_and_a_killed_server_lose_nothing(server: Process, visit: Visit) -> None:
    event = Event(server, "Kemal")
    viewer = visit(event.page).page
    expect(viewer.locator(".small-boards li")).to_have_count(1)
    link = event.link()
    phone = enters(visit, link)
    phone.play("d3", "d4")
    expect(last_move(viewer)).to_have_text("1. d3-d4")
    phone.stands("a6", "black man")
    expect(phone.status("Black to move")).to_be_visible()
    server.kill()
    expect(phone.page.locator("#banner")).not_to_be_empty()
    phone.play("a6", "a5")
    expect(phone.status("Not sent yet")).to_be_visible()
    context = phone.page.context
    address = phone.page.url
    phone.page.close()
    server.start()
    again = Table(context.new_page())
    again.page.goto(address)
    again.has_moves(2)
    expect(last_move(viewer)).to_have_text("1… a6-a5")
    again.play("e3", "e4")
    expect(last_move(viewer)).to_have_text("2. e3-e4")
    again.page.reload()
    again.has_moves(3)
    event.owner.send("DELETE", f"{event.place}/boards/1/1/link")
    expect(viewer.locator(".small-boards .told")).to_have_text("unfinished")
    assert again.page.evaluate("Object.keys(localStorage).filter(key => key.includes('entered'))") == []


def test_with_a_new_link_the_former_one_leads_nowhere(server: Process, visit: Visit) -> None:
    event = Event(server, "Leman")
    former = event.link()
    phone = enters(visit, former)
    event.link()
    phone.play("d3", "d4")
    expect(phone.page.get_by_text("This link is not valid any more.")).to_be_visible()
    phone.page.goto("about:blank")
    phone.page.goto(former)
    expect(phone.page.get_by_text("This link is not valid any more.")).to_be_visible()
    visit.complaints[:] = [each for each in visit.complaints if "404" not in each]


def test_a_broadcast_leads_to_its_tournament_and_back(server: Process, visit: Visit) -> None:
    event = Event(server, "Nermin")
    wish = {"name": CUP, "starts": time.time() + 3600}
    cup = event.owner.send("POST", "/api/v1/tournaments", wish)["id"]
    owner = visit(f"{server.address}/learn", viewport=PHONE).page
    name, value = event.owner.session.split("=", 1)
    owner.context.add_cookies([{"name": name, "value": value, "url": server.address}])
    for address in (f"{server.address}/broadcasts", f"{event.page}/desk"):
        owner.goto(address)
        expect(owner.get_by_label("Tournament on this server")).to_be_visible()
        assert cut(owner) == []
    with owner.expect_response("**/tournament"):
        owner.get_by_label("Tournament on this server").select_option(CUP)
    viewer = visit(f"{server.address}/tournaments/{cup}").page
    viewer.get_by_role("link", name="Broadcast: Nermin Cup").click()
    expect(viewer.locator(".small-boards li")).to_have_count(1)
    viewer.get_by_role("link", name=f"Tournament: {CUP}").click()
    expect(viewer.locator("h1")).to_have_text(CUP)


def test_names_keep_their_own_digits(server: Process, visit: Visit) -> None:
    Event(server, "Hakem 007")
    page = visit(f"{server.address}/broadcasts", locale=LOCALES["ar"]).page
    row = page.get_by_role("listitem").filter(has_text="Hakem 007 Cup")
    expect(row.locator("bdi")).to_have_text("Hakem 007")
    expect(row).to_contain_text("١")


def test_a_visitor_reports_a_broadcast(server: Process, visit: Visit) -> None:
    event = Event(server, "Osman")
    page = visit(event.page, viewport=PHONE).page
    page.get_by_role("button", name="Report", exact=True).click()
    assert violations(page) == []
    page.get_by_label("What happened?").fill("These are no names.")
    with page.expect_response("**/report") as answered:
        page.get_by_role("button", name="Send the report").click()
    assert answered.value.status == 204
    expect(page.get_by_text("The operator of this server will look at it.")).to_be_visible()
    expect(page.locator("#banner")).to_have_css("background-color", "rgb(18, 112, 124)")  # the accent colour: success


@pytest.mark.parametrize(("window", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize("language", by_day(*LOCALES))
def test_the_pages_fit_and_are_accessible_in_every_language(
    server: Process, visit: Visit, window: dict[str, int], scheme: str, language: str
) -> None:
    event = Event(server, f"{language}{scheme}", LONG, LONG)
    event.owner.send("POST", f"{event.place}/boards", {"round": 2, "white": "Ada", "black": "Bora"})
    options = {"viewport": window, "color_scheme": scheme, "locale": LOCALES[language]}
    page = visit(f"{event.page}?round=1", **options).page
    expect(page.locator(".small-boards .told")).not_to_be_empty()
    sound(page)
    page.goto(event.link())
    expect(page.locator("#headline")).not_to_be_empty()
    sound(page, LONG)
    names_have_room(page)
    page.locator("#conclude").click()
    sound(page, LONG)
    name, value = event.owner.session.split("=", 1)
    page.context.add_cookies([{"name": name, "value": value, "url": server.address}])
    for address in (f"{server.address}/broadcasts", f"{event.page}/desk"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        sound(page)


def names_have_room(page: Page) -> None:
    """Checks that the names fit, also on a phone that is held across, and that a name that is cut off keeps its
    beginning."""
    expect(page.locator("#player-bottom .name")).to_have_css("direction", "ltr")
    size = page.viewport_size
    assert size
    assert page.evaluate(STAYS)
    page.set_viewport_size({"width": 640, "height": 360})
    assert page.evaluate(STAYS)
    page.set_viewport_size(size)


def sound(page: Page, shortened: str = "-") -> None:
    """Checks that the page is accessible and cuts nothing off. `shortened`: a name that the page of a game may cut
    off."""
    assert violations(page) == []
    assert [each for each in cut(page) if shortened not in each] == []
