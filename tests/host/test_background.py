import asyncio
import logging

import pytest

from damaci.host.background import Background

pytestmark = pytest.mark.anyio


async def test_what_has_failed_is_logged_when_it_is_closed_and_keeps_nothing_else_open(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail() -> None:
        raise RuntimeError("nobody expects this")

    background = Background()
    background.start(fail(), "what fails")
    await asyncio.sleep(0)
    with caplog.at_level(logging.ERROR):
        await background.close()
    assert "what fails" in caplog.text
    assert "nobody expects this" in caplog.text


async def test_what_goes_on_ends_when_it_is_closed() -> None:
    ended = asyncio.Event()

    async def go_on() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    background = Background()
    await background.close()
    background.start(go_on(), "what goes on")
    await asyncio.sleep(0)
    await background.close()
    assert ended.is_set()
