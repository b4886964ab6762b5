"""What makes the site installable: its manifest in each language, and the service worker that keeps its files."""

import json
from typing import Any

from damaci.site.language import Catalog
from tools.site.statics import POCKET
from tools.site.tree import Tree, digest

COLOR = "#f6f1e7"
"""The background of the light theme, while the app starts."""
PDN = {"application/vnd.pdn": [".pdn"], "text/plain": [".pdn", ".fen"]}
WORKER = POCKET / "pocket" / "service_worker.js"
NOT_KEPT = (".jpg",)
"""What only an app store or the browser's question before installing shows."""
NAME = "sw.js"
"""The service worker's file: at the top, because it serves what is below it."""


def manifest(words: Catalog, static: str) -> str:
    """The manifest of a language, in its folder. `static`: the folder of the static files."""
    text = words.translations.gettext
    described: dict[str, Any] = {
        "id": "../",
        "name": "Damacı",
        "short_name": "Damacı",
        "description": text("Turkish draughts: play it, learn it, analyse it."),
        "lang": words.language,
        "dir": words.direction,
        "start_url": "./",
        "scope": "../",
        "display": "standalone",
        "background_color": COLOR,
        "theme_color": COLOR,
        "categories": ["games"],
        "icons": _icons(f"../{static}"),
        "screenshots": _screenshots(f"../{static}"),
        "shortcuts": [
            {"name": text("Puzzles"), "url": "puzzles.html"},
            {"name": text("Analysis"), "url": "analysis.html"},
            {"name": text("Learn"), "url": "learn.html"},
        ],
        # A file opens where games are read, a shared text likewise.
        "file_handlers": [{"action": "games.html", "accept": PDN}],
        "launch_handler": {"client_mode": ["navigate-new", "auto"]},
        "share_target": {"action": "games.html", "method": "GET", "params": {"text": "shared"}},
    }
    return json.dumps(described, ensure_ascii=False, indent=2)


def _icons(static: str) -> list[dict[str, str]]:
    picture = {"type": "image/png"}
    return [
        {"src": f"{static}/favicon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {"src": f"{static}/icons/icon-192.png", **picture, "sizes": "192x192", "purpose": "any"},
        {"src": f"{static}/icons/icon-512.png", **picture, "sizes": "512x512", "purpose": "any"},
        {"src": f"{static}/icons/maskable-512.png", **picture, "sizes": "512x512", "purpose": "maskable"},
    ]


def _screenshots(static: str) -> list[dict[str, str]]:
    return [
        {"src": f"{static}/icons/narrow.jpg", "type": "image/jpeg", "sizes": "540x960", "form_factor": "narrow"},
        {"src": f"{static}/icons/wide.jpg", "type": "image/jpeg", "sizes": "1280x800", "form_factor": "wide"},
    ]


def write_worker(tree: Tree) -> str:
    """Writes the service worker, which keeps all that has been written before. Returns the version of the site."""
    files = {name: digest((tree.root / name).read_bytes()) for name in tree.names() if not name.endswith(NOT_KEPT)}
    source = WORKER.read_text(encoding="utf-8")
    version = digest(json.dumps(files, sort_keys=True).encode() + source.encode())
    kept = json.dumps({"version": version, "files": files}, sort_keys=True, separators=(",", ":"))
    tree.write(NAME, f"self.KEPT = {kept};\n{source}")
    return version
