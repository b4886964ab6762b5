"""The board and the game that pages of other people embed."""

import io
import random
import threading
import uuid
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from damaci import Game
from damaci.notation.pdn import Line, Node, PdnGame, write_game
from damaci.notation.pdn import read as read_pdn
from damaci.rules.catalogue import RULESETS
from damaci.services.tree import Branch, tree_of
from damaci.site.language import catalog
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import violations
from tests.wasm.runtime import kernel as built_kernel
from tools.site import embed
from tools.site.pages import texts_of
from tools.site.statics import gather, write_statics
from tools.site.tree import Tree

GAMES = 40
PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Somebody's page</title>{head}
<link rel="icon" href="data:,"><script type="module" src="../embed/dama.js"></script><main>{body}</main></html>"""


class Handler(SimpleHTTPRequestHandler):
    """A plain file server that logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of the embedded elements only."""
    folder = tmp_path_factory.mktemp("embed")
    tree = Tree(folder / "site")
    assets = gather(folder / "static")
    static = write_statics(tree, assets)
    kernel = tree.copy(built_kernel(), "kernel/kernel.wasm")
    texts = {language: tree.write(f"texts/{language}.json", texts_of(catalog(language))) for language in ("tr",)}
    embed.write_embed(tree, assets, static, kernel, texts)
    return tree.root


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


class Somebody:
    """A page of another site, with embedded elements."""

    def __init__(self, site: Path, address: str, visit: Visit) -> None:
        self._site = site
        self._address = address
        self._visit = visit

    def write(self, body: str, language: str = "en", head: str = "") -> Page:
        # Contexts are reused, and their browsers may have cached another page of this name.
        name = f"theirs/{uuid.uuid4().hex}.html"
        (self._site / name).parent.mkdir(exist_ok=True)
        (self._site / name).write_text(PAGE.format(language=language, head=head, body=body), encoding="utf-8")
        return self._visit(f"{self._address}{name}").page


@pytest.fixture
def somebody(site: Path, address: str, visit: Visit) -> Somebody:
    return Somebody(site, address, visit)


def square(page: Page, name: str) -> str:
    """The accessible name of a square."""
    return page.locator(f"[data-square={name}]").get_attribute("aria-label") or ""


def test_a_position_is_shown_and_read_out(somebody: Somebody) -> None:
    page = somebody.write('<dama-board fen="W:Wd3,Ke4:Bd6" last="d2-d3" orientation="black"></dama-board>')
    expect(page.get_by_role("gridcell")).to_have_count(64)
    assert square(page, "e4") == "e4, white dama"
    assert square(page, "d3") == "d3, white man, last move"
    assert page.get_by_role("gridcell").first.get_attribute("data-square") == "h1"
    page.locator("dama-board").evaluate("board => board.setAttribute('fen', 'B:Wa1:BKh8')")
    assert square(page, "h8") == "h8, black dama"


def test_a_text_that_is_no_position_is_named(somebody: Somebody) -> None:
    page = somebody.write('<dama-board fen="e4"></dama-board><dama-game>1. d3-d5 *</dama-game>')
    expect(page.get_by_text("e4: expected a FEN such as")).to_be_visible()
    expect(page.get_by_text("ply 1, d3-d5: not a legal move")).to_be_visible()


def test_a_game_is_replayed_by_keyboard_and_buttons(somebody: Somebody) -> None:
    page = somebody.write('<dama-game src="../embed/example.pdn"></dama-game>')
    expect(page.get_by_text("White – Black, Damacı, 1-0")).to_be_visible()
    page.get_by_role("button", name="One move forward").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("2, White: e3-e4")
    assert square(page, "e4") == "e4, white man, last move"
    page.get_by_role("button", name="2, White: d3-d4").click()
    expect(page.get_by_role("status")).to_have_text("2, White: d3-d4. is quieter.")
    assert square(page, "e4") == "e4, empty"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    expect(page.get_by_role("status")).to_have_text("10, White: e5xg7")
    expect(page.get_by_role("button", name="10, White: e5xg7")).to_have_attribute("aria-current", "true")
    page.keyboard.press("f")
    assert page.get_by_role("gridcell").first.get_attribute("data-square") == "h1"


def test_it_speaks_the_language_of_the_page(somebody: Somebody) -> None:
    page = somebody.write("<dama-game>1. d3-d4 *</dama-game>", language="tr")
    expect(page.get_by_role("button", name="Tahtayı çevir")).to_be_visible()
    assert square(page, "d3") == "d3, beyaz yoz"


@pytest.mark.parametrize("width", [360, 1200])
def test_it_fits_and_is_accessible(somebody: Somebody, width: int) -> None:
    page = somebody.write('<h1>Mine</h1><dama-game src="../embed/example.pdn"></dama-game>')
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.get_by_role("button", name="10, White: e5xg7")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


def test_its_moves_are_those_of_the_program(somebody: Somebody, site: Path) -> None:
    """Written games of every ruleset, with variations, become the same trees as they do in Python."""
    games = [game(list(RULESETS)[number % len(RULESETS)], random.Random(number)) for number in range(GAMES)]
    page = somebody.write("<dama-board></dama-board>")
    expect(page.get_by_role("gridcell")).to_have_count(64)
    seen = page.evaluate(READ, [[write_game(each) for each in games], static_of(site)])
    for record, nodes in zip(games, seen, strict=True):
        [again] = read_pdn(io.StringIO(write_game(record)))
        assert nodes == [fields(branch) for branch in tree_of(again).nodes]


READ = """async ([texts, base]) => {
    const { readPdn } = await import(base + "/embed/pdn.js");
    const { played } = await import(base + "/embed/record.js");
    const rules = document.querySelector("dama-board").rules;
    const walk = (node, parent, out) => {
        let at = node, index = parent;
        while (at.children.length > 0) {
            const [main, ...others] = at.children;
            const here = out.push([index, main.path, main.captured, main.fen, main.comment]) - 1;
            for (const other of others) {
                const first = out.push([index, other.path, other.captured, other.fen, other.comment]) - 1;
                walk(other, first, out);
            }
            at = main;
            index = here;
        }
        return out;
    };
    return texts.map((text) => {
        const record = played(readPdn(text), rules, "turkish");
        if (record.fault) throw new Error(record.fault);
        return walk(record.root, -1, []);
    });
}"""


def static_of(site: Path) -> str:
    """The folder of the static files, relative to a page in `theirs`."""
    [folder] = (site / "static").iterdir()
    return f"../static/{folder.name}"


def fields(branch: Branch) -> list[object]:
    """The fields of a move that the script has too."""
    return [branch.parent, branch.path, branch.captured, branch.fen, branch.comment]


def game(ruleset: str, chance: random.Random) -> PdnGame:
    """A random game with some variations of one move."""
    played = Game(ruleset)
    nodes: list[Node] = []
    while len(nodes) < 60 and not played.outcome():
        moves = list(played.legal_moves)
        move = chance.choice(moves)
        node = Node(move)
        if chance.random() < 0.2:
            node.variations.append(Line([Node(chance.choice(moves), comments=["or so"])]))
        nodes.append(node)
        played.push(move)
    return PdnGame(Game(ruleset).position, {}, Line(nodes), "*")


@pytest.mark.parametrize("fen", ["w:wd2,h2:bd3,ka8.", "W:Bd3,Ka8:WD2,H2"])
def test_a_game_begins_from_any_fen_that_the_program_reads(somebody: Somebody, fen: str) -> None:
    page = somebody.write(f'<dama-game>[FEN "{fen}"]\n1. d2xd4 *</dama-game>')
    page.get_by_role("button", name="1, White: d2xd4").click()
    assert square(page, "d4") == "d4, white man, last move"
    assert square(page, "a8") == "a8, black dama"


def test_a_game_that_begins_from_no_position_says_so(somebody: Somebody) -> None:
    page = somebody.write('<dama-game>[FEN "e4"] 1. d2-d3 *</dama-game>')
    expect(page.get_by_text("e4: expected a FEN such as")).to_be_visible()


def test_a_game_that_is_moved_in_the_page_goes_one_move_for_one_key(somebody: Somebody) -> None:
    page = somebody.write("<dama-game>1. d3-d4 d6-d5 2. d4xd8 e7-d7 *</dama-game>")
    expect(page.get_by_role("button", name="2, White: d4xd8")).to_be_attached()
    page.locator("dama-game").evaluate("game => { game.remove(); document.body.append(game); }")
    page.get_by_role("button", name="One move forward").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("1, White: d3-d4")


def listeners(page: Page) -> int:
    """The number of event listeners of the document and the window."""
    session = page.context.new_cdp_session(page)
    count = 0
    for each in ("document", "window"):
        found = session.send("Runtime.evaluate", {"expression": each})["result"]["objectId"]
        count += len(session.send("DOMDebugger.getEventListeners", {"objectId": found})["listeners"])
    session.detach()
    return count


def test_a_board_that_is_removed_listens_to_the_page_no_more(somebody: Somebody) -> None:
    page = somebody.write("<dama-board></dama-board>")
    expect(page.get_by_role("gridcell")).to_have_count(64)
    before = listeners(page)
    page.evaluate("""() => {
        for (const name of ['dama-board', 'dama-game', 'dama-board']) {
            const element = document.body.appendChild(document.createElement(name));
            element.remove();
            document.body.append(element);
            element.remove();
        }
    }""")
    assert listeners(page) == before


def test_of_two_games_the_one_that_was_asked_for_last_is_shown(somebody: Somebody) -> None:
    page = somebody.write("<dama-game>1. a3-a4 *</dama-game>")
    held: list[Route] = []
    page.route("**/slow.pdn", lambda route: held.append(route))
    page.route("**/fast.pdn", lambda route: route.fulfill(body="1. d3-d4 *"))
    game = page.locator("dama-game")
    with page.expect_request("**/slow.pdn"):
        game.evaluate("game => game.setAttribute('src', 'slow.pdn')")
    game.evaluate("game => game.setAttribute('src', 'fast.pdn')")
    expect(page.get_by_role("button", name="1, White: d3-d4")).to_be_visible()
    with page.expect_response("**/slow.pdn"):
        held[0].fulfill(body="1. h3-h4 *")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    expect(page.get_by_role("button", name="1, White: d3-d4")).to_be_visible()


def test_a_file_that_is_missing_does_not_leave_the_game_before_it(somebody: Somebody, visit: Visit) -> None:
    page = somebody.write('<dama-game>[White "Ada"] 1. d3-d4 *</dama-game>')
    expect(page.locator(".heading")).to_have_text("Ada – ?")
    page.locator("dama-game").evaluate("game => game.setAttribute('src', 'none.pdn')")
    expect(page.get_by_text("none.pdn: 404")).to_be_visible()
    expect(page.get_by_role("button", name="1, White: d3-d4")).to_have_count(0)
    expect(page.locator(".heading")).to_have_text("")
    assert square(page, "d3") == "d3, empty"
    page.locator("dama-game").evaluate("game => game.removeAttribute('src')")
    expect(page.get_by_role("button", name="1, White: d3-d4")).to_be_visible()
    expect(page.get_by_text("none.pdn: 404")).to_be_hidden()
    visit.forgive()  # Chromium's message about the answer with status 404


def test_coordinates_that_are_taken_away_are_as_at_first(somebody: Somebody) -> None:
    page = somebody.write('<dama-board coordinates="none"></dama-board>')
    inner = page.locator("dama-squares")
    expect(inner).to_have_attribute("data-coordinates", "none")
    page.locator("dama-board").evaluate("board => board.removeAttribute('coordinates')")
    expect(inner).to_have_attribute("data-coordinates", "inside")


def test_a_game_whose_text_comes_after_it_is_shown(somebody: Somebody) -> None:
    page = somebody.write("<dama-game></dama-game>")
    expect(page.get_by_role("gridcell")).to_have_count(64)
    page.locator("dama-game").evaluate("game => game.append('1. d3-d4')")
    expect(page.get_by_role("button", name="1, White: d3-d4")).to_be_visible()
    page.locator("dama-game").evaluate("game => game.firstChild.data = '1. h3-h4'")
    expect(page.get_by_role("button", name="1, White: h3-h4")).to_be_visible()


def test_a_page_whose_policy_forbids_webassembly_is_told(somebody: Somebody, visit: Visit) -> None:
    policy = "<meta http-equiv='Content-Security-Policy' content=\"script-src 'self'\">"
    page = somebody.write("<dama-board></dama-board><dama-game></dama-game>", head=policy)
    told = page.get_by_role("alert").filter(has_text="wasm-unsafe-eval")
    expect(told).to_have_count(2)
    visit.forgive()  # Chromium's message about the policy


def test_a_page_whose_policy_is_that_of_the_documentation_has_a_board(somebody: Somebody, address: str) -> None:
    site = address.rstrip("/")
    allowed = f"style-src {site}; img-src {site} data:; connect-src {site}"
    policy = f"default-src 'none'; script-src {site} 'wasm-unsafe-eval'; {allowed}"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    page = somebody.write('<dama-game src="../embed/example.pdn"></dama-game>', head=head)
    page.get_by_role("button", name="2, White: e3-e4").click()
    assert square(page, "e4") == "e4, white man, last move"
