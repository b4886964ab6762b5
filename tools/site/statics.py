"""The static files of the site: the files of all apps, some of them replaced by those of the pocket."""

import shutil
from pathlib import Path

from damaci import pocket, site
from damaci.site.assets import ROOT, Assets
from tools.site.tree import Tree

POCKET = Path(pocket.__file__).parent / "static"
SITE = Path(site.__file__).parent
NOT_SERVED = (
    "pocket/service_worker.js",
    "transport/offline_worker.js",
    "transport/shared_worker.js",
    "account",
    "lobby",
    "nearby",
    "offline",
    "operator",
)
"""Files that only apps with a server use, or that are served elsewhere."""


def gather(folder: Path) -> Assets:
    """Fills one folder with both kinds of files, as the pages' scripts expect. Addresses are relative to the folder of
    a language."""
    shutil.rmtree(folder, ignore_errors=True)
    for root in (ROOT, POCKET):
        shutil.copytree(root, folder, dirs_exist_ok=True)
    for name in NOT_SERVED:
        _remove(folder / name)
    return Assets(folder, "../static")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def write_statics(tree: Tree, assets: Assets) -> str:
    """Writes the files and each folder's combined style sheet. Returns their folder, relative to the site."""
    folder = assets.base.removeprefix("../")
    for path in sorted(assets.root.rglob("*")):
        if path.is_file() and path.suffix != ".css":
            tree.copy(path, f"{folder}/{path.relative_to(assets.root).as_posix()}")
    for name in sorted({path.parent.name for path in assets.root.glob("*/*.css")}):
        tree.write(f"{folder}/sheets/{name}.css", assets.style(name))
    return folder
