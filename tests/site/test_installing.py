"""The files that make an app's pages installable, and the page that is shown while the app cannot be reached."""

import json

import pytest

from damaci.home.addresses import ADDRESSES as HOME
from damaci.home.services import INSTALL
from damaci.languages import LANGUAGES
from damaci.online.addresses import WITH_STUDY
from damaci.online.installs import STUDIED, WITH_SITE
from damaci.site.announcement import Announcement
from damaci.site.assets import Assets
from damaci.site.installing import INSTALLABLE, Installer
from damaci.site.rendering import Renderer
from tools.catalogues import compile_all

compile_all()
ASSETS = Assets()
AT_HOME = Installer(Renderer(ASSETS, HOME, INSTALLABLE), INSTALL)
ONLINE = Installer(Renderer(ASSETS, WITH_STUDY, WITH_SITE), STUDIED)


def kept(worker: str) -> dict[str, object]:
    """The list of cached files in a service worker."""
    found: dict[str, object] = json.loads(worker.partition(";\n")[0].removeprefix("self.KEPT = "))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_is_in_the_language_and_names_files_that_are_there(language: str) -> None:
    described = json.loads(ONLINE.manifest(language))
    assert (described["lang"], described["dir"]) == (language, "rtl" if LANGUAGES[language].right_to_left else "ltr")
    assert (described["scope"], described["start_url"]) == ("/", "/")
    for picture in (*described["icons"], *described["screenshots"]):
        assert (ASSETS.root / picture["src"].removeprefix(f"{ASSETS.base}/")).is_file()
    assert [each["url"] for each in described["shortcuts"]] == ["/puzzles", "/analysis", "/learn"]
    assert described["file_handlers"][0]["action"] == f"/app/{language}/games.html"
    assert json.loads(AT_HOME.manifest(language))["share_target"]["action"] == "/games?shared"


def test_the_worker_keeps_its_page_and_that_pages_files_only() -> None:
    found = kept(ONLINE.worker("bg"))
    assert found["page"] == "/offline?lang=bg"
    assert isinstance(found["files"], list)
    assert all(each.startswith(f"{ASSETS.base}/") for each in found["files"])


def test_a_worker_has_another_version_when_its_page_has_changed() -> None:
    versions = {kept(worker)["version"] for worker in (ONLINE.worker("tr"), ONLINE.worker("en"), AT_HOME.worker("en"))}
    assert len(versions) == 3


def test_the_page_says_what_to_do() -> None:
    assert "/app/tr/" in ONLINE.page("tr")
    assert "Bağlantı yok" in ONLINE.page("tr")
    assert "Damacı is not running" in AT_HOME.page("en")
    assert "/app/" not in AT_HOME.page("en")


def test_pages_know_their_workers() -> None:
    page = Renderer(ASSETS, WITH_STUDY, WITH_SITE).render(
        "error.html",
        "ar",
        {"status": 404, "prefs": {"theme": "", "board": "", "pieces": "", "blindfold": 0, "zen": 0}},
        {"announcement": Announcement()},
    )
    assert '"installer":"/sw.js?lang=ar"' in page
    assert '"meanwhile":"/app/sw.js"' in page
    assert 'href="/manifest/ar.webmanifest"' in page
