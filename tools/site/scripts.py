"""Bundles the modules of the site's pages and workers into a few files by esbuild: a page requests some twenty files
instead of a hundred, and the first visit fetches fewer bytes.

Names are not shortened, so that a browser's error messages stay readable.
"""

import json
import shutil
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from damaci.site.assets import Assets
from tools.site import downloads
from tools.site.errors import node, run
from tools.site.statics import NOT_SERVED

ENTRIES = (
    "analysis/main.js",
    "archive/main.js",
    "embed/main.js",
    "endings/main.js",
    "game/main.js",
    "learn/main.js",
    "learn/practise.js",
    "pocket/boot.js",
    "pocket/search_worker.js",
    "pocket/thread_worker.js",
    "pocket/worker.js",
    "puzzles/main.js",
    "shell.js",
    "studies/main.js",
    "studies/overview.js",
    "tournaments/main.js",
    "tournaments/overview.js",
)
"""The modules that pages and workers load first. They keep their names."""
CLASSIC = ("early.js", "pocket/choose.js", "pocket/start.js")
"""Scripts that are not modules: they are served unchanged."""
OPTIONS = (
    "--bundle",
    "--splitting",
    "--format=esm",
    "--target=es2022",
    "--minify-whitespace",
    "--minify-syntax",
    "--legal-comments=none",
    "--log-level=warning",
    "--outbase=.",
    # The chunks are beside the workers' modules, because a worker's address is relative to the file that starts it.
    "--chunk-names=pocket/[name]-[hash]",
)


class JoinedAssets(Assets):
    """The static files with bundled modules. `imports` has the files that each file imports at once."""

    def __init__(self, root: Path, place: str, imports: Mapping[str, list[str]]) -> None:
        super().__init__(root, place)
        self._imports = imports

    def modules(self, path: str) -> list[str]:
        """The addresses of the files that a module imports at once, directly or not."""
        found = [path]
        for name in found:
            found += [other for other in self._imports[name] if other not in found]
        return [self.url(name) for name in found[1:]]


def join(sources: Assets, folder: Path) -> JoinedAssets:
    """Fills a folder with the static files and the bundled modules. Raises SiteError."""
    shutil.rmtree(folder, ignore_errors=True)
    root = folder / "static"
    shutil.copytree(sources.root, root, ignore=_modules_below(sources.root))
    about = folder / "about.json"
    run(
        [
            node(),
            str(unpack_esbuild(folder)),
            *ENTRIES,
            *OPTIONS,
            *_elsewhere(),
            f"--outdir={root}",
            f"--metafile={about}",
        ],
        sources.root,
    )
    outputs = json.loads(about.read_text(encoding="utf-8"))["outputs"]
    imports = _imports(outputs, sources.root.resolve(), root.resolve())
    return JoinedAssets(root, sources.base.rpartition("/")[0], imports)


def _modules_below(root: Path) -> Callable[[str, list[str]], list[str]]:
    classic = {root / name for name in CLASSIC}

    def modules(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name.endswith(".js") and Path(folder, name) not in classic]

    return modules


def _elsewhere() -> list[str]:
    """The options that leave out the modules of apps with a server, which the site never requests."""
    folders = [name for name in NOT_SERVED if not name.endswith(".js")]
    return [f"--external:{above}/{name}/*" for name in folders for above in (".", "..")]


def _imports(outputs: dict[str, Any], start: Path, root: Path) -> dict[str, list[str]]:
    """The files that each file imports at once. Their names are relative to `root`; esbuild's are relative to
    `start`."""

    def named(path: str) -> str:
        return (start / path).resolve().relative_to(root).as_posix()

    return {
        named(path): [
            named(each["path"])
            for each in made["imports"]
            if each["kind"] == "import-statement" and not each.get("external")
        ]
        for path, made in outputs.items()
    }


def unpack_esbuild(folder: Path) -> Path:
    """Unpacks esbuild below a folder. Returns its program, a script for Node.js. Raises SiteError."""
    with tarfile.open(downloads.esbuild()) as archive:
        archive.extractall(folder / "esbuild", filter="data")
    return folder / "esbuild" / "package" / "bin" / "esbuild"
