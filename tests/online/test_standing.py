"""Whether visitors' sessions are still valid: all are looked up together, and only when one of them wants something."""

import asyncio
import time
from collections.abc import Collection
from contextlib import ExitStack
from typing import cast

import pytest

from damaci.online import standing
from damaci.online.standing import CredentialChecks
from damaci.store.players import Players


class Book:
    """Stands in for the table of players."""

    def __init__(self, *good: str) -> None:
        self.good = set(good)
        self.asked: list[set[str]] = []

    async def standing(self, hashes: Collection[str], since: float) -> set[str]:
        self.asked.append(set(hashes))
        await asyncio.sleep(0)
        return self.good & set(hashes)


def watching(book: Book) -> CredentialChecks:
    return CredentialChecks(cast("Players", book))


def test_nobody_is_looked_up_again_at_once() -> None:
    book = Book()
    everybody = watching(book)
    with everybody.of("a"):
        assert asyncio.run(everybody.lasts("a"))
    assert book.asked == []


def test_one_look_is_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book("a", "c")
    everybody = watching(book)
    at = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: at + 60)

    async def ask() -> list[bool]:
        return await asyncio.gather(*(everybody.lasts(each) for each in "abc"))

    with ExitStack() as there:
        for each in ("a", "b", "c", "a"):
            there.enter_context(everybody.of(each))
        assert asyncio.run(ask()) == [True, False, True]
    assert book.asked == [{"a", "b", "c"}]


def test_who_has_left_is_looked_up_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "LOOK_AGAIN_SECONDS", 0.0)
    book = Book("b")
    everybody = watching(book)
    with everybody.of("a"):
        pass
    with everybody.of("b"):
        assert asyncio.run(everybody.lasts("b"))
    assert book.asked == [{"b"}]


def test_who_comes_back_and_is_found_good_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book()
    everybody = watching(book)
    with everybody.of("a"):
        monkeypatch.setattr(standing, "LOOK_AGAIN_SECONDS", 0.0)
        assert not asyncio.run(everybody.lasts("a"))
    monkeypatch.setattr(standing, "LOOK_AGAIN_SECONDS", 30.0)
    with everybody.of("a"):
        assert asyncio.run(everybody.lasts("a"))
