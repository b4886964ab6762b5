"""How late the side whose clock runs has heard of it: a slow store delays news of a move, and with it the answer."""

from damaci.host.outages import ClockSide

MOST_SECONDS = 3.0
"""The most seconds that are charged to nobody after one move. Without notices, the processes of a server see each
other's moves up to so much later."""


class Lateness:
    """How late the side whose clock runs has heard of it, in one game."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """By so much its next command is taken as sent earlier; 0 if it was not connected to this process."""
        self.possible = 0.0
        """So much it may have been, here or at another process."""

    def hear(self, side: ClockSide | None, at: float, *, alone: bool) -> None:
        """Called with the side whose clock runs when a game is opened, and after each move. `alone`: no other process
        serves the game."""
        self.seconds = 0.0
        if side and side.connected is not None:
            self.seconds = min(MOST_SECONDS, max(0.0, at - side.since))
        self.possible = self.seconds
        if side and side.connected is None and not alone:
            self.possible = MOST_SECONDS
