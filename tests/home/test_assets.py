"""Static files: cached for ever, at an address that changes with their content."""

import re
from pathlib import Path

import pytest

from damaci.site.assets import ROOT, Assets, version
from damaci.site.comments import without_comments
from tests.home.conftest import Browser


def test_a_file_is_served_to_be_kept_for_ever(browser: Browser) -> None:
    answer = browser.get(Assets().url("shell.js"))
    assert answer.text == without_comments((ROOT / "shell.js").read_text(encoding="utf-8"))
    assert answer.headers["content-type"].startswith("text/javascript")
    assert {"immutable", "public", "max-age=31536000"} == set(answer.headers["cache-control"].split(", "))


def test_every_file_has_a_type_that_browsers_take(browser: Browser) -> None:
    types = {
        "css": "text/css",
        "jpg": "image/jpeg",
        "js": "text/javascript",
        "png": "image/png",
        "svg": "image/svg+xml",
        "webmanifest": "application/manifest+json",
    }
    for path in (path for path in ROOT.rglob("*") if path.is_file()):
        answer = browser.get(Assets().url(path.relative_to(ROOT).as_posix()))
        assert answer.headers["content-type"].partition(";")[0] == types[path.suffix[1:]]


@pytest.mark.parametrize("path", ["no.js", "../app.py", "..%2fapp.py", "%2e%2e/app.py", "css", ""])
def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    assert browser.get(f"{Assets().base}/{path}").status_code == 404


def test_an_old_address_is_gone(browser: Browser) -> None:
    assert browser.get("/static/000000000000/shell.js").status_code == 404


def test_the_version_tells_contents_and_names_apart(tmp_path: Path) -> None:
    seen = {version(tmp_path)}
    for name, text in (("a", "x"), ("a", "y"), ("b", "y")):
        (tmp_path / name).write_text(text)
        seen.add(version(tmp_path))
    assert len(seen) == 4
    assert version(tmp_path) in seen


def test_a_misspelt_file_is_an_error_at_once() -> None:
    with pytest.raises(FileNotFoundError, match=r"shel\.js"):
        Assets().url("shel.js")


def test_the_modules_behind_a_module_are_known() -> None:
    assets = Assets()
    game = assets.modules("game/main.js")
    assert assets.url("board/element.js") in game
    assert assets.url("preferences.js") in game
    assert assets.url("game/main.js") not in game
    assert len(game) == len(set(game)) > 30


def test_the_style_sheets_of_a_folder_come_in_one(browser: Browser) -> None:
    answer = browser.get(Assets().sheets("board"))
    assert without_comments((ROOT / "board/squares.css").read_text(encoding="utf-8")) in answer.text
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    with pytest.raises(FileNotFoundError, match="bord"):
        Assets().sheets("bord")
    assert browser.get(f"{Assets().base}/sheets/bord.css").status_code == 404


def test_a_style_sheet_names_files_that_are_there() -> None:
    for sheet in ROOT.rglob("*.css"):
        for address in re.findall(r'url\("([^"]+)"\)', sheet.read_text()):
            assert address.startswith("../")
            assert (sheet.parent / address).is_file()


def test_a_sheet_is_one_component() -> None:
    lengths = {sheet.relative_to(ROOT).as_posix(): sheet.read_text().count("\n") for sheet in ROOT.rglob("*.css")}
    assert {name: lines for name, lines in lengths.items() if lines > 200} == {}
