"""The time that the network takes is not the player's: how much of a move's time is given back.

It is measured by a question that the page answers at once. Whoever answers late on purpose gains little: MOST a move, and only as long
as a small account lasts, which fills up slowly and belongs to the seat, not to the connection.
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
        self._left: OrderedDict[tuple[str, str], float] = OrderedDict()

    def take(self, game: str, color: str, lag: float) -> float:
        """What is given back for a move of that seat, whose network takes `lag` seconds there and back."""
        left = self._left.pop((game, color), ACCOUNT)
        given = min(MOST, left, lag)
        self._left[game, color] = min(ACCOUNT, left - given + REFILL)
        if len(self._left) > MOST_SEATS:
            self._left.popitem(last=False)
        return given


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
