"""The site without a server, served below /app/: its files with their headers, and the links to it."""

import gzip
import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from damaci.online.app import create_online_app
from damaci.online.settings import OnlineSettings
from damaci.site.built_site import NoSite
from damaci.site.security import HEADERS, SITE_HEADERS
from tests.online.process import Client, Process, serving

PAGE = "<!doctype html><title>the app</title>" + " " * 1000
ROOT = "<!doctype html><title>Choose a language</title>" + " " * 1000
FILES = {"index.html": ROOT, "sw.js": "worker", "tr/index.html": PAGE, "en/analysis.html": "analysis"}
KERNEL = b"\0asm"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a built site."""
    root = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "tr" / "index.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    (root / "tr" / "index.html.br").write_bytes(b"brotli")
    (root / "index.html.br").write_bytes(b"small")
    (root / "kernel").mkdir()
    (root / "kernel" / "kernel-0123.wasm").write_bytes(KERNEL)
    return root


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("online"), DAMACI_SITE=str(folder)) as server:
        yield server


def ask(server: Process, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The status, headers and body of a response, as they are sent."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def test_files_are_served_with_their_types(server: Process) -> None:
    status, headers, body = ask(server, "/app/kernel/kernel-0123.wasm")
    assert (status, body) == (200, KERNEL)
    assert headers["content-type"].startswith("application/wasm")
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    status, headers, body = ask(server, "/app/sw.js")
    assert (status, body) == (200, b"worker")
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == "no-cache"


def test_folders_have_a_page_at_their_end(server: Process) -> None:
    assert ask(server, "/app/")[2] == ROOT.encode()
    assert ask(server, "/app/tr/")[2] == PAGE.encode()
    assert ask(server, "/app/tr/index.html", method="HEAD")[::2] == (200, b"")
    for folder in ("/app", "/app/tr"):
        status, headers, _ = ask(server, folder)
        assert 300 <= status < 400
        assert headers["location"] == f"{folder}/"


def test_compressed_copies_are_sent_to_who_reads_them(server: Process) -> None:
    _, headers, body = ask(server, "/app/tr/", accept_encoding="gzip, deflate, br")
    assert (headers["content-encoding"], body) == ("br", b"brotli")
    assert ask(server, "/app/", accept_encoding="gzip, br")[2] == b"small"
    assert headers["vary"] == "Accept-Encoding"
    _, headers, body = ask(server, "/app/tr/", accept_encoding="gzip")
    assert (headers["content-encoding"], gzip.decompress(body)) == ("gzip", PAGE.encode())
    assert "content-encoding" not in ask(server, "/app/tr/")[1]
    assert ask(server, "/app/tr/index.html.br")[0] == 404


def test_what_has_not_changed_is_not_sent_again(server: Process) -> None:
    tag = ask(server, "/app/sw.js")[1]["etag"]
    status, headers, body = ask(server, "/app/sw.js", if_none_match=tag)
    assert (status, body, headers["etag"]) == (304, b"", tag)


def test_only_there_may_pages_run_webassembly(server: Process) -> None:
    inside = ask(server, "/app/tr/")[1]
    assert {name: inside[name] for name in SITE_HEADERS} == SITE_HEADERS
    assert "'wasm-unsafe-eval'" in inside["content-security-policy"]
    assert "'unsafe" not in inside["content-security-policy"].replace("'wasm-unsafe-eval'", "")
    for path in ("/", "/account", "/app/nothing.html", "/apple"):
        outside = ask(server, path, accept="text/html")[1]
        assert {name: outside[name] for name in HEADERS} == HEADERS
        assert "cross-origin-embedder-policy" not in outside


@pytest.mark.parametrize("path", ["/app/../sw.js", "/app/%2e%2e/secret", "/app//etc/passwd", "/app/%00", "/app/tr/x"])
def test_nothing_else_is_there(server: Process, path: str) -> None:
    assert ask(server, path)[0] == 404


def test_a_foreign_name_is_refused_there_too(server: Process) -> None:
    assert ask(server, "/app/sw.js", host="evil.example")[0] == 403


def test_a_game_between_people_is_analysed_when_it_is_over(server: Process) -> None:
    white = Client(server.address)
    black = Client(server.address)
    game = white.send("POST", "/api/v1/games", {"color": "white"})["id"]
    black.send("POST", f"/api/v1/games/{game}/join")
    assert {"analyse", "review"} <= set(white.send("GET", f"/api/v1/games/{game}")["capabilities"])
    assert "hint" not in white.send("GET", f"/api/v1/games/{game}")["capabilities"]
    assert ask(server, f"/analysis?game={game}")[1]["location"] == f"/game/{game}"
    white.send("POST", f"/api/v1/games/{game}/requests", {"type": "resign", "id": "1"})
    assert {"analyse", "review"} <= set(Client(server.address).send("GET", f"/api/v1/games/{game}")["capabilities"])
    pdn = f"from=%2Fapi%2Fv1%2Fgames%2F{game}%2Fpdn"
    german = ask(server, f"/analysis?game={game}", accept_language="de")[1]["location"]
    assert german == f"/app/en/analysis.html?{pdn}"
    turkish = ask(server, f"/analysis?game={game}&review=1", accept_language="tr")[1]["location"]
    assert turkish == f"/app/tr/analysis.html?{pdn}&review=1"
    assert ask(server, "/analysis")[1]["location"] == "/app/en/analysis.html"
    assert ask(server, "/analysis?game=nothing")[0] == 404


def test_against_the_computer_there_is_help_at_any_time(server: Process) -> None:
    player = Client(server.address)
    game = player.send("POST", "/api/v1/games", {"opponent": "engine", "color": "white"})["id"]
    assert "hint" in player.send("GET", f"/api/v1/games/{game}")["capabilities"]
    assert "hint" not in Client(server.address).send("GET", f"/api/v1/games/{game}")["capabilities"]
    assert ask(server, f"/analysis?game={game}")[1]["location"].startswith("/app/en/analysis.html?from=")


def test_the_door_to_the_analysis_is_in_the_navigation(server: Process) -> None:
    assert b'href="/analysis"' in ask(server, "/")[2]


def test_without_the_site_nothing_of_it_is_there(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert b'"/analysis' not in ask(server, "/")[2]
        assert ask(server, "/app/")[0] == 404
        assert ask(server, "/analysis")[0] == 404
        white = Client(server.address)
        game = white.send("POST", "/api/v1/games", {"opponent": "engine", "color": "white"})["id"]
        assert not {"analyse", "review"} & set(white.send("GET", f"/api/v1/games/{game}")["capabilities"])


def test_a_folder_without_the_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSite, match="make site"):
        create_online_app(OnlineSettings(site=str(tmp_path)))


def test_the_messages_of_the_site_are_not_described_for_programs(server: Process) -> None:
    assert not [path for path in json.loads(ask(server, "/api/v1/openapi.json")[2])["paths"] if "app" in path]
