"""An engine that plays games of the laboratory: its weights and the numbers of its search."""

from dataclasses import dataclass, field

from damaci.board.color import Color
from damaci.engine import Engine, Limits
from damaci.match.contender import HASH_MEGABYTES, OwnPlayer
from damaci.match.game import play
from damaci.match.openings import Opening


@dataclass(frozen=True, slots=True)
class Contestant:
    """The weights and numbers that an engine plays with."""

    weights: bytes | None = None
    """The kernel's tables. Without them, the hand-made evaluation is used."""
    parameters: dict[str, int] = field(default_factory=dict)
    """Numbers of the search that differ from the kernel's defaults."""

    def player(self, ruleset: str, limits: Limits) -> OwnPlayer:
        """A new engine that plays with these weights and numbers. Draws count as equal, so that games of an engine
        against itself show how many are drawn."""
        engine = Engine(HASH_MEGABYTES, learned=False)
        if self.weights is not None:
            engine.load_weights(ruleset, self.weights)
        engine.tune(self.parameters)
        return OwnPlayer(engine, limits, contempt=0)


def play_twice(opening: Opening, a: Contestant, b: Contestant, limits: Limits) -> int:
    """The half points, 0 to 4, that A scores in two games from the opening, with each colour once."""
    ruleset = opening.start.ruleset.name
    first = a.player(ruleset, limits)
    second = b.player(ruleset, limits)
    return _half_points(opening, first, second, Color.WHITE) + _half_points(opening, second, first, Color.BLACK)


def _half_points(opening: Opening, white: OwnPlayer, black: OwnPlayer, a: Color) -> int:
    played = play(opening, white, black, 0, stopped=lambda: False)
    if played is None or played.outcome.winner is None:
        return 1
    if played.outcome.winner is a:
        return 2
    return 0
