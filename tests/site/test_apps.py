"""The pages do not know which app serves them; the differences come as data."""

import re
from pathlib import Path

import pytest
from litestar import Litestar

from damaci import site
from damaci.home.addresses import ADDRESSES as HOME
from damaci.home.app import create_app
from damaci.home.settings import HomeSettings
from damaci.nearby import pages as nearby_pages
from damaci.nearby import socket as nearby_socket
from damaci.nearby.addresses import ADDRESSES as NEARBY
from damaci.nearby.helping import pages as helping_pages
from damaci.nearby.helping.addresses import ADDRESSES as HELPING
from damaci.online.addresses import ADDRESSES as ONLINE
from damaci.online.addresses import WITH_STUDY
from damaci.online.app import create_online_app
from damaci.online.settings import OnlineSettings
from damaci.pocket.addresses import ADDRESSES as POCKET
from damaci.site import pictures
from damaci.site.addresses import Addresses
from damaci.site.built_site import START, WORKER

SITE = Path(site.__file__).parent
TEMPLATES = sorted((SITE / "templates").rglob("*.html"))
SCRIPTS = sorted((SITE / "static").rglob("*.js"))
CODE = sorted(SITE.rglob("*.py"))

IN_TEMPLATES = re.compile(r"\{%[^%]*\bif\b[^%]*\b(online|guest|linked|nearby|is_home|home|local|pocket|api)\b")
IN_SCRIPTS = re.compile(r"\bpage\.(api|online|guest|linked|home|local|pocket|app)\b|[\"'`]/(api|ws)/")
IN_CODE = re.compile(
    r"^\s*(from|import) damaci\.(home|nearby|online|pocket)\b|\bis_(home|online|guest|nearby|pocket)\b", re.MULTILINE
)


@pytest.mark.parametrize(
    ("files", "question"),
    [(TEMPLATES, IN_TEMPLATES), (SCRIPTS, IN_SCRIPTS), (CODE, IN_CODE)],
    ids=["templates", "scripts", "code"],
)
def test_nothing_asks_which_app_it_serves(files: list[Path], question: re.Pattern[str]) -> None:
    asking = {str(file.relative_to(SITE)): found[0] for file in files if (found := question.search(file.read_text()))}
    assert files
    assert asking == {}


def test_only_the_transport_knows_whether_the_app_is_a_worker() -> None:
    asking = {file.relative_to(SITE / "static").parts[0] for file in SCRIPTS if "page.worker" in file.read_text()}
    assert asking == {"transport"}


OF_PAGES = re.compile(r"(?:href|src|action)=\"/|[\"'`]/(?:game|games|learn|analysis|account)\b")


def test_pages_are_named_not_addressed() -> None:
    """The address of a page depends on the app: the site without a server has different addresses."""
    named = [file for file in (*TEMPLATES, *SCRIPTS) if file.parent.name not in ("operator", "transport")]
    assert {
        str(file.relative_to(SITE)): found[0] for file in named if (found := OF_PAGES.search(file.read_text()))
    } == {}


def test_one_module_asks_the_app() -> None:
    asking = {file.relative_to(SITE / "static").parts[0] for file in SCRIPTS if _asks(file)}
    assert asking == {"transport"}


def _asks(file: Path) -> bool:
    return bool(re.search(r"\bfetch\(|new WebSocket\(", file.read_text()))


def served(app: Litestar) -> set[str]:
    """The requests that an app answers: methods with addresses, and channels. Placeholders have no names."""
    found = set()
    for route in app.routes:
        path = re.sub(r"\{[^}]*\}", "{}", route.path)
        found |= {f"{method} {path}" for method in getattr(route, "methods", ())} or {path}
    return found


def site_in(folder: Path) -> str:
    """A folder that looks like the built site."""
    for name in (START, WORKER):
        (folder / name).touch()
    return str(folder)


@pytest.mark.parametrize("app", ["home", "nearby", "helping", "online", "online with the site"])
def test_every_address_is_answered(app: str, tmp_path: Path) -> None:
    addresses, answered = {
        "home": lambda: (HOME, served(create_app(HomeSettings(data_dir=tmp_path)))),
        "nearby": lambda: (NEARBY, served(Litestar([*nearby_pages.ROUTES, *pictures.ROUTES, *nearby_socket.ROUTES]))),
        "helping": lambda: (HELPING, served(Litestar([*helping_pages.ROUTES]))),
        "online": lambda: (ONLINE, served(create_online_app(OnlineSettings()))),
        "online with the site": lambda: (
            WITH_STUDY,
            served(create_online_app(OnlineSettings(site=site_in(tmp_path)))),
        ),
    }[app]()
    assert isinstance(addresses, Addresses)
    pages = [f"GET {address}" for address in addresses.pages.values()]
    wanted = [*pages, *addresses.requests.values(), *addresses.channels.values()]
    assert {re.sub(r"\{\w+\}", "{}", address.partition("?")[0]) for address in wanted} <= answered


def test_every_page_of_a_script_has_an_address() -> None:
    known = {name for addresses in (HOME, NEARBY, ONLINE, WITH_STUDY, POCKET) for name in addresses.pages}
    asked = {
        name for file in SCRIPTS for name in re.findall(r"\b(?:goToPage|pageAddress)\(\"([\w.]+)\"", file.read_text())
    }
    assert asked
    assert asked <= known


def test_every_request_of_a_script_has_an_address() -> None:
    known = {
        name
        for addresses in (HOME, NEARBY, HELPING, ONLINE, POCKET)
        for name in (*addresses.requests, *addresses.channels)
    }
    asked = {
        name
        for file in SCRIPTS
        for name in re.findall(r"\b(?:request|addressOf|subscribe|offers)\(\s*\"([\w.]+)\"", file.read_text())
    }
    assert asked
    assert asked <= known
