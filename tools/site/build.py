"""Builds the site without a server."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape

from damaci.languages import LANGUAGES
from damaci.site.assets import Assets
from damaci.site.language import catalog
from tools.catalogues import compile_all
from tools.site import bundle, downloads, installer, lost
from tools.site.compiled import compiled
from tools.site.embed import write_embed
from tools.site.pages import POLICY, Pages, texts_of
from tools.site.report import Compressor, sizes, table
from tools.site.runtime import LIBRARY, Runtime, runtime_parts, write_runtime
from tools.site.scripts import join
from tools.site.statics import gather, write_statics
from tools.site.tree import Tree, digest
from tools.site.whole import write_whole

ENTRY = "damaci.pocket.main"
"""The module that the worker imports."""
WORTH = 1000
"""Bytes of the smallest file that is stored compressed as well."""
TABLES = "DAMACI_SITE_TABLES"
"""The environment variable with the address of endgame tables; empty for none."""
BESIDE = "../tables/"
"""The folder of endgame tables beside the pages' folders, if there is one."""
PACKED = (".png", ".jpg")
"""The endings of files that compression does not make smaller."""


@dataclass(frozen=True)
class Places:
    """The folders of a build."""

    site: Path
    work: Path
    kernel: Path
    threaded: Path
    """The kernel for searches with several threads."""


def build(places: Places, *, plain: bool) -> str:
    """Builds the site and returns a report of its sizes. A plain site is neither measured nor compressed. Raises
    SiteError."""
    tree = Tree(places.site)
    sources = gather(places.work / "sources")
    assets = join(sources, places.work / "joined")
    _say("Python and our packages")
    parts = runtime_parts()
    scripts = sources.root / "pocket"
    made = compiled(parts, _archives(), places.kernel, ENTRY, scripts, places.work)
    runtime = write_runtime(tree, parts | {LIBRARY: made.pop(LIBRARY)})
    packages = [tree.write_hashed("packages", name, content) for name, content in made.items()]
    static = write_statics(tree, assets)
    kernel = tree.write_hashed("kernel", "kernel.wasm", places.kernel.read_bytes())
    common = {"worker": _worker(static, runtime, kernel) | {"whole": f"../{write_whole(tree, places.threaded)}"}}
    compile_all()
    texts = {}
    for language in LANGUAGES:
        _say(f"pages: {language}")
        texts[language] = _write_language(tree, language, assets, common, packages)
    write_embed(tree, assets, static, kernel, texts)
    tree.write("index.html", _root(static))
    tree.write(lost.NAME, lost.page())
    version = installer.write_worker(tree)
    report = ""
    if not plain:
        report = _compressed(tree, places)
    tree.finish()
    return f"{report}version {version}, {places.site}"


def _say(what: str) -> None:
    print(f"make site: {what}", file=sys.stderr)


def _archives() -> dict[str, bytes]:
    """The archives of sources that are the same in every language."""
    return {
        "libraries.zip": bundle.archive(bundle.library_files() | bundle.wheel_files(downloads.msgspec())),
        "damaci.zip": bundle.archive(bundle.our_files(ENTRY) | bundle.template_files()),
    }


def _worker(static: str, runtime: Runtime, kernel: str) -> dict[str, Any]:
    files = {
        "script": f"../{static}/pocket/worker.js",
        "pyodide": f"../{runtime.start}",
        "kernel": f"../{kernel}",
    }
    if where := tables_address():
        files["tables"] = where
    return files


def tables_address() -> str:
    """The address at which the site looks for endgame tables; empty for none."""
    where = os.environ.get(TABLES, BESIDE)
    return f"{where.rstrip('/')}/" if where else ""


def _write_language(tree: Tree, language: str, assets: Assets, common: dict[str, Any], packages: list[str]) -> str:
    """Writes the pages of a language. Returns the name of the file with their texts."""
    words = catalog(language)
    texts = tree.write_hashed("texts", f"{language}.json", texts_of(words))
    locale = tree.write_hashed("packages", f"{language}.zip", bundle.archive(bundle.locale_files(language)))
    worker = common["worker"] | {"packages": [f"../{name}" for name in (*packages, locale)]}
    for name, text in Pages(language, assets, f"../{texts}", common | {"worker": worker}).render():
        tree.write(f"{language}/{name}", text)
    static = assets.base.removeprefix("../")
    tree.write(f"{language}/manifest.webmanifest", installer.manifest(words, static))
    return texts


def _root(static: str) -> str:
    loader = FileSystemLoader(Path(__file__).parent)
    templates = Environment(loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True)
    return templates.get_template("root.html").render(static=static, languages=LANGUAGES, policy=POLICY)


def _compressed(tree: Tree, places: Places) -> str:
    """Writes compressed copies of the files that a host may send compressed. Returns a table of the sizes."""
    _say("compressing")
    compressor = Compressor(places.work / "compressed")
    names = [name for name in tree.names() if installer.is_kept(name)]
    found = sizes(places.site, names, compressor)
    for name in names:
        content = (places.site / name).read_bytes()
        if len(content) >= WORTH and not name.endswith(PACKED):
            small, smaller = compressor.compressed(content)
            tree.copy(small, f"{name}.gz")
            tree.copy(smaller, f"{name}.br")
    return f"{table(found)}\n"


def state_of(paths: list[Path]) -> str:
    """A short hash of the names, sizes and times of the files below some paths. It differs if a file has changed."""
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
    seen = [file for file in files if file.is_file() and "__pycache__" not in file.parts]
    return digest("\n".join(f"{file} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in seen).encode())
