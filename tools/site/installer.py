"""Makes the site installable: writes its manifest in each language, and the service worker that stores its files."""

import base64
import hashlib
import json

from damaci.site.assets import ROOT
from damaci.site.language import Catalog
from damaci.site.manifest import Described
from damaci.site.manifest import manifest as described
from tools.site.statics import POCKET
from tools.site.tree import Tree, digest
from tools.site.whole import FOLDER as WHOLE

WORKERS = (ROOT / "transport" / "shared_worker.js", POCKET / "pocket" / "service_worker.js")
"""The scripts that the service worker consists of."""
NOT_KEPT = (".jpg",)
"""The endings of pictures that only an app store or the browser's install dialog shows."""
NAME = "sw.js"
"""The service worker's file. It is in the top folder, because a service worker serves only the folders below it."""


def manifest(words: Catalog, static: str) -> str:
    """The manifest of a language, which is in that language's folder. `static` is the folder of the static files."""
    shortcuts = {name: f"{name}.html" for name in ("puzzles", "analysis", "learn")}
    app = Described("./", "../", shortcuts, opens="games.html")
    return described(words, lambda name: f"../{static}/{name}", app)


def is_kept(name: str) -> bool:
    """Whether a file is fetched at the first visit."""
    return not name.endswith(NOT_KEPT) and not name.startswith(WHOLE)


def sha256(content: bytes) -> str:
    """The SHA-256 of a file in Base64, the form that browsers compare."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode("ascii")


def write_worker(tree: Tree) -> str:
    """Writes the service worker, which stores the files that have been written before it. Returns the version of the
    site."""
    files = {name: sha256((tree.root / name).read_bytes()) for name in tree.names() if is_kept(name)}
    source = "\n".join(part.read_text(encoding="utf-8") for part in WORKERS)
    version = digest(json.dumps(files, sort_keys=True).encode() + source.encode())
    kept = json.dumps({"version": version, "files": files}, sort_keys=True, separators=(",", ":"))
    tree.write(NAME, f"self.KEPT = {kept};\n{source}")
    return version
