"""How the game looks and sounds: boards, pieces, sounds, the voice."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_game import at
from tests.home.process import App

COUNT_NOTES = """() => {
    const seen = document.documentElement.dataset;
    seen.notes = "0";
    const create = BaseAudioContext.prototype.createOscillator;
    BaseAudioContext.prototype.createOscillator = function () {
        seen.notes = `${Number(seen.notes) + 1}`;
        return create.call(this);
    };
}"""
COLLECT_WORDS = (
    "() => { window.words = []; speechSynthesis.speak = ({ text, lang }) => window.words.push([lang, text]); }"
)


def colours(page: Page) -> list[str]:
    """The colours of the field and of the sets of pieces."""
    return page.evaluate(
        """() => [getComputedStyle(document.querySelector('.field')).backgroundColor,
            ...['turned', 'flat', 'fluted'].map(name =>
                getComputedStyle(document.documentElement).getPropertyValue(`--${name}`))]"""
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boards_and_pieces_are_chosen_and_stay(visit: Visit, app: App, scheme: str) -> None:
    table = visit(at(app, opponent="person"), color_scheme=scheme)
    table.is_ready()
    table.press("Settings")
    dialog = table.page.get_by_role("dialog", name="Settings")
    seen = set()
    for board, pieces in (("tile", "flat"), ("felt", "fluted"), ("wood", "turned")):
        for name, choice in (("board", board), ("pieces", pieces)):
            with table.page.expect_response("**/api/preferences"):
                dialog.locator(f'[name="{name}"][value="{choice}"]').check()
        field, *sets = colours(table.page)
        seen.add(field)
        assert [name for name, shown in zip(("turned", "flat", "fluted"), sets, strict=True) if shown == "inline"] == [
            pieces
        ]
    assert len(seen) == 3
    table.page.reload()
    table.is_ready()
    assert colours(table.page)[0] == field


def test_moves_and_captures_and_the_end_are_heard(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", fen="W:Wd2,h2:Bd4"))
    table.is_ready()
    table.page.evaluate(COUNT_NOTES)
    # A move has two notes, a capture four, and the end four more.
    for origin, target, notes in (("h2", "h3", 2), ("d4", "d3", 4), ("d2", "d4", 12)):
        table.play(origin, target)
        expect(table.page.locator("html")).to_have_attribute("data-notes", str(notes))
    table.hears("White wins")


def test_who_is_short_of_time_hears_it_once(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person", clock={"base": 15, "increment": 0}))
    table.is_ready()
    table.page.evaluate(COUNT_NOTES)
    # The clock starts at the third ply; each side is warned on its first turn with a running clock.
    for origin, target, notes in (("d3", "d4", 2), ("a6", "a5", 6), ("e3", "e4", 10)):
        table.play(origin, target)
        expect(table.page.locator("html")).to_have_attribute("data-notes", str(notes))
    table.hears("Black to move")


def test_who_wants_silence_has_it(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"sounds": False})
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.page.evaluate(COUNT_NOTES)
    table.play("d3", "d4")
    table.has_moves(1)
    expect(table.page.locator("html")).to_have_attribute("data-notes", "0")


def test_the_answer_is_spoken_if_wanted(visit: Visit, app: App) -> None:
    app.send("PUT", "api/preferences", {"speech": True, "pause": False})
    table = visit(at(app, level="beginner"))
    table.is_ready()
    table.page.evaluate(COLLECT_WORDS)
    table.play("d3", "d4")
    table.has_moves(2)
    expected = table.moves()[1].removeprefix("Black: ").replace("-", " ")
    table.page.wait_for_function("words.length")
    assert table.page.evaluate("words") == [["en", expected]]


def test_volume_is_set_with_keys(visit: Visit, app: App) -> None:
    table = visit(at(app, opponent="person"))
    table.is_ready()
    table.press("Settings")
    volume = table.page.get_by_role("slider", name="Volume")
    expect(volume).to_have_value("60")
    with table.page.expect_response("**/api/preferences"):
        volume.press("ArrowRight")
    table.page.reload()
    table.is_ready()
    table.press("Settings")
    expect(volume).to_have_value("65")
