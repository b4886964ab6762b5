"""Work that takes long: one thing after the other, and the event loop goes on meanwhile."""

import asyncio
from threading import Event

from damaci.online.long_work import LongWork


async def check() -> None:
    work = LongWork()
    may_end = Event()
    second = Event()
    one = asyncio.ensure_future(work(may_end.wait))
    other = asyncio.ensure_future(work(second.set))
    await asyncio.sleep(0.05)
    assert not second.is_set()
    may_end.set()
    await asyncio.gather(one, other)
    assert second.is_set()
    work.close()


def test_one_thing_is_done_after_the_other() -> None:
    asyncio.run(check())
