"""Installs an app's pages on a device: their manifest, and a service worker that shows a page of its own while the app
cannot be reached. Nothing else is kept: what pages show may be somebody's own."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from damaci.languages import LANGUAGES, SOURCE
from damaci.services.preferences import Preferences
from damaci.site.connection import AnyRequest
from damaci.site.head import Head
from damaci.site.language import catalog
from damaci.site.manifest import Described, manifest
from damaci.site.rendering import Renderer
from damaci.site.services import PageServices

SUFFIX = ".webmanifest"
INSTALLABLE = Head(manifest="/manifest/{lang}" + SUFFIX, installer="/sw.js?lang={lang}")
"""For apps with these routes."""
OFFLINE = "/offline?lang={lang}"
SCRIPT = "offline/main.js"
WORKERS = ("transport/shared_worker.js", "transport/offline_worker.js")
"""What the service worker consists of."""
ICON = "icons/icon-192.png"
KEPT = ("favicon.svg", "css/chevron.svg", SCRIPT)
"""The files of the page, besides its style sheet."""


@dataclass(frozen=True)
class Install:
    """What differs between apps."""

    away: str
    """The template of the page that is shown while the app cannot be reached."""
    shortcuts: Mapping[str, str]
    """See Described."""
    opens: str = ""
    """The address of the page that reads files, with `{lang}` for the language; empty if there is none."""
    meanwhile: str = ""
    """The address, with `{lang}`, of the part that can be used without a network; empty if there is none."""
    direct: str = ""
    """The path of pages that the browser has to fetch without the service worker, because it asks for a name and a
    password before it shows them; empty if there are none."""


class Installer:
    """Makes what browsers keep, once for each language."""

    def __init__(self, renderer: Renderer, install: Install) -> None:
        self._renderer = renderer
        self._install = install
        self._pages: dict[str, str] = {}
        self._workers: dict[str, str] = {}

    def manifest(self, language: str) -> str:
        """The manifest. Raises KeyError for a language that there is not."""
        opens = self._install.opens.format(lang=language)
        app = Described("/", "/", self._install.shortcuts, opens, id="/")
        return manifest(catalog(language), self._renderer.assets.url, app)

    def page(self, language: str) -> str:
        """The page that is shown while the app cannot be reached, the same for everybody. Raises KeyError."""
        if language not in self._pages:
            meanwhile = self._install.meanwhile.format(lang=language)
            shown = {"meanwhile": meanwhile, "prefs": msgspec.to_builtins(Preferences())}
            self._pages[language] = self._renderer.render(self._install.away, language, {}, shown)
        return self._pages[language]

    def worker(self, language: str) -> str:
        """The service worker, which keeps that page. Raises KeyError."""
        if language not in self._workers:
            self._workers[language] = self._worker(language)
        return self._workers[language]

    def _worker(self, language: str) -> str:
        assets = self._renderer.assets
        source = "\n".join((assets.root / name).read_text(encoding="utf-8") for name in WORKERS)
        files = [*(assets.url(name) for name in KEPT), *assets.modules(SCRIPT), assets.sheets("css")]
        digest = hashlib.sha256(f"{source}{files}{self.page(language)}".encode()).hexdigest()[:12]
        kept = {
            "version": digest,
            "page": OFFLINE.format(lang=language),
            "files": files,
            "icon": assets.url(ICON),
            "direct": self._install.direct,
        }
        return f"self.KEPT = {json.dumps(kept, sort_keys=True)};\n{source}"


@dataclass(frozen=True)
class InstallableServices(PageServices):
    """What an app needs to be installed."""

    installer: Installer


@get("/manifest/{name:str}")
async def describe(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """The manifest of a language. Raises NotFoundException."""
    language = name.removesuffix(SUFFIX)
    if language not in LANGUAGES:
        raise NotFoundException(f"no manifest {name!r}")
    return _answer(_installer(request).manifest(language), "application/manifest+json")


@get("/sw.js")
async def worker(request: AnyRequest, lang: FromQuery[str] = SOURCE) -> Response[str]:
    """The service worker. Raises NotFoundException."""
    return _answer(_installer(request).worker(_known(lang)), "text/javascript")


@get("/offline")
async def away(request: AnyRequest, lang: FromQuery[str] = SOURCE) -> Response[str]:
    """The page that is shown while the app cannot be reached. Raises NotFoundException."""
    return _answer(_installer(request).page(_known(lang)), MediaType.HTML)


def _installer(request: AnyRequest) -> Installer:
    return InstallableServices.of(request).installer


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise NotFoundException(f"no language {language!r}")
    return language


def _answer(text: str, media: str) -> Response[str]:
    return Response(text, media_type=media, headers={"cache-control": "no-cache"})


ROUTES = (describe, worker, away)
