"""The manifest of a web app, by which browsers and phones install it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from damaci.site.language import Catalog

COLOR = "#f6f1e7"
"""The background of the light theme, while the app starts."""
PDN = {"application/vnd.pdn": [".pdn"], "text/plain": [".pdn", ".fen"]}
SHARED = (".pdn", ".fen", "application/vnd.pdn", "text/plain", "application/octet-stream")
"""What files that phones share may be. A phone that does not know PDN calls it a stream of octets."""


@dataclass(frozen=True)
class Described:
    """What differs between apps. Addresses are relative to the manifest."""

    start: str
    scope: str
    shortcuts: Mapping[str, str]
    """The addresses of the pages that the app's icon offers: of `puzzles`, `analysis`, `learn`."""
    opens: str = ""
    """The page that reads files and shared texts; empty if there is none."""
    id: str = ""
    """The path on its host by which browsers know the app; empty: where it starts."""


def manifest(words: Catalog, static: Callable[[str], str], app: Described) -> str:
    """The manifest in a language. `static` is the address of a static file."""
    text = words.translations.gettext
    described: dict[str, Any] = {
        "name": "Damacı",
        "short_name": "Damacı",
        "description": text("Turkish draughts: play it, learn it, analyse it."),
        "lang": words.language,
        "dir": words.direction,
        "start_url": app.start,
        "scope": app.scope,
        "display": "standalone",
        "background_color": COLOR,
        "theme_color": COLOR,
        "categories": ["games"],
        "icons": _icons(static),
        "screenshots": _screenshots(static),
        "shortcuts": _shortcuts(text, app.shortcuts),
        "launch_handler": {"client_mode": ["navigate-new", "auto"]},
    }
    if app.id:
        described["id"] = app.id
    return json.dumps(described | _opening(app.opens), ensure_ascii=False, indent=2)


def _icons(static: Callable[[str], str]) -> list[dict[str, str]]:
    picture = {"type": "image/png"}
    return [
        {"src": static("favicon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {"src": static("icons/icon-192.png"), **picture, "sizes": "192x192", "purpose": "any"},
        {"src": static("icons/icon-512.png"), **picture, "sizes": "512x512", "purpose": "any"},
        {"src": static("icons/maskable-512.png"), **picture, "sizes": "512x512", "purpose": "maskable"},
    ]


def _screenshots(static: Callable[[str], str]) -> list[dict[str, str]]:
    return [
        {"src": static("icons/narrow.jpg"), "type": "image/jpeg", "sizes": "540x960", "form_factor": "narrow"},
        {"src": static("icons/wide.jpg"), "type": "image/jpeg", "sizes": "1280x800", "form_factor": "wide"},
    ]


def _shortcuts(text: Callable[[str], str], addresses: Mapping[str, str]) -> list[dict[str, str]]:
    names = {"puzzles": text("Puzzles"), "analysis": text("Analysis"), "learn": text("Learn")}
    return [{"name": name, "url": addresses[page]} for page, name in names.items() if page in addresses]


def _opening(page: str) -> dict[str, Any]:
    """A file opens where games are read, a shared one or a shared text likewise (transport/shared_worker.js)."""
    if not page:
        return {}
    shared = {"action": f"{page}?shared", "method": "POST", "enctype": "multipart/form-data"}
    fields = {"text": "text", "files": [{"name": "file", "accept": SHARED}]}
    return {
        "file_handlers": [{"action": page, "accept": PDN}],
        "share_target": {**shared, "params": fields},
    }
