"""If the browser stores nothing, the pages of a window pass the records on from one to the next."""

from collections.abc import Mapping

import msgspec
import pytest

from damaci.pocket.window_records import WindowRecords

pytestmark = pytest.mark.anyio


class Window:
    """A page, which keeps the changes that it is told."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def tell(self, changes: Mapping[str, str | None]) -> None:
        for key, text in changes.items():
            if text is None:
                self.texts.pop(key, None)
            else:
                self.texts[key] = text

    @property
    def carried(self) -> str:
        return msgspec.json.encode(self.texts).decode()


async def test_the_next_page_has_what_the_one_before_has_changed() -> None:
    window = Window()
    before = WindowRecords("", window.tell)
    assert await before.write({}, {"a": "1", "b": "2", "c": "3"})
    assert await before.write({"a": "1"}, {"b": None, "c": "4"})
    assert not await before.write({"a": "2"}, {"a": None})
    after = WindowRecords(window.carried, window.tell)
    assert await after.range("", "z", 9) == [("a", "1"), ("c", "4")]


@pytest.mark.parametrize("text", ["", "null", "[1]", '{"a": 1}', "{", "\\ud800"])
async def test_what_somebody_else_has_left_there_is_not_read(text: str) -> None:
    assert await WindowRecords(text, Window().tell).range("", "z", 9) == []
