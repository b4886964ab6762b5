"""The arbiter's desk on the site without a server: Python in the browser pairs, computes standings, and reads and
writes report files."""

from pathlib import Path

from playwright.sync_api import Page, expect

from damaci.book import ballots
from damaci.tournament.standings import standings
from damaci.tournament.trf import read_trf
from tests.browser.conftest import DESK, Visit
from tests.browser.site_server import SiteServer
from tests.browser.test_accessibility import violations

NAMES = [f"Player {number}" for number in range(1, 9)]
RESULTS = {"1": "1 – 0", "=": "½ – ½", "2": "0 – 1"}
"""The results, by the keys that enter them."""


def opened(page: Page, served: SiteServer, name: str, report: Path | None = None) -> None:
    """Opens a tournament of three rounds with ballots, from a report file if there is one."""
    page.goto(f"{served.address}en/tournaments.html")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_text("Tie-breaks, forfeits, ballots").click()
    page.get_by_label("Draw the first moves of each round").check()
    if report:
        page.locator("#report").set_input_files(report)
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def view(page: Page, name: str) -> None:
    page.locator(".tabs").get_by_role("link", name=name, exact=True).click()
    expect(page.locator(".tabs [aria-current=page]")).to_have_text(name)


def enter_players(page: Page) -> None:
    view(page, "Players")
    page.locator("#enter textarea").fill("\n".join(f"{name} {1900 - 10 * at}" for at, name in enumerate(NAMES)))
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(".people tbody tr")).to_have_count(8)


def pair(page: Page, round: int) -> list[str]:
    """Pairs a round, and returns the pairs."""
    view(page, "Round")
    page.get_by_role("button", name=f"Pair round {round}", exact=True).click()
    expect(page.locator("#boards")).to_have_attribute("data-round", str(round))
    drawn = page.get_by_text("Ballot: ").inner_text().removeprefix("Ballot: ")
    assert drawn in {" ".join(each.moves) for each in ballots("turkish")}
    return pairs(page)


def pairs(page: Page) -> list[str]:
    names = page.locator("#boards tbody bdi").all_text_contents()
    return [f"{white} – {black}" for white, black in zip(names[::2], names[1::2], strict=True)]


def score(page: Page, keys: str) -> None:
    """Enters the results of a round by keys, and waits until all of them are stored."""
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("#open")).to_have_text("All results are in.")
    expect(page.locator("#boards .result button")).to_have_text([RESULTS[key] for key in keys])


def table(page: Page) -> list[list[str]]:
    view(page, "Standings")
    rows = page.locator(".standings tbody tr").all()
    return [row.locator(":is(td, th > bdi)").all_text_contents() for row in rows]


def report_of(page: Page, folder: Path) -> Path:
    """Downloads the report file, and returns its path."""
    view(page, "Papers")
    with page.expect_download() as download:
        page.get_by_role("link", name="Report file (TRF)").click()
    download.value.save_as(folder / "report.trf")
    return folder / "report.trf"


def test_a_tournament_in_the_browser(visit: Visit, served: SiteServer, tmp_path: Path) -> None:
    page = visit(f"{served.address}en/tournaments.html", viewport=DESK).page
    opened(page, served, "Friday evening")
    enter_players(page)
    first = pair(page, 1)
    assert sorted(" – ".join(first).split(" – ")) == NAMES
    score(page, "1=21")
    page.reload()
    expect(page.locator("#boards .result button")).to_have_text([RESULTS[key] for key in "1=21"])
    assert pairs(page) == first
    second = pair(page, 2)
    assert not {*first} & {*second}
    score(page, "=121")
    assert violations(page) == []
    before = table(page)
    page.reload()
    assert table(page) == before

    file = report_of(page, tmp_path)
    report = read_trf(file.read_bytes())
    assert report.table.rounds == 2
    expected = [(each.player.name, each.points) for each in standings(report.table)]
    assert [(row[1], points(row[3])) for row in before] == expected
    third = pair(page, 3)

    opened(page, served, "The same again", file)
    assert table(page) == before
    assert pair(page, 3) == third


def points(text: str) -> float:
    return float(text.replace("½", ".5"))


def test_the_arbiter_corrects_reorders_and_undoes_in_the_browser(visit: Visit, served: SiteServer) -> None:
    page = visit(f"{served.address}en/tournaments.html", viewport=DESK).page
    opened(page, served, "Saturday evening")
    enter_players(page)
    pair(page, 1)
    score(page, "1111")
    pair(page, 2)
    view(page, "Standings")
    page.get_by_role("button", name="Order of the tie-breaks…").click()
    page.get_by_label("Tie-break 1").select_option("WON")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".standings thead th").nth(4)).to_have_text("Games won")
    view(page, "Round")
    page.get_by_role("button", name="Undo this pairing…").click()
    page.get_by_role("button", name="Undo the pairing", exact=True).click()
    expect(page.locator("#boards")).to_have_attribute("data-round", "1")
    page.reload()
    expect(page.get_by_role("button", name="Pair round 2", exact=True)).to_be_visible()
    view(page, "Log")
    expect(page.locator(".log .undone")).to_have_count(1)
    expect(page.locator(".log li").first).to_contain_text("with the games of the round")
