import asyncio

import pytest

from damaci.site.inbox import Inbox

pytestmark = pytest.mark.anyio


async def test_what_is_put_back_comes_first() -> None:
    inbox = Inbox()
    inbox.put_nowait("one")
    inbox.put_nowait("two")
    inbox.put_back(await inbox.get())
    assert [await inbox.get(), await inbox.get()] == ["one", "two"]


async def test_who_waits_gets_what_is_put_back() -> None:
    inbox = Inbox()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_back("one")
    assert await waiting == "one"
