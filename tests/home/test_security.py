"""Which requests the server accepts."""

import pytest
from litestar.exceptions import WebSocketDisconnect

from damaci.site.assets import Assets
from damaci.site.security import TOKEN_HEADER, AllowedHosts
from tests.home.conftest import HOST, Browser

# ---- hosts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost:1", "LocalHost", "[::1]:3264", "192.168.1.7:3264"]
)
def test_loopback_and_the_bound_address_are_ours(host: str) -> None:
    assert AllowedHosts({"192.168.1.7"}).allow(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:3264", "127.0.0.1.evil.example", "192.168.1.8", "[::1", "a@b", ":80"]
)
@pytest.mark.parametrize("hosts", [[], ["127.0.0.1"], ["Dama.local", "192.168.1.7"]])
def test_other_names_are_not(hosts: list[str], host: str) -> None:
    assert not AllowedHosts(hosts).allow(host)


@pytest.mark.parametrize("bound", ["0.0.0.0", "::"])
def test_listening_everywhere_means_any_address_but_no_name(bound: str) -> None:
    hosts = AllowedHosts([bound])
    assert hosts.allow("192.168.1.8:3264")
    assert hosts.allow("[fe80::1]:3264")
    assert not hosts.allow("evil.example")


def test_a_bound_name_is_ours() -> None:
    assert AllowedHosts(["Dama.local", "192.168.1.7"]).allow("dama.local:3264")


# ---- requests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", Assets().url("shell.js")])
def test_a_page_that_has_another_name_for_us_gets_nothing(browser: Browser, path: str) -> None:
    answer = browser.get(path, host="evil.example:3264")
    assert answer.status_code == 403
    assert answer.json()["error"] == "bad-host"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://evil.example:3264", "http://127.0.0.1:9999", "null"]
)
def test_another_page_can_change_nothing(browser: Browser, origin: str) -> None:
    answer = browser.send("POST", "/api/games", {}, origin=origin)
    assert (answer.status_code, answer.json()["error"]) == (403, "bad-origin")


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_another_page_gets_no_socket(browser: Browser, origin: str) -> None:
    game = browser.new_game()
    with pytest.raises(WebSocketDisconnect, match="bad-origin"), browser.socket(game, origin=origin):
        pass


def test_a_socket_under_another_name_is_refused(browser: Browser) -> None:
    game = browser.new_game()
    with pytest.raises(WebSocketDisconnect, match="bad-host"), browser.socket(game, host="evil.example"):
        pass


@pytest.mark.parametrize("token", ["", "another"])
def test_a_change_needs_the_token(browser: Browser, token: str) -> None:
    answer = browser.send("PUT", "/api/preferences", {}, **{TOKEN_HEADER: token})
    assert (answer.status_code, answer.json()["error"]) == (403, "bad-token")


def test_a_change_needs_the_cookie_too(browser: Browser) -> None:
    browser.client.cookies.clear()
    assert browser.send("PUT", "/api/preferences", {}, **{TOKEN_HEADER: "x"}).status_code == 403


def test_our_own_page_may_change_things(browser: Browser) -> None:
    assert browser.send("PUT", "/api/preferences", {}, origin=f"http://{HOST}").status_code == 200


# ---- responses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/game/none", "/nothing/here", "/static/none.js", "/api/games", "/api/none", "/healthz"]
)
def test_every_answer_has_the_headers(browser: Browser, path: str) -> None:
    headers = browser.get(path, accept="text/html").headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
        "object-src": "'none'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_a_static_file_has_only_what_a_file_needs(browser: Browser) -> None:
    headers = browser.get(Assets().url("shell.js")).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers


def test_a_refusal_has_the_headers_too(browser: Browser) -> None:
    assert "content-security-policy" in browser.get("/", host="evil.example").headers


def test_pages_have_no_script_or_style_of_their_own(browser: Browser) -> None:
    page = browser.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    scripts = [part.partition(">")[0] for part in page.split("<script")[1:]]
    assert scripts
    assert all("src=" in script or 'type="application/json"' in script for script in scripts)
