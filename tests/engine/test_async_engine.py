import asyncio
import time

import pytest

from damaci.board.position import Position
from damaci.engine import AsyncEngine, Engine, Limits
from damaci.errors import GameOver
from damaci.game.game import Game

START = Position.start()
STUCK = Position.from_fen("W:Wa5:Ba6,a7,b5,c5")


def test_every_depth_is_told() -> None:
    async def depths() -> list[int]:
        async with AsyncEngine(1) as engine:
            return [found.depth async for found in engine.analyse(START, depth=6)]

    assert asyncio.run(depths()) == [1, 2, 3, 4, 5, 6]


def test_other_tasks_go_on_meanwhile() -> None:
    async def turns() -> int:
        count = 0
        thinking = asyncio.ensure_future(AsyncEngine(1).play(START, Limits(seconds=0.3)))
        while not thinking.done():
            count += 1
            await asyncio.sleep(0.001)
        return count

    assert asyncio.run(turns()) > 5


def test_leaving_the_loop_ends_an_endless_search() -> None:
    async def leave() -> tuple[float, str]:
        engine = AsyncEngine(1)
        async for found in engine.analyse(START):
            if found.depth >= 5:
                break
        begin = time.process_time()
        move = await engine.play(START, Limits(depth=1))
        return time.process_time() - begin, str(move)

    waited, _ = asyncio.run(leave())
    assert waited < 2


def test_stop_ends_an_endless_search_with_what_it_has() -> None:
    async def stopped() -> list[int]:
        engine = AsyncEngine(1)
        depths = []
        async for found in engine.analyse(START):
            depths.append(found.depth)
            if found.depth == 6:
                engine.stop()
        return depths

    depths = asyncio.run(stopped())
    assert depths[:6] == [1, 2, 3, 4, 5, 6]


def test_a_cancelled_move_stops_thinking() -> None:
    async def cancel() -> float:
        engine = AsyncEngine(1)
        thinking = asyncio.ensure_future(engine.play(START, Limits(seconds=1000)))
        await asyncio.sleep(0.05)
        thinking.cancel()
        begin = time.process_time()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        await engine.forget()
        return time.process_time() - begin

    assert asyncio.run(cancel()) < 2


def test_searches_wait_for_each_other() -> None:
    async def several() -> list[str]:
        engine = AsyncEngine(1)
        return [str(move) for move in await asyncio.gather(*(engine.play(START, Limits(depth=5)) for _ in range(4)))]

    expected = str(Engine(1).play(START, Limits(depth=5)))
    assert asyncio.run(several())[0] == expected


def test_a_game_may_go_on_while_it_is_searched() -> None:
    async def play_on() -> list[bool]:
        game = Game()
        legal = []
        async for found in AsyncEngine(1).analyse(game, depth=5):
            legal.append(found.best in START.legal_moves)
            game.push(game.legal_moves[0])
        return legal

    assert asyncio.run(play_on()) == [True] * 5


def test_nothing_to_play() -> None:
    async def lines() -> list[int]:
        return [len(found.lines) async for found in AsyncEngine(1).analyse(STUCK, depth=3)]

    assert asyncio.run(lines()) == [0]
    with pytest.raises(GameOver):
        asyncio.run(AsyncEngine(1).play(STUCK, "easy"))


def test_wrong_limits_are_refused() -> None:
    async def search() -> None:
        async for _ in AsyncEngine(1).analyse(START, depth=0):
            pass

    with pytest.raises(ValueError, match="depth is 0"):
        asyncio.run(search())
