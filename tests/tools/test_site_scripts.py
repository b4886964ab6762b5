"""tools/site/scripts.py joins the modules of the site without a server."""

import re
from pathlib import Path

import pytest

from damaci.site.assets import Assets
from tests.support import skip_unless_ci
from tests.wasm.runtime import node
from tools.site import downloads
from tools.site.errors import SiteError
from tools.site.scripts import CLASSIC, ENTRIES, JoinedAssets, join
from tools.site.statics import gather

IMPORTED = re.compile(r'(?:from|import\(?)"(\.[^"]+\.js)"')


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Assets:
    return gather(tmp_path_factory.mktemp("gathered") / "sources")


@pytest.fixture(scope="module")
def joined(sources: Assets, tmp_path_factory: pytest.TempPathFactory) -> JoinedAssets:
    node()
    try:
        downloads.esbuild()
    except SiteError as error:
        skip_unless_ci("scripts put together", str(error))
    return join(sources, tmp_path_factory.mktemp("joined"))


def test_modules_that_pages_name_keep_their_addresses(sources: Assets, joined: JoinedAssets) -> None:
    for name in (*ENTRIES, *CLASSIC):
        assert joined.url(name) == f"{joined.base}/{name}"
        assert (sources.root / name).is_file()
    for name in CLASSIC:
        assert (joined.root / name).read_bytes() == (sources.root / name).read_bytes()


def test_a_page_asks_for_less_than_half_of_the_files(sources: Assets, joined: JoinedAssets) -> None:
    assert len(joined.modules("game/main.js")) < len(sources.modules("game/main.js")) / 2


def test_what_a_module_imports_is_there(joined: JoinedAssets) -> None:
    """One module is absent, which only apps with a server have and which is never imported here."""
    absent = set()
    for path in joined.root.rglob("*.js"):
        for name in IMPORTED.findall(path.read_text(encoding="utf-8")):
            if not (path.parent / name).is_file():
                absent.add(name)
    assert absent == {"../lobby/terms.js"}


def test_preloaded_are_the_files_that_the_browser_asks_for_at_once(joined: JoinedAssets) -> None:
    named = re.compile(r'(?:^|;)import(?:[^"();]*from)?"(\.[^"]+\.js)"')
    main = (joined.root / "game" / "main.js").read_text(encoding="utf-8")
    asked = {f"{joined.base}/pocket/{Path(name).name}" for name in named.findall(main)}
    assert asked
    assert asked <= {*joined.modules("game/main.js")}
