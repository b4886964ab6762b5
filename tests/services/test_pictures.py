"""Positions as pictures, without HTTP."""

import asyncio
from pathlib import Path

import pytest

from damaci.board import svg
from damaci.board.position import Position
from damaci.errors import FenError
from damaci.host import UnknownGame
from damaci.play.events import Moved, Seat, Settings
from damaci.play.table import Table
from damaci.services.pictures import Pictures, picture
from damaci.store import Store


@pytest.mark.anyio
async def test_a_game_is_drawn_as_it_stands_last(tmp_path: Path) -> None:
    events = [*Table.open(Settings(), Seat("person"), Seat("person"), at=0), Moved(ply=1, path=["d3", "d4"])]
    async with Store(tmp_path) as store:
        await store.log.append("abc", 0, events)
        pictures = Pictures(store.log, asyncio.to_thread)
        expected = svg.board(Position.start().play("d3-d4"), coordinates=False)
        assert await pictures.of_game("abc") == expected
        with pytest.raises(UnknownGame):
            await pictures.of_game("xyz")


def test_a_position_is_drawn_from_either_side() -> None:
    start = Position.start()
    assert picture(start.fen, "turkish") == svg.board(start)
    assert picture(start.fen, "turkish", flipped=True) == svg.board(start, flipped=True)
    with pytest.raises(FenError):
        picture("nonsense", "turkish")
