"""What a table decides to do about a command."""

from dataclasses import dataclass

from damaci.game.game import Game
from damaci.play.events import AnyEvent
from damaci.play.replay import replay


@dataclass(frozen=True, slots=True)
class Decision:
    """A command leads to `events`; none when it has been carried out already."""

    events: tuple[AnyEvent, ...]
    game: Game
    """The game as it stands after the events."""

    @classmethod
    def of(cls, game: Game, *events: AnyEvent) -> "Decision":
        """The events, and what they make of a game, which itself stays as it is. Raises ValueError for an event that
        cannot happen there."""
        if not events:
            return cls((), game)
        after = game.copy()
        for event in events:
            replay(after, event)
        return cls(events, after)
