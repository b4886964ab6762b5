"""tools/site: the build of the site without a server."""

import base64
import hashlib
import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from damaci.languages import LANGUAGES
from damaci.notation import pdn
from damaci.rules.catalogue import RULESETS
from damaci.site.language import catalog
from tools.site import bundle, embed, installer, lost, runtime, whole
from tools.site.build import ENTRY
from tools.site.errors import SiteError
from tools.site.pages import Pages
from tools.site.statics import gather, write_statics
from tools.site.tree import Tree

WORKER = {"script": "../static/x/pocket/worker.js", "packages": []}
LINK = re.compile(r'\b(?:href|src|data-module|data-texts)="([^"#?]+)')


def test_a_tree_keeps_what_is_the_same_and_removes_what_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "file.txt").write_text("of an earlier build")
    first = Tree(tmp_path)
    first.write("a/b.txt", "one")
    before = (tmp_path / "a" / "b.txt").stat().st_mtime_ns
    tree = Tree(tmp_path)
    tree.write("a/b.txt", "one")
    assert tree.write_hashed("c", "d.json", b"{}") == "c/d-44136fa355b3.json"
    tree.finish()
    assert (tmp_path / "a" / "b.txt").stat().st_mtime_ns == before
    assert [*tree.names()] == ["a/b.txt", "c/d-44136fa355b3.json"]
    assert not (tmp_path / "old").exists()


def test_every_link_of_every_page_leads_to_a_file(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "site")
    assets = gather(tmp_path / "static")
    write_statics(tree, assets)
    common = {"transport": "../t.js", "installer": "../sw.js", "worker": WORKER}
    pages = dict(Pages("tr", assets, "../texts/tr.json", common).render())
    there = {*tree.names(), "texts/tr.json", "tr/manifest.webmanifest", *(f"tr/{name}" for name in pages)}
    linked = {link for text in pages.values() for link in LINK.findall(text)}
    resolved = {
        re.sub(r"^(?!\.\./)", "tr/", link).removeprefix("../").replace("tr/./", "tr/index.html") for link in linked
    }
    assert len(pages) > 30
    assert resolved - there == set()
    assert not any(link.startswith(("/", "http")) for link in linked)


def test_the_page_of_what_does_not_exist_allows_its_own_script_and_style_only() -> None:
    page = lost.page()
    inside = [re.search(rf"<{name}>(.*?)</{name}>", page, re.DOTALL) for name in ("script", "style")]
    hashes = [base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode() for found in inside if found]
    assert [digest in page for digest in hashes] == [True, True]
    assert page.count("<section") == len(LANGUAGES)
    assert catalog("tr").translations.gettext("There is nothing here") in page


def test_the_manifest_names_files_that_are_there(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "site")
    static = write_statics(tree, gather(tmp_path / "static"))
    manifest = json.loads(installer.manifest(catalog("bg"), static))
    pictures = {each["src"].removeprefix("../") for each in (*manifest["icons"], *manifest["screenshots"])}
    assert pictures <= {*tree.names()}
    assert (manifest["lang"], manifest["scope"], manifest["start_url"]) == ("bg", "../", "./")


def test_the_service_worker_keeps_every_file_and_changes_with_each(tmp_path: Path) -> None:
    def written(content: str) -> tuple[str, dict[str, str]]:
        tree = Tree(tmp_path)
        tree.write("en/index.html", content)
        version = installer.write_worker(tree)
        kept = json.loads((tmp_path / "sw.js").read_text().partition("self.KEPT = ")[2].partition(";\n")[0])
        assert kept["version"] == version
        return version, kept["files"]

    one, files = written("one")
    other, changed = written("other")
    assert one != other
    assert files.keys() == changed.keys() == {"en/index.html"}
    assert files != changed


def test_all_puzzles_and_openings_lie_beside_what_the_first_visit_fetches(tmp_path: Path) -> None:
    threaded = tmp_path / "threaded.wasm"
    threaded.write_bytes(b"module")
    tree = Tree(tmp_path / "site")
    folder = whole.write_whole(tree, threaded)
    tree.write("en/index.html", folder)
    installer.write_worker(tree)
    names = {path.name for path in (tree.root / folder).iterdir()}
    assert {"turkish.puzzles", "world.book", "kenyan.games", "threaded.wasm"} <= names
    assert folder not in (tree.root / "sw.js").read_text().partition(";\n")[0]
    assert [name for name in tree.names() if installer.is_kept(name)] == ["en/index.html", "sw.js"]


def test_ballots_come_along() -> None:
    ballots = {name for name in bundle.our_files(ENTRY) if name.endswith(".ballots")}
    assert ballots == {f"damaci/book/data/{name}.ballots" for name in RULESETS}


def test_a_library_that_no_browser_has_ends_the_build() -> None:
    with pytest.raises(SiteError, match=r"imports \w+, which is not there in a browser: damaci\."):
        bundle.modules("damaci.site.pages")


def test_the_modules_of_an_entry_are_found_with_their_packages() -> None:
    found = bundle.modules("damaci.services.lessons")
    assert {"damaci", "damaci.lessons", "damaci.lessons.moves", "damaci.services.lessons"} <= {*found}
    assert not any(name.startswith(("damaci.home", "damaci.site")) for name in found)


def test_the_standard_library_is_trimmed() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as library:
        for name in ("json/__init__.py", "tkinter/__init__.py", "pdb.py"):
            library.writestr(name, "")
    with zipfile.ZipFile(io.BytesIO(runtime.trimmed(made.getvalue()))) as library:
        assert library.namelist() == ["json/__init__.py"]


def test_another_pyodide_is_noticed() -> None:
    with pytest.raises(SiteError, match=r"pyodide\.asm\.mjs is not the one"):
        runtime.patched(runtime.LINKER, "something else", runtime.PATCHES)


def test_the_embedded_board_has_styles_for_a_shadow_root_and_names_files_that_are_there(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "site")
    assets = gather(tmp_path / "static")
    static = write_statics(tree, assets)
    kernel = tree.write("kernel/kernel.wasm", b"")
    texts = {language: tree.write(f"texts/{language}.json", "{}") for language in ("en", "tr")}
    embed.write_embed(tree, assets, static, kernel, texts)
    module = (tree.root / "embed" / "dama.js").read_text()
    assert {*re.findall(r'"((?:kernel|texts|static)/[^"]+)"', module)} == {
        kernel,
        texts["tr"],
        f"{static}/sheets/embed.css",
    }
    assert f'from "../{static}/embed/main.js"' in module
    styles = (tree.root / static / "sheets" / "embed.css").read_text()
    assert ":root" not in styles
    assert "dama-board" not in styles
    for choice in (':host([board="tile"])', ':host([pieces="flat"])', ':host([theme="dark"])'):
        assert choice in styles
    assert {*tree.names()} >= {"embed/index.html", "embed/example.pdn", *re.findall(r'"(static/[^"]+)"', module)}


def test_the_example_of_the_embedded_game_is_a_game() -> None:
    [game] = pdn.read(embed.EXAMPLE)
    assert (len(game.line.nodes), game.result) == (19, "1-0")
