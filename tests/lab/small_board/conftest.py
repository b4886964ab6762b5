"""Makes the reference generator play on small boards: its squares keep their numbers, and the board ends earlier."""

from collections.abc import Callable, Iterator

import pytest

from damaci.rules import reference, steps
from damaci.rules.movement import Step
from lab.small_board.board import SmallBoard
from tests.support import require_program


@pytest.fixture(scope="session", autouse=True)
def compiler() -> None:
    require_program("c++", "apt-get install g++, or xcode-select --install", also=("g++", "clang++"))


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> Callable[[SmallBoard], None]:
    def bound(board: SmallBoard) -> None:
        def line(square: int, step: Step) -> Iterator[int]:
            file = square % 8 + step[0]
            rank = square // 8 + step[1]
            while 0 <= file < board.files and 0 <= rank < board.ranks:
                yield rank * 8 + file
                file += step[0]
                rank += step[1]

        def last_rank(square: int, *, white: bool) -> bool:
            return square // 8 == (board.ranks - 1 if white else 0)

        monkeypatch.setattr(steps, "line", line)
        monkeypatch.setattr(reference, "last_rank", last_rank)

    return bound
