"""The time that the network takes is not the player's: how much of a move's time is given back.

It is measured by a question that the page answers at once. Whoever answers late on purpose gains little: MOST a move,
and only as long as a small account lasts, which fills up slowly and belongs to the seat, not to the connection.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST = 0.5
"""Seconds for one move."""
ACCOUNT = 3.0
"""Seconds at the beginning of a game, and the most that can be saved."""
REFILL = 0.1
"""Seconds that come to the account with each move."""
MOST_SEATS = 100_000


class Accounts:
    """What each seat has left."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        """Seconds, and the ply by which the seat has had its REFILL last."""

    def given(self, game: str, color: str, lag: float) -> float:
        """What is given back for a move of that seat, whose network takes `lag` seconds there and back."""
        left, _ = self._left.get((game, color), (ACCOUNT, 0))
        return max(0.0, min(MOST, left, lag))

    def charge(self, game: str, color: str, ply: int, given: float) -> None:
        """The move has been made. A refused one, or one that is sent again, must not fill the account."""
        left, last = self._left.pop((game, color), (ACCOUNT, 0))
        refill = REFILL if ply > last else 0.0
        self._left[game, color] = min(ACCOUNT, left - given + refill), max(ply, last)
        if len(self._left) > MOST_SEATS:
            self._left.popitem(last=False)


class Measure:
    """How long a connection takes there and back: the shortest of the last few times."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._asked: float | None = None
        self._times: deque[float] = deque(maxlen=5)

    def asked(self) -> None:
        """The question has been sent."""
        self._asked = self._now()

    def answered(self) -> None:
        """The answer has come; one that nobody has asked for counts for nothing."""
        if self._asked is not None:
            self._times.append(self._now() - self._asked)
            self._asked = None

    @property
    def lag(self) -> float:
        """Seconds; 0 until it has been measured."""
        return min(self._times, default=0.0)
