"""Errors of every store."""

from damaci.play.events import Color


class StoreError(Exception):
    """The store cannot be used, read or written; the message names it and says why. Nothing was changed."""

    code = "storage"
    """The key of damaci.explanations."""


class Unreadable(StoreError):
    """A record that this version cannot read, such as a newer one's: it is left, and nothing is written over it."""

    def __init__(self, what: str, error: Exception) -> None:
        super().__init__(f"what is kept of {what} cannot be read, and is left as it is: {error}")


class UnreadableGame(StoreError):
    """A game has an event that this version cannot read, such as a newer one's."""

    def __init__(self, store: str, game: str, error: Exception) -> None:
        super().__init__(f"{store}: game {game} has an event that cannot be read: {error}")
        self.game = game


class VersionConflict(Exception):
    """Another process has appended to the game: read the new events and decide again."""

    def __init__(self, game: str, version: int) -> None:
        super().__init__(f"game {game}: its log does not end at version {version}")
        self.game = game
        self.version = version


class SeatEmpty(Exception):
    """One of the players of a game has been deleted."""


class PlaysEnough(Exception):
    """A player has as many unfinished games as allowed. `computer`: whether the player is one."""

    def __init__(self, player: str, *, computer: bool = True) -> None:
        super().__init__(player)
        self.computer = computer


class DailyGamesEnough(Exception):
    """A player has as many unfinished games by the day as allowed. `color`: the player's side in the one that was to
    begin."""

    def __init__(self, player: str, color: Color) -> None:
        super().__init__(player)
        self.player = player
        self.color: Color = color
