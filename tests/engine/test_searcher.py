"""The kernel's own searcher: behaviour that cannot be tested with the engine."""

import _thread
import threading
from typing import Any

import pytest

from damaci import _kernel
from damaci.board.position import Position

START = Position.start().kernel


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"depth": -1}, "depth is -1; expected 0 or more"),
        ({"seconds": float("nan")}, "seconds is nan; expected 0"),
        ({"lines": 0}, "lines is 0; expected 1 or more"),
        ({"threads": 0}, "threads is 0; expected 1 or more"),
        ({"quiet_plies": -3}, "quiet_plies is -3; expected 0 or more"),
        ({"contempt": -1}, "contempt is -1; expected 0 or more"),
        ({"endings": {"one_each": "sometimes"}}, "one_each is 'sometimes'; expected never, at-once or unless-capture"),
        ({"endings": {"repetition": 3}}, "'repetition' is not one of the endings"),
    ],
)
def test_wrong_arguments_are_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _kernel.Searcher(1).search(START, **{"depth": 2, **wrong})


def test_a_busy_searcher_refuses() -> None:
    searcher = _kernel.Searcher(1)
    busy = threading.Event()
    search = threading.Thread(target=lambda: searcher.search(START, on_depth=lambda _: busy.set()))
    search.start()
    assert busy.wait(timeout=30)
    with pytest.raises(RuntimeError, match="already searching"):
        searcher.search(START, depth=1)
    with pytest.raises(RuntimeError, match="already searching"):
        searcher.clear()
    searcher.stop()
    search.join()
    assert searcher.search(START, depth=1)["depth"] == 1


def test_ctrl_c_interrupts_the_main_thread() -> None:
    ctrl_c = threading.Timer(0.1, _thread.interrupt_main)
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        _kernel.Searcher(1).search(START, seconds=30)
    ctrl_c.join()


def test_what_is_known_under_some_rules_is_not_used_under_others() -> None:
    kings = _kernel.Position("turkish", 0, 1 << 8, 1 << 49, 0, True)  # a2 against b7
    searcher = _kernel.Searcher(1)
    fresh = _kernel.Searcher(1).search(kings, depth=8)
    searcher.search(kings, depth=8, endings={"one_each": "at-once"})
    assert searcher.search(kings, depth=8)["nodes"] == fresh["nodes"]
