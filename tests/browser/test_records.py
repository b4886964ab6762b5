"""The script that stores records, in a real browser's IndexedDB."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from damaci.site.assets import ROOT

SCRIPTS = ROOT.parents[1] / "pocket" / "static" / "pocket"
PLACE = "http://localhost:9/"


class Records:
    """The records of a page's browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def call(self, name: str, *arguments: Any) -> Any:
        return self.page.evaluate(
            """async ([name, given]) => {
                const { Records } = await import("/records.js");
                globalThis.records ??= new Records("test");
                try { return await globalThis.records[name](...given); } catch (error) { return error.name; }
            }""",
            [name, list(arguments)],
        )

    def get(self, *keys: str) -> Any:
        return json.loads(self.call("get", json.dumps(keys)))

    def range(self, after: str, before: str, limit: int = 9) -> Any:
        return json.loads(self.call("range", after, before, limit))

    def write(self, expected: dict[str, Any], changes: dict[str, Any], lasting: bool = True) -> Any:
        return self.call("write", json.dumps(expected), json.dumps(changes), lasting)


def serve(context: BrowserContext, name: str) -> None:
    body = (SCRIPTS / name).read_text()
    context.route(f"{PLACE}{name}", lambda route: route.fulfill(content_type="text/javascript", body=body))


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    context.route(PLACE, lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
    for name in ("records.js", "database.js"):
        serve(context, name)
    yield context
    context.close()


def opened(context: BrowserContext) -> Records:
    """A tab that uses the records."""
    page = context.new_page()
    page.goto(PLACE)
    return Records(page)


def test_texts_are_found_by_key_and_in_order(context: BrowserContext) -> None:
    records = opened(context)
    assert records.write({}, {"b:2": "two", "a": "one", "b:1": "ğ", "c": "four"}) is True
    assert records.get("a", "none", "b:1") == ["one", None, "ğ"]
    assert records.range("b:", "b:~") == [["b:1", "ğ"], ["b:2", "two"]]
    assert records.range("b:1", "c") == [["b:2", "two"]]
    assert records.range("a", "z", limit=2) == [["b:1", "ğ"], ["b:2", "two"]]
    assert records.range("z", "a") == []
    assert records.write({}, {"b:1": None, "none": None}, lasting=False) is True
    assert records.range("a", "z") == [["b:2", "two"], ["c", "four"]]


def test_nothing_is_written_unless_all_is_as_expected(context: BrowserContext) -> None:
    records = opened(context)
    records.write({"a": None}, {"a": "1"})
    for expected in ({"a": None}, {"a": "2"}, {"a": "1", "b": "1"}):
        assert records.write(expected, {"a": "wrong", "c": "wrong"}) is False
    assert records.get("a", "c") == ["1", None]
    assert records.write({"a": "1", "b": None}, {"a": "2"}) is True


def test_two_tabs_see_what_the_other_writes_and_one_wins(context: BrowserContext) -> None:
    one = opened(context)
    other = opened(context)
    assert one.write({"a": None}, {"a": "1"}) is True
    assert other.write({"a": None}, {"a": "2"}) is False
    assert other.get("a") == ["1"]


def test_what_was_written_is_there_when_the_tab_has_gone(context: BrowserContext) -> None:
    records = opened(context)
    assert records.write({}, {"a": "1"}) is True
    records.page.close()
    assert opened(context).get("a") == ["1"]


def test_a_database_that_was_closed_is_opened_again(context: BrowserContext) -> None:
    records = opened(context)
    records.write({}, {"a": "1"})
    # Another version of the app closes the database like this before it upgrades it.
    records.page.evaluate(
        """() => new Promise((done) => {
            const opening = indexedDB.open("test", 1);
            opening.onsuccess = () => { opening.result.close(); done(); };
        })"""
    )
    records.page.evaluate("() => indexedDB.deleteDatabase('other')")
    records.page.evaluate(
        """() => new Promise((done, fail) => {
            const deleting = indexedDB.deleteDatabase("test");
            deleting.onsuccess = () => done();
            deleting.onblocked = () => fail(new Error("blocked"));
        })"""
    )
    assert records.get("a") == [None]
    assert records.write({}, {"a": "2"}) is True


def test_a_full_device_is_told_by_its_name_and_changes_nothing(context: BrowserContext) -> None:
    records = opened(context)
    session = context.new_cdp_session(records.page)
    # The quota is set before the first write, because the script caches how much room is left.
    session.send("Storage.overrideQuotaForOrigin", {"origin": PLACE, "quotaSize": 2000})
    large = random.Random(1).randbytes(500_000).hex()
    assert records.write({}, {"a": "1", "b": large}) == "QuotaExceededError"
    assert records.get("a", "b") == [None, None]
    session.send("Storage.overrideQuotaForOrigin", {"origin": PLACE})
    assert records.write({"a": None}, {"a": "1", "b": large}) is True


def test_a_browser_without_storage_is_known(context: BrowserContext) -> None:
    context.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }")
    records = opened(context)
    assert records.call("works") is False
    assert records.call("get", "[]") == "SecurityError"
