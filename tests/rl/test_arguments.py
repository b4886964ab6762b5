"""Any argument of the environments leads to a result, or to a DamaciError that says what was expected."""

from collections.abc import Callable
from typing import Any

import pytest

from damaci.rl import AgainstEngine, SelfPlay, TwoPlayers
from tests.hostile import unanswered

CALLS: dict[str, Callable[[Any], object]] = {
    "SelfPlay": SelfPlay,
    "SelfPlay, max_plies": lambda it: SelfPlay(1, max_plies=it),
    "SelfPlay.step": lambda it: SelfPlay(2).step(it),
    "TwoPlayers": lambda it: TwoPlayers(max_plies=it),
    "AgainstEngine, level": AgainstEngine,
    "AgainstEngine, color": lambda it: AgainstEngine(color=it),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_does_not_fit_is_told(name: str) -> None:
    assert list(unanswered(CALLS[name])) == []
